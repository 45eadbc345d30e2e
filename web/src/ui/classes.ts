/** Joins class names and skips empty ones. Returns undefined if none is left. */
export function classes(
  ...names: readonly (string | false | null | undefined)[]
): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
