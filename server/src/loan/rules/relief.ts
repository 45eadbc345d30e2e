// Relief that staff grants on a bill (docs/decisions/0023): waived charges, promises to pay, and
// the end of charges at a write-off. The rules compute its effect from the facts, with payments by
// value date.
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
 * A waiver granted by two approvers: at most this amount of a charge that is owed. It applies at
 * the start of its day, before that day's payments.
 */
export type Relief = {
  readonly id: string;
  readonly on: Day;
  readonly part: ReliefPart;
  readonly amountCentavos: Centavos;
};

/**
 * The amount that a relief actually waives, which is less than was granted if an earlier payment
 * reduced the charge.
 */
export type Waiver = AccrualFacts['waivers'][number] & { readonly id: string };

export type PromisedPart = { readonly on: Day; readonly amountCentavos: Centavos };

/**
 * A promise to pay in parts. Earlier payments on the bill do not count towards it. Extensions
 * booked before it do not affect it. Any extension booked later ends it, even with an earlier value
 * date.
 */
export type PromiseToPay = {
  readonly id: string;
  readonly madeOn: Day;
  readonly paidBeforeCentavos: Centavos;
  readonly extensionsBefore: number;
  /** The parts in the order of their days. */
  readonly parts: readonly PromisedPart[];
};

type DatedMoney = {
  readonly paidOn: Day;
  readonly amountCentavos: Centavos;
  readonly extends?: unknown;
};

/** A day that is later than all other days. */
export const endOfDays = asDay('9999-12-31');

/** Returns the money paid on a bill by the end of the given day. */
function moneyBy(money: readonly DatedMoney[], day: Day): Centavos {
  return sumCentavos(money.filter((part) => part.paidOn <= day).map((part) => part.amountCentavos));
}

/**
 * Returns each part of a promise with the amount paid towards it by the end of the given day. Money
 * fills the parts in order.
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

/** Returns the extensions booked after a promise. The first of them ended the promise. */
export function extensionsAfter<M extends DatedMoney>(
  { extensionsBefore }: PromiseToPay,
  money: readonly M[],
): M[] {
  return money.filter((part) => part.extends).slice(extensionsBefore);
}

/**
 * Returns the first part that was not fully paid by the end of its day, or null. The promise was
 * kept until that day.
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
 * Returns the days on which a promise suspends the late charge: from the day after the promise
 * through the day of its first missed part, or of its last part if none was missed. A newer promise
 * or extension ends the suspension on its own day. Null if no day is suspended.
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
 * Returns all periods in which the late charge on a bill is suspended, without overlaps. A
 * write-off ends all charges.
 */
export function suspensionsOf(
  facts: { readonly promises: readonly PromiseToPay[]; readonly writtenOffOn: Day | null },
  money: readonly DatedMoney[],
): readonly Suspension[] {
  const { promises, writtenOffOn } = facts;
  const suspensions = promises.flatMap((promise) => suspensionOf(promise, promises, money) ?? []);
  if (!writtenOffOn) return suspensions;
  const before = suspensions
    .map((suspension) => ({ ...suspension, toOn: earlierDay(suspension.toOn, writtenOffOn) }))
    .filter((suspension) => suspension.fromOn <= suspension.toOn);
  return [...before, { fromOn: addDays(writtenOffOn, 1), toOn: endOfDays }];
}

/**
 * Returns what a relief actually waives, at most the charge owed on its day; null if nothing is
 * owed.
 */
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
