// The two rates of the disclosure, in hundredths of a percent, without floats.
import { type Centavos, roundedRatio, subtractCentavos } from '@sandali/contract/money.ts';
import { largestThat } from './search.ts';

const hundredthsOfAll = 10_000;
/** Far above any rate that the caps let through (a thousandfold in a month); beyond it the search would be a fault of the caller. */
const highestRate = 1000 * hundredthsOfAll;

/** (R − N)·365 / (P·d), half up to 0.01 %. */
export function simpleAnnualRateHundredths(principal: Centavos, received: Centavos, repaid: Centavos, termDays: number): number {
  return roundedRatio(subtractCentavos(repaid, received), 365 * hundredthsOfAll, BigInt(principal) * BigInt(termDays));
}

/** The smallest e in 0.01 % with R^30·10000^d ≤ N^30·(10000+e)^d. Throws where nothing is received. */
export function effectiveMonthlyRateHundredths(received: Centavos, repaid: Centavos, termDays: number): number {
  if (received <= 0) throw new RangeError('a loan that pays nothing out has no effective rate');
  const days = BigInt(termDays);
  const left = BigInt(repaid) ** 30n * BigInt(hundredthsOfAll) ** days;
  const base = BigInt(received) ** 30n;
  const tooLow = largestThat(0, highestRate, (e) => left > base * BigInt(hundredthsOfAll + e) ** days);
  return tooLow === null ? 0 : tooLow + 1;
}
