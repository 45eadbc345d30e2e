// Colours of series, as reports.css defines them for light and dark. They differ in lightness too,
// so that colour-blind people tell them apart.
const colors = [1, 2, 3, 4, 5, 6].map((nth) => `var(--series-${nth})`);
const dashes = ['', '7 3', '2 3', '10 3 2 3', '5 5'];
export const dashOf = (nth: number): string => dashes[nth % dashes.length] ?? '';

/** Returns the colour of the nth of `count` lines in order of age, from light to dark or back. */
export function shadeOf(nth: number, count: number): string {
  const share = count < 2 ? 100 : Math.round((100 * nth) / (count - 1));
  return `color-mix(in oklab, var(--series-6) ${share}%, var(--series-2))`;
}

export const colorOf = (nth: number): string => colors[nth % colors.length] as string;
