// The two rates of the disclosure statement in hundredths of a percent, computed without floats.
// Also a binary search for the largest integer that satisfies a predicate.
import { type Centavos, roundedRatio, subtractCentavos } from '@sandali/contract/money.ts';

const hundredthsOfAll = 10_000;
/** The upper bound of the search, far above any lawful rate: thousandfold growth per month. */
const highestRate = 1000 * hundredthsOfAll;

/** Returns (R − N)·365 / (P·d), rounded half up to 0.01 %. */
export function simpleAnnualRateHundredths(
  principal: Centavos,
  received: Centavos,
  repaid: Centavos,
  termDays: number,
): number {
  return roundedRatio(
    subtractCentavos(repaid, received),
    365 * hundredthsOfAll,
    BigInt(principal) * BigInt(termDays),
  );
}

/**
 * Returns the smallest e, in units of 0.01 %, for which R^30·10000^d ≤ N^30·(10000+e)^d.
 * @throws RangeError if nothing is received
 */
export function effectiveMonthlyRateHundredths(
  received: Centavos,
  repaid: Centavos,
  termDays: number,
): number {
  if (received <= 0) throw new RangeError('a loan that pays nothing out has no effective rate');
  const days = BigInt(termDays);
  const growth = BigInt(repaid) ** 30n * BigInt(hundredthsOfAll) ** days;
  const base = BigInt(received) ** 30n;
  const tooLow = largestThat(
    0,
    highestRate,
    (e) => growth > base * BigInt(hundredthsOfAll + e) ** days,
  );
  return tooLow === null ? 0 : tooLow + 1;
}

/**
 * Returns the largest safe integer in [low, high] for which `holds` returns true, or null. `holds`
 * must return true up to some integer and false above it.
 */
export function largestThat(
  low: number,
  high: number,
  holds: (candidate: number) => boolean,
): number | null {
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
