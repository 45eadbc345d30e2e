// Charges computed from a product's rates, each floored once.
import { addCentavos, type Centavos, floorShare } from './money.ts';

const bpsOfAll = 10_000;
const daysOfMonth = 30;

/**
 * Returns the interest on an amount: floor(amount · days · bps / 10,000); 20 bps a day is P·d/500.
 */
export function interestFor(amount: Centavos, days: number, interestPerDayBps: number): Centavos {
  return interestOnDays(BigInt(amount) * BigInt(days), interestPerDayBps);
}

/** Returns the interest on centavo-days, floored once. */
export function interestOnDays(centavoDays: bigint, interestPerDayBps: number): Centavos {
  return floorShare(centavoDays, interestPerDayBps, bpsOfAll);
}

/** Returns a service fee: floor(amount · bps / 10,000). */
export function serviceFeeFor(amount: Centavos, serviceFeeBps: number): Centavos {
  return floorShare(amount, serviceFeeBps, bpsOfAll);
}

/**
 * Returns the late charge on overdue centavo-days, floored once; 500 bps a month of 30 days is
 * 1/600 a day.
 */
export function lateChargeOnDays(centavoDays: bigint, lateChargePerMonthBps: number): Centavos {
  return floorShare(centavoDays, lateChargePerMonthBps, bpsOfAll * daysOfMonth);
}

/** Returns the extension fee on the unpaid principal U: floor(U·d/500) + floor(U·bps/10,000). */
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
