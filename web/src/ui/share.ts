/** Returns `part` as a percentage of `whole`, from 0 to 100 with one decimal. For drawing only. */
export function percentOf(part: number, whole: number): number {
  if (whole <= 0) return 0;
  return Math.min(100, Math.max(0, Math.round((part * 1000) / whole) / 10));
}
