// Relief that staff grants on a bill (docs/decisions/0023): charges that are waived, the days of a
// promise to pay, and the end of charges on a bill that was written off. All of it follows from
// facts and from the payments by value date.
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

/** The charges that may be taken back. */
export const reliefParts = ['late', 'interest'] as const;
export type ReliefPart = (typeof reliefParts)[number];

/**
 * What two people granted on a day: at most so much of what is owed of a charge. It counts at the
 * beginning of its day, before that day's money.
 */
export type Relief = {
  readonly id: string;
  readonly on: Day;
  readonly part: ReliefPart;
  readonly amountCentavos: Centavos;
};

/**
 * A relief as it takes effect: less than was granted where money that counts earlier made the
 * charge smaller.
 */
export type Waiver = AccrualFacts['waivers'][number] & { readonly id: string };

export type PromisedPart = { readonly on: Day; readonly amountCentavos: Centavos };

/**
 * A promise to pay in parts. Money that was on the bill when it was made counts for no part of it,
 * and an extension that was booked by then leaves it; a later one takes its place, of the same day
 * or reported late as well: the promise knew nothing of the new term.
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

/** A day after every other. */
export const endOfDays = asDay('9999-12-31');

/** Money on a bill by the end of a day. */
function moneyBy(money: readonly DatedMoney[], day: Day): Centavos {
  return sumCentavos(money.filter((one) => one.paidOn <= day).map((one) => one.amountCentavos));
}

/**
 * Each part of a promise with what has come for it by the end of a day: money fills the parts in
 * their order.
 */
export function partsPaidBy(
  promise: PromiseToPay,
  money: readonly DatedMoney[],
  day: Day,
): readonly (PromisedPart & { paidCentavos: Centavos })[] {
  let left = lessCentavos(moneyBy(money, day), promise.paidBeforeCentavos);
  return promise.parts.map((part) => {
    const paidCentavos = minCentavos(part.amountCentavos, left);
    left = subtractCentavos(left, paidCentavos);
    return { ...part, paidCentavos };
  });
}

/** The extensions that took a promise's place. */
export function extensionsAfter<M extends DatedMoney>(
  { extensionsBefore }: PromiseToPay,
  money: readonly M[],
): M[] {
  return money.filter((one) => one.extends).slice(extensionsBefore);
}

/**
 * The first part that had not come by the end of its day, or null: until then the promise is kept.
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
 * The days without late charge that a promise brings: from the day after it was made to the day of
 * its first part that does not come, or of its last part. Another promise or an extension takes its
 * place from its own day. Null where not even a day is left.
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
      .filter((one) => one.id !== promise.id && one.madeOn > promise.madeOn)
      .map((one) => one.madeOn),
    ...extensionsAfter(promise, money).map((one) => one.paidOn),
  ];
  const fromOn = addDays(promise.madeOn, 1);
  const toOn = next.reduce(earlierDay, lastPart.on);
  return fromOn <= toOn ? { fromOn, toOn } : null;
}

/**
 * Every suspension of late charge on a bill; none overlaps another. A bill that was written off is
 * charged nothing after that day.
 */
export function suspensionsOf(
  facts: { readonly promises: readonly PromiseToPay[]; readonly writtenOffOn: Day | null },
  money: readonly DatedMoney[],
): readonly Suspension[] {
  const { promises, writtenOffOn } = facts;
  const kept = promises.flatMap((one) => suspensionOf(one, promises, money) ?? []);
  if (!writtenOffOn) return kept;
  const before = kept
    .map((one) => ({ ...one, toOn: earlierDay(one.toOn, writtenOffOn) }))
    .filter((one) => one.fromOn <= one.toOn);
  return [...before, { fromOn: addDays(writtenOffOn, 1), toOn: endOfDays }];
}

/** A relief of what is owed of its charge on its day; null where nothing is. */
export function waiverOf(
  relief: Relief,
  owed: { readonly lateCentavos: Centavos; readonly interestCentavos: Centavos },
): Waiver | null {
  const isLate = relief.part === 'late';
  const taken = minCentavos(
    relief.amountCentavos,
    isLate ? owed.lateCentavos : owed.interestCentavos,
  );
  if (taken === 0) return null;
  return {
    id: relief.id,
    on: relief.on,
    lateCentavos: isLate ? taken : zeroCentavos,
    interestCentavos: isLate ? zeroCentavos : taken,
  };
}
