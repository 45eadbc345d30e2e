// A plan for a borrower who cannot pay in full (docs/decisions/0057): equal parts, two weeks apart,
// subject to the rules for a promise to pay.
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
import { type PlanCount, planCounts } from '@sandali/contract/plan.ts';
import type { BillFacts } from './bill.ts';
import { extensionOpensOn } from './extension.ts';
import { mostLateChargeADay } from './late.ts';
import type { PromisedPart } from './relief.ts';

const daysToFirstPart = 7;
const daysBetweenParts = 15;
const mostPromises = 2;

/** Why a plan is refused, and the first day on which that reason no longer applies, or null. */
export type PlanRefusal =
  | { readonly refused: 'planRunning' | 'planByPerson' | 'planTooSmall'; readonly opensOn: null }
  | { readonly refused: 'planTooEarly' | 'planTooOften'; readonly opensOn: Day };

/** Limits on the parts of a plan. `planDays`: the last part is due at most this many days ahead. */
export type PartLimits = {
  readonly leastPartCentavos: Centavos;
  readonly planDays: number;
  readonly holidays: Holidays;
};

export type PlanLimits = PartLimits & {
  /** Whether the bill's last promise to pay has been kept so far. */
  readonly isRunning: boolean;
  /** The day of the last plan that the borrower made without staff, on any bill, or null. */
  readonly lastPlanOn: Day | null;
  /** The minimum number of days from that plan to the next one. */
  readonly planPauseDays: number;
  readonly mostCentavos: Centavos;
};

/**
 * Returns a plan's total: the debt on the current due date, or today's debt if the due date has
 * passed.
 */
export function planTotal(facts: BillFacts, day: Day): Centavos {
  return dueNext(facts, day).owedCentavos;
}

/** Returns why an open bill cannot have a plan on the given day, or null. */
export function whyNotPlan(facts: BillFacts, day: Day, of: PlanLimits): PlanRefusal | null {
  const opensOn = extensionOpensOn(facts, day);
  if (day < opensOn) return { refused: 'planTooEarly', opensOn };
  if (of.isRunning) return { refused: 'planRunning', opensOn: null };
  const again = of.lastPlanOn && addDays(of.lastPlanOn, of.planPauseDays);
  if (again && day < again) return { refused: 'planTooOften', opensOn: again };
  const total = planTotal(facts, day);
  const isSpent = facts.promises.length >= mostPromises || facts.promises.at(-1)?.madeOn === day;
  if (isSpent || total > of.mostCentavos) return { refused: 'planByPerson', opensOn: null };
  const [first, ...others] = planCounts.map((count) => whyNotCount(facts, day, count, of));
  return first && !others.includes(null) ? { refused: first, opensOn: null } : null;
}

/** Returns why a plan of this many parts is refused on the given day, or null. */
export function whyNotCount(
  facts: BillFacts,
  day: Day,
  count: PlanCount,
  { leastPartCentavos, planDays, holidays }: PartLimits,
): 'planTooSmall' | 'planByPerson' | null {
  if (partOf(planTotal(facts, day), count) < leastPartCentavos) return 'planTooSmall';
  const lastDay = addDays(day, planDays);
  const isLate = planParts(facts, day, count, holidays).some((part) => part.on > lastDay);
  return isLate ? 'planByPerson' : null;
}

/** Returns the amount of an equal part, rounded down to whole pesos. */
const partOf = (total: Centavos, count: number): Centavos =>
  centavos(floorShare(total, 1, 100 * count) * 100);

/**
 * Returns the parts of a plan made on the given day. They are due on working days 15 days apart.
 * The first part is due on the last free day, or in a week if that day has already come. The parts
 * are equal amounts in whole pesos, except that the last one includes the remainder.
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
 * Returns the largest late charge of a single day that can follow a missed part, in centavos. The
 * worst case is a missed first part: nothing was paid, and no day of the plan was charged.
 */
export function mostChargedADay(
  facts: BillFacts,
  madeOn: Day,
  parts: readonly PromisedPart[],
): Centavos {
  const first = parts[0];
  if (!first) return zeroCentavos;
  const fromOn = addDays(madeOn, 1);
  const before = facts.suspensions.filter((suspension) => suspension.fromOn < fromOn);
  const missed: BillFacts = {
    ...facts,
    suspensions: [
      ...before.map((suspension) => ({ ...suspension, toOn: earlierDay(suspension.toOn, madeOn) })),
      { fromOn, toOn: first.on },
    ],
  };
  return mostLateChargeADay(missed, first.on);
}
