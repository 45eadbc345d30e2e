// The charges of a product's rates on an amount. Each is floored once.
import { addCentavos, type Centavos, floorShare } from './money.ts';

const bpsOfAll = 10_000;
const daysOfMonth = 30;

/**
 * Interest on one amount for a number of days: floor(amount · days · bps / 10,000). 20 bps a day is
 * P·d/500.
 */
export function interestFor(amount: Centavos, days: number, interestPerDayBps: number): Centavos {
  return interestOnDays(BigInt(amount) * BigInt(days), interestPerDayBps);
}

/** Interest on a sum of amounts, one for each day, floored once. */
export function interestOnDays(centavoDays: bigint, interestPerDayBps: number): Centavos {
  return floorShare(centavoDays, interestPerDayBps, bpsOfAll);
}

/** A service fee in hundredths of a percent: floor(amount · bps / 10,000). */
export function serviceFeeFor(amount: Centavos, serviceFeeBps: number): Centavos {
  return floorShare(amount, serviceFeeBps, bpsOfAll);
}

/**
 * Late charge on a sum of amounts, one for each overdue day, floored once. 500 bps a month of 30
 * days is 1/600 a day.
 */
export function lateChargeOnDays(centavoDays: bigint, lateChargePerMonthBps: number): Centavos {
  return floorShare(centavoDays, lateChargePerMonthBps, bpsOfAll * daysOfMonth);
}

/**
 * The extension fee without late charge: floor(U·d/500) + floor(U·bps/10,000) on the unpaid
 * principal U.
 */
export function extensionFeeFor(
  unpaidPrincipal: Centavos,
  rates: {
    readonly termDays: number;
    readonly interestPerDayBps: number;
    readonly serviceFeeBps: number;
  },
): Centavos {
  const interest = interestFor(unpaidPrincipal, rates.termDays, rates.interestPerDayBps);
  return addCentavos(interest, serviceFeeFor(unpaidPrincipal, rates.serviceFeeBps));
}
