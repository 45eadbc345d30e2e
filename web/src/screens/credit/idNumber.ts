// The number of an ID as it is typed; what its shape tells stands in idShapes.ts.

/** The number as it is sent: no spaces, no hyphens of any kind, capitals. */
export function tidyIdNumber(typed: string): string {
  return typed.replace(/[\s\u002d\u2010-\u2015]/g, '').toUpperCase();
}
