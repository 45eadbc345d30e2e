/**
 * Joins class names; whatever is not a non-empty string is left out. Undefined when nothing is
 * left, so that no empty attribute is drawn.
 */
export function classes(
  ...names: readonly (string | false | null | undefined)[]
): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
