// Relief that staff grants on a bill (docs/decisions/0023): waived charges, promises to pay, and
// the end of charges after a write-off. It follows from facts and payments by value date.
import type { AccrualFacts, Suspension } from '@sandali/contract/accrualFacts.ts';
import { addDays, asDay, type Day, earlierDay } from '@sandali/contract/day.ts';
import {
  addCentavos,
  type Centavos,
  lessCentavos,
  minCentavos,
  subtractCentavos,
  sumCentavos,
  zeroCentavos,
} from '@sandali/contract/money.ts';

/** The charges that can be waived. */
export const reliefParts = ['late', 'interest'] as const;
export type ReliefPart = (typeof reliefParts)[number];

/**
 * A waiver granted by two approvers: at most this amount of an owed charge. It counts at the
 * beginning of its day, before that day's money.
 */
export type Relief = {
  readonly id: string;
  readonly on: Day;
  readonly part: ReliefPart;
  readonly amountCentavos: Centavos;
};

/** The effective part of a relief: less than granted if earlier money made the charge smaller. */
export type Waiver = AccrualFacts['waivers'][number] & { readonly id: string };

export type PromisedPart = { readonly on: Day; readonly amountCentavos: Centavos };

/**
 * A promise to pay in parts. Money already on the bill does not count towards it. Extensions booked
 * before it do not affect it; any later one ends it, even if its value date is earlier.
 */
export type PromiseToPay = {
  readonly id: string;
  readonly madeOn: Day;
  readonly paidBeforeCentavos: Centavos;
  readonly extensionsBefore: number;
  /** In the order of their days. */
  readonly parts: readonly PromisedPart[];
};

type DatedMoney = {
  readonly paidOn: Day;
  readonly amountCentavos: Centavos;
  readonly extends?: unknown;
};

/** A day after every other day. */
export const endOfDays = asDay('9999-12-31');

/** Money on a bill by the end of a day. */
function moneyBy(money: readonly DatedMoney[], day: Day): Centavos {
  return sumCentavos(money.filter((part) => part.paidOn <= day).map((part) => part.amountCentavos));
}

/**
 * Each part of a promise with the money that has arrived for it by the end of a day. Money fills
 * the parts in order.
 */
export function partsPaidBy(
  promise: PromiseToPay,
  money: readonly DatedMoney[],
  day: Day,
): readonly (PromisedPart & { paidCentavos: Centavos })[] {
  let restCentavos = lessCentavos(moneyBy(money, day), promise.paidBeforeCentavos);
  return promise.parts.map((part) => {
    const paidCentavos = minCentavos(part.amountCentavos, restCentavos);
    restCentavos = subtractCentavos(restCentavos, paidCentavos);
    return { ...part, paidCentavos };
  });
}

/** The extensions that ended a promise. */
export function extensionsAfter<M extends DatedMoney>(
  { extensionsBefore }: PromiseToPay,
  money: readonly M[],
): M[] {
  return money.filter((part) => part.extends).slice(extensionsBefore);
}

/**
 * The first part that was unpaid at the end of its day, or null. The promise is kept until then.
 */
export function firstUnpaidPart(
  promise: PromiseToPay,
  money: readonly DatedMoney[],
): PromisedPart | null {
  let promised = promise.paidBeforeCentavos;
  for (const part of promise.parts) {
    promised = addCentavos(promised, part.amountCentavos);
    if (moneyBy(money, part.on) < promised) return part;
  }
  return null;
}

/**
 * The days on which a promise suspends the late charge: from the day after it was made through its
 * first missed part, or its last part. A newer promise or extension ends them on its day. Null if
 * no day remains.
 */
function suspensionOf(
  promise: PromiseToPay,
  promises: readonly PromiseToPay[],
  money: readonly DatedMoney[],
): Suspension | null {
  const lastPart = firstUnpaidPart(promise, money) ?? promise.parts.at(-1);
  if (!lastPart) return null;
  const next = [
    ...promises
      .filter((other) => other.id !== promise.id && other.madeOn > promise.madeOn)
      .map((other) => other.madeOn),
    ...extensionsAfter(promise, money).map((other) => other.paidOn),
  ];
  const fromOn = addDays(promise.madeOn, 1);
  const toOn = next.reduce(earlierDay, lastPart.on);
  return fromOn <= toOn ? { fromOn, toOn } : null;
}

/**
 * All suspensions of late charge on a bill, without overlaps. After a write-off nothing is charged.
 */
export function suspensionsOf(
  facts: { readonly promises: readonly PromiseToPay[]; readonly writtenOffOn: Day | null },
  money: readonly DatedMoney[],
): readonly Suspension[] {
  const { promises, writtenOffOn } = facts;
  const kept = promises.flatMap((promise) => suspensionOf(promise, promises, money) ?? []);
  if (!writtenOffOn) return kept;
  const before = kept
    .map((suspension) => ({ ...suspension, toOn: earlierDay(suspension.toOn, writtenOffOn) }))
    .filter((suspension) => suspension.fromOn <= suspension.toOn);
  return [...before, { fromOn: addDays(writtenOffOn, 1), toOn: endOfDays }];
}

/** The effective waiver, limited to its charge owed on its day; null if nothing is owed. */
export function waiverOf(
  relief: Relief,
  owed: { readonly lateCentavos: Centavos; readonly interestCentavos: Centavos },
): Waiver | null {
  const isLate = relief.part === 'late';
  const waived = minCentavos(
    relief.amountCentavos,
    isLate ? owed.lateCentavos : owed.interestCentavos,
  );
  if (waived === 0) return null;
  return {
    id: relief.id,
    on: relief.on,
    lateCentavos: isLate ? waived : zeroCentavos,
    interestCentavos: isLate ? zeroCentavos : waived,
  };
}
