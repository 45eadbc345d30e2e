// Exact answers to "how much at most", by halving a span of integers.

/**
 * The largest integer in [low, high] for which `holds` is true, or null where it is true for none.
 * `holds` must be true up to some integer and false from there on. Integers within the safe range.
 */
export function largestThat(low: number, high: number, holds: (candidate: number) => boolean): number | null {
  if (low > high || !holds(low)) return null;
  let right = BigInt(low);
  let wrong = BigInt(high) + 1n;
  while (wrong - right > 1n) {
    const middle = (right + wrong) >> 1n;
    if (holds(Number(middle))) right = middle;
    else wrong = middle;
  }
  return Number(right);
}
