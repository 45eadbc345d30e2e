// From rows to the facts of a bill, which the rules compute from. Pure.
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

/** Money of one source on one bill, by its value date. */
export type BillMoney = MoneyIn & { readonly sourceId: string };

/** The terms of the agreement, as the loan keeps them. */
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

/** A bill has the days in force; each extension keeps those that it ended. */
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
  return row.reliefs.map((one) => ({
    id: one.id,
    on: asDay(one.value_on),
    part: one.part,
    amountCentavos: centavos(BigInt(one.granted_centavos)),
  }));
}

function promisesOf(row: BillRecord): PromiseToPay[] {
  return row.promises.map((one) => ({
    id: one.id,
    madeOn: asDay(one.made_on),
    paidBeforeCentavos: centavos(BigInt(one.paid_before_centavos)),
    extensionsBefore: one.extensions_before,
    parts: one.parts.map((part) => ({
      on: asDay(part.due_on),
      amountCentavos: centavos(BigInt(part.amount_centavos)),
    })),
  }));
}

/** The last free day of every term of a bill, in order. */
function lastFreeDaysOf(row: Pick<BillRecord, 'extensions' | 'last_free_on'>): Day[] {
  return [...row.extensions.map((one) => asDay(one.from_last_free_on)), dayOf(row.last_free_on)];
}

/**
 * By value date, and within a day in the order of booking, on which the fee of an extension
 * depends.
 */
export function moneyOf(row: BillRecord): BillMoney[] {
  const lastFree = lastFreeDaysOf(row);
  const terms = new Map(
    row.extensions.map((one, nth): [string, { extends: NewTerm; leaves: NewTerm | null }] => {
      const next = lastFree[nth + 1] ?? asDay(one.due_on);
      const isBack = one.back_last_free_on !== null;
      return [
        one.receipt_id,
        {
          extends: {
            dueOn: asDay(one.due_on),
            lastFreeOn: isBack ? asDay(one.last_free_on) : next,
          },
          leaves: isBack ? { dueOn: asDay(one.from_due_on), lastFreeOn: next } : null,
        },
      ];
    }),
  );
  return row.money.map((one) => {
    const term = terms.get(one.receipt_id);
    return {
      sourceId: one.receipt_id,
      paidOn: asDay(one.value_on),
      amountCentavos: centavos(BigInt(one.amount_centavos)),
      ...(one.reversal_id === null
        ? term && { extends: term.extends }
        : { reversalId: one.reversal_id }),
      ...(one.reversal_id !== null && term?.leaves && { leaves: term.leaves }),
    };
  });
}

/**
 * The last day on which a bill was overdue, in any of its terms; null for never. Of an open bill
 * only what an extension has ended counts, and of one whose payout was reversed, too: the day on
 * which it came back is nobody's lateness. An extension whose money is all free again is none: the
 * bill was repaid before it, by money that was reported later.
 */
export function lastLateOn(
  row: Pick<BillRecord, 'extensions' | 'money' | 'settled_on' | 'settled_as' | 'last_free_on'>,
): Day | null {
  const paid = row.extensions.filter((one) =>
    row.money.some(({ receipt_id }) => receipt_id === one.receipt_id),
  );
  const days = paid
    .filter((one) => one.offered_on > one.from_last_free_on)
    .map((one) => asDay(one.offered_on));
  const lastFreeOn = lastFreeDaysOf(row)[paid.length];
  const settledOn = row.settled_on && dayOf(row.settled_on);
  if (settledOn && lastFreeOn && settledOn > lastFreeOn && row.settled_as !== 'void')
    days.push(settledOn);
  return days.reduce<Day | null>((last, day) => (last ? laterDay(last, day) : day), null);
}

/** Of the facts of a bill, what a screen needs to compute the days to come. */
export function accrualOf(facts: BillFacts): AccrualFacts {
  const { reliefs, promises, writtenOffOn, serviceFeeBps, waivers, ...accrual } = facts;
  return { ...accrual, waivers: waivers.map(({ id, ...waiver }) => waiver) };
}

const computed = new WeakMap<BillRecord, BillFacts>();

/**
 * The facts of a bill: its terms, and its money allocated in the order of value dates; of a
 * returned loan it is all principal. Computed once for a row, which nobody changes: what a bill
 * would be is another row.
 */
export function factsOf(row: BillRecord): BillFacts {
  const facts = computed.get(row) ?? computeFacts(row);
  computed.set(row, facts);
  return facts;
}

function computeFacts(row: BillRecord): BillFacts {
  if (row.settled_as === 'cooledOff') {
    invariant(row.extensions.length === 0, 'a loan that was extended is not returned');
    return returnedFacts(termsOf(row), moneyOf(row));
  }
  return settle(termsOf(row), moneyOf(row)).facts;
}

/**
 * The last day on which money returns the loan: the one that was named when the return was
 * requested, or a later one where a holiday within the days of cooling-off was proclaimed since.
 * Null where nobody asked.
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
