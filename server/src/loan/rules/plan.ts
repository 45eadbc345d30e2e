// A plan for a borrower who will be short (docs/decisions/0057): what is owed, in equal parts on
// days two weeks apart, made of the rules of a promise to pay.
import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import {
  addDays,
  type Day,
  daysBetween,
  earlierDay,
  type Holidays,
  nextWorkingDayFrom,
} from '@sandali/contract/day.ts';
import {
  type Centavos,
  centavos,
  floorShare,
  lessCentavos,
  zeroCentavos,
} from '@sandali/contract/money.ts';
import { dueNext } from '@sandali/contract/owed.ts';
import { type PlanCount, planCounts, planPauseDays } from '@sandali/contract/plan.ts';
import type { BillFacts } from './bill.ts';
import { extensionOpensOn } from './extension.ts';
import { mostLateChargeADay } from './late.ts';
import type { PromisedPart } from './relief.ts';

const daysToFirstPart = 7;
const daysBetweenParts = 15;
const mostPromises = 2;

/** Why there is no plan on a day, in the order of checking; the day from which there is one. */
export type PlanRefusal =
  | { readonly refused: 'planRunning' | 'planByPerson' | 'planTooSmall'; readonly opensOn: null }
  | { readonly refused: 'planTooEarly' | 'planTooOften'; readonly opensOn: Day };

export type PlanLimits = {
  /** Whether the last promise of this bill is kept so far. */
  readonly isRunning: boolean;
  /** The day of the borrower's last own plan, of whatever bill; null for none. */
  readonly lastPlanOn: Day | null;
  readonly mostCentavos: Centavos;
  readonly leastPartCentavos: Centavos;
};

/**
 * What a plan comes to: what will be owed on the due date in force, or what is owed today where
 * that is over.
 */
export function planTotal(facts: BillFacts, day: Day): Centavos {
  return dueNext(facts, day).owedCentavos;
}

/** Why an open bill has no plan on a day, or null. */
export function whyNotPlan(facts: BillFacts, day: Day, of: PlanLimits): PlanRefusal | null {
  const opensOn = extensionOpensOn(facts, day);
  if (day < opensOn) return { refused: 'planTooEarly', opensOn };
  if (of.isRunning) return { refused: 'planRunning', opensOn: null };
  const again = of.lastPlanOn && addDays(of.lastPlanOn, planPauseDays);
  if (again && day < again) return { refused: 'planTooOften', opensOn: again };
  const total = planTotal(facts, day);
  const isSpent = facts.promises.length >= mostPromises || facts.promises.at(-1)?.madeOn === day;
  if (isSpent || total > of.mostCentavos) return { refused: 'planByPerson', opensOn: null };
  return choicesOf(total, of.leastPartCentavos).length === 0
    ? { refused: 'planTooSmall', opensOn: null }
    : null;
}

/** In how many parts a total may be paid, each of at least so much. */
export function choicesOf(total: Centavos, leastPart: Centavos): PlanCount[] {
  return planCounts.filter((count) => partOf(total, count) >= leastPart);
}

/** An equal part in whole pesos. */
const partOf = (total: Centavos, count: number): Centavos =>
  centavos(floorShare(total, 1, 100 * count) * 100);

/**
 * The parts of a plan that is made on a day. The first is due on the last free day, or after a week
 * where that is not to come; each next one 15 days later, on a working day: 52 days to the last of
 * four, and few more until a working day (`planDays`, which the database holds). They are equal in
 * whole pesos, and the last has the rest.
 */
export function planParts(
  facts: BillFacts,
  day: Day,
  count: PlanCount,
  holidays: Holidays,
): PromisedPart[] {
  const total = planTotal(facts, day);
  const each = partOf(total, count);
  const { lastFreeOn } = dueInForce(facts, day);
  const first = daysBetween(day, lastFreeOn) > 0 ? lastFreeOn : addDays(day, daysToFirstPart);
  return Array.from({ length: count }, (_, nth) => ({
    on: nextWorkingDayFrom(addDays(first, nth * daysBetweenParts), holidays),
    amountCentavos: nth < count - 1 ? each : lessCentavos(total, centavos(each * (count - 1))),
  }));
}

/**
 * The largest late charge of one day that can follow a missed part, in centavos. The first part
 * missed with nothing paid is the worst case: no day of the plan is charged, and each payment only
 * lowers what later days are charged on.
 */
export function mostChargedADay(
  facts: BillFacts,
  madeOn: Day,
  parts: readonly PromisedPart[],
): Centavos {
  const first = parts[0];
  if (!first) return zeroCentavos;
  const fromOn = addDays(madeOn, 1);
  const before = facts.suspensions.filter((one) => one.fromOn < fromOn);
  const missed: BillFacts = {
    ...facts,
    suspensions: [
      ...before.map((one) => ({ ...one, toOn: earlierDay(one.toOn, madeOn) })),
      { fromOn, toOn: first.on },
    ],
  };
  return mostLateChargeADay(missed, first.on);
}
