// The largest late charge of a single day, for texts that state a charge "a day".
import { allCharges } from '@sandali/contract/accrual.ts';
import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import { lateChargeOnDays } from '@sandali/contract/charges.ts';
import { addDays, type Day, laterDay } from '@sandali/contract/day.ts';
import {
  addCentavos,
  type Centavos,
  centavos,
  maxCentavos,
  zeroCentavos,
} from '@sandali/contract/money.ts';
import { accruedTomorrow, owed } from '@sandali/contract/owed.ts';
import type { BillFacts } from './bill.ts';
import { endOfDays } from './relief.ts';

/**
 * Over this many days the late charge is a whole number of centavos at any rate: 10,000 bps × 30
 * days.
 */
const flooredDays = 300_000n;

/**
 * Returns the largest late charge of a single day after `from`, in centavos, if nothing more is
 * paid. Zero once all charges equal the principal.
 */
export function mostLateChargeADay(facts: BillFacts, from: Day): Centavos {
  if (facts.writtenOffOn) return zeroCentavos;
  const suspendedTo = facts.suspensions.map(({ toOn }) => toOn).reduce(laterDay, from);
  const start = laterDay(suspendedTo, dueInForce(facts, from).lastFreeOn);
  if (start >= endOfDays) return zeroCentavos;
  const { principalCentavos, interestCentavos } = owed(facts, start);
  const base = BigInt(addCentavos(principalCentavos, interestCentavos));
  const floored = lateChargeOnDays(base, facts.lateChargePerMonthBps);
  const isExact =
    lateChargeOnDays(base * flooredDays, facts.lateChargePerMonthBps) ===
    floored * Number(flooredDays);
  // Only the sum over all days is floored, so the charges of two days differ by at most one
  // centavo.
  const most = isExact ? floored : addCentavos(floored, centavos(1));
  let largest = zeroCentavos;
  for (
    let day = start;
    largest < most && allCharges(facts, day) < facts.principalCentavos;
    day = addDays(day, 1)
  ) {
    largest = maxCentavos(largest, accruedTomorrow(facts, day));
  }
  return largest;
}
