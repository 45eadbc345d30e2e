// Converts database rows into the facts of a bill that the rules use.
import type { AccrualFacts } from '@sandali/contract/accrualFacts.ts';
import { asDay, type Day, type Holidays, laterDay } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import { invariant } from '#/platform/refuse.ts';
import type { BillRecord } from './bill.store.ts';
import { type MoneyIn, type NewTerm, settle } from './rules/allocate.ts';
import type { BillFacts, BillTerms, LoanTerms } from './rules/bill.ts';
import { coolingOffEndsOn, returnedFacts } from './rules/cooling-off.ts';
import type { PromiseToPay, Relief } from './rules/relief.ts';
import type { LoanRecord } from './store.ts';

/** Money from one source on one bill, with its value date. */
export type BillMoney = MoneyIn & { readonly sourceId: string };

/** Returns the agreed terms, as stored with the loan. */
export function factsOfLoan(
  loan: Pick<
    LoanRecord,
    | 'principal_centavos'
    | 'arrival_centavos'
    | 'interest_coupon_centavos'
    | 'term_days'
    | 'interest_per_day_bps'
    | 'late_charge_per_month_bps'
    | 'service_fee_bps'
  >,
): LoanTerms {
  return {
    principalCentavos: centavos(loan.principal_centavos),
    arrivalCentavos: centavos(loan.arrival_centavos),
    interestCouponCentavos: centavos(loan.interest_coupon_centavos),
    termDays: loan.term_days,
    interestPerDayBps: loan.interest_per_day_bps,
    lateChargePerMonthBps: loan.late_charge_per_month_bps,
    serviceFeeBps: loan.service_fee_bps,
  };
}

/**
 * Returns a bill's terms. The row contains the current dates, and each extension contains the dates
 * that it replaced.
 */
export function termsOf(row: BillRecord): BillTerms {
  return {
    ...factsOfLoan(row),
    arrivedOn: dayOf(row.arrived_on),
    firstLastFreeOn: lastFreeDaysOf(row)[0] ?? dayOf(row.last_free_on),
    reliefs: reliefsOf(row),
    promises: promisesOf(row),
    writtenOffOn: row.written_off_on ? dayOf(row.written_off_on) : null,
  };
}

function reliefsOf(row: BillRecord): Relief[] {
  return row.reliefs.map((relief) => ({
    id: relief.id,
    on: asDay(relief.value_on),
    part: relief.part,
    amountCentavos: centavos(BigInt(relief.granted_centavos)),
  }));
}

function promisesOf(row: BillRecord): PromiseToPay[] {
  return row.promises.map((promise) => ({
    id: promise.id,
    madeOn: asDay(promise.made_on),
    paidBeforeCentavos: centavos(BigInt(promise.paid_before_centavos)),
    extensionsBefore: promise.extensions_before,
    parts: promise.parts.map((part) => ({
      on: asDay(part.due_on),
      amountCentavos: centavos(BigInt(part.amount_centavos)),
    })),
  }));
}

/** Returns the last free day of each of a bill's terms, in order. */
function lastFreeDaysOf(row: Pick<BillRecord, 'extensions' | 'last_free_on'>): Day[] {
  return [
    ...row.extensions.map((extension) => asDay(extension.from_last_free_on)),
    dayOf(row.last_free_on),
  ];
}

/**
 * Returns a bill's money by value date, and within a day in booking order, because that order
 * affects an extension's fee.
 */
export function moneyOf(row: BillRecord): BillMoney[] {
  const lastFree = lastFreeDaysOf(row);
  const terms = new Map(
    row.extensions.map((extension, nth): [string, { extends: NewTerm; leaves: NewTerm | null }] => {
      const next = lastFree[nth + 1] ?? asDay(extension.due_on);
      const isBack = extension.back_last_free_on !== null;
      return [
        extension.receipt_id,
        {
          extends: {
            dueOn: asDay(extension.due_on),
            lastFreeOn: isBack ? asDay(extension.last_free_on) : next,
          },
          leaves: isBack ? { dueOn: asDay(extension.from_due_on), lastFreeOn: next } : null,
        },
      ];
    }),
  );
  return row.money.map((payment) => {
    const term = terms.get(payment.receipt_id);
    return {
      sourceId: payment.receipt_id,
      paidOn: asDay(payment.value_on),
      amountCentavos: centavos(BigInt(payment.amount_centavos)),
      ...(payment.reversal_id === null
        ? term && { extends: term.extends }
        : { reversalId: payment.reversal_id }),
      ...(payment.reversal_id !== null && term?.leaves && { leaves: term.leaves }),
    };
  });
}

/**
 * Returns the last day on which a bill was overdue in any of its terms, or null. For an open or
 * reversed bill, only terms that an extension ended count. Skips extensions that no money pays for
 * any more, because a late-reported payment showed that the bill had already been repaid.
 */
export function lastLateOn(
  row: Pick<BillRecord, 'extensions' | 'money' | 'settled_on' | 'settled_as' | 'last_free_on'>,
): Day | null {
  const paid = row.extensions.filter((extension) =>
    row.money.some(({ receipt_id }) => receipt_id === extension.receipt_id),
  );
  const days = paid
    .filter((extension) => extension.offered_on > extension.from_last_free_on)
    .map((extension) => asDay(extension.offered_on));
  const lastFreeOn = lastFreeDaysOf(row)[paid.length];
  const settledOn = row.settled_on && dayOf(row.settled_on);
  if (settledOn && lastFreeOn && settledOn > lastFreeOn && row.settled_as !== 'void')
    days.push(settledOn);
  return days.reduce<Day | null>((last, day) => (last ? laterDay(last, day) : day), null);
}

/** Returns the facts that a screen needs to compute future days. */
export function accrualOf(facts: BillFacts): AccrualFacts {
  const { reliefs, promises, writtenOffOn, serviceFeeBps, waivers, ...accrual } = facts;
  return { ...accrual, waivers: waivers.map(({ id, ...waiver }) => waiver) };
}

const computed = new WeakMap<BillRecord, BillFacts>();

/**
 * Returns the facts of a bill: its terms, and its money allocated by value date. All money paid on
 * a returned loan goes towards principal. The facts are cached per row, because rows are immutable.
 */
export function factsOf(row: BillRecord): BillFacts {
  const facts = computed.get(row) ?? computeFacts(row);
  computed.set(row, facts);
  return facts;
}

function computeFacts(row: BillRecord): BillFacts {
  if (row.settled_as === 'cooledOff') {
    invariant(row.extensions.length === 0, 'a returned loan was never extended');
    return returnedFacts(termsOf(row), moneyOf(row));
  }
  return settle(termsOf(row), moneyOf(row)).facts;
}

/**
 * Returns the last day on which a return can be paid for: the announced day, or a later day if a
 * holiday was added within cooling-off. Null if no return was requested.
 */
export function returnEndOf(
  row: Pick<BillRecord, 'arrived_on' | 'return_ends_on'>,
  holidays: Holidays,
): Day | null {
  return (
    row.return_ends_on &&
    laterDay(dayOf(row.return_ends_on), coolingOffEndsOn(dayOf(row.arrived_on), holidays))
  );
}

export function dayOf(day: Temporal.PlainDate): Day {
  return asDay(day.toString());
}
