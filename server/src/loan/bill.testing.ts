// Bill rows for tests without a database.
import { addDays, startOfDayMs } from '@sandali/contract/day.ts';
import type { BillRecord } from './bill.store.ts';
import type { SourcedMoney } from './rules/absorb.ts';
import type { BillTerms } from './rules/bill.ts';

/** Returns a bill's row with its payments and reliefs, as the database returns it. */
export function rowOf(terms: BillTerms, money: readonly SourcedMoney[]): BillRecord {
  const brought = [
    { lastFreeOn: terms.firstLastFreeOn, dueOn: addDays(terms.arrivedOn, terms.termDays) },
  ];
  const extensions = money.flatMap(({ sourceId, paidOn, extends: term }) => {
    const from = brought.at(-1);
    if (!term || !from) return [];
    brought.push(term);
    return [
      {
        receipt_id: sourceId,
        offered_on: paidOn,
        from_due_on: from.dueOn,
        from_last_free_on: from.lastFreeOn,
        due_on: term.dueOn,
        last_free_on: term.lastFreeOn,
        back_last_free_on: null,
        total_centavos: '0',
      },
    ];
  });
  const last = brought.at(-1);
  const arrivedAt = Temporal.Instant.fromEpochMilliseconds(startOfDayMs(terms.arrivedOn));
  return {
    id: '0198a000-0000-7000-8000-000000000001',
    principal_centavos: BigInt(terms.principalCentavos),
    arrival_centavos: BigInt(terms.arrivalCentavos),
    interest_centavos: 0n,
    service_fee_centavos: 0n,
    channel_fee_centavos: 0n,
    interest_coupon_centavos: BigInt(terms.interestCouponCentavos),
    term_days: terms.termDays,
    interest_per_day_bps: terms.interestPerDayBps,
    late_charge_per_month_bps: terms.lateChargePerMonthBps,
    service_fee_bps: terms.serviceFeeBps,
    signed_at: arrivedAt,
    arrived_at: arrivedAt,
    arrived_on: Temporal.PlainDate.from(terms.arrivedOn),
    due_on: Temporal.PlainDate.from(last?.dueOn ?? ''),
    last_free_on: Temporal.PlainDate.from(last?.lastFreeOn ?? ''),
    settled_on: null,
    settled_at: null,
    settled_as: null,
    return_asked_at: null,
    return_ends_on: null,
    written_off_on: null,
    receiver_label: null,
    money: money.map((payment) => ({
      receipt_id: payment.sourceId,
      value_on: payment.paidOn,
      amount_centavos: String(payment.amountCentavos),
      booked_at: '',
      reversal_id: payment.reversalId ?? null,
    })),
    extensions,
    reliefs: terms.reliefs.map((relief) => ({
      ...relief,
      kind: 'waive',
      value_on: relief.on,
      granted_centavos: String(relief.amountCentavos),
    })),
    promises: terms.promises.map(({ id, madeOn, paidBeforeCentavos, extensionsBefore, parts }) => ({
      id,
      made_on: madeOn,
      paid_before_centavos: String(paidBeforeCentavos),
      extensions_before: extensionsBefore,
      is_plan: false,
      parts: parts.map((part) => ({
        due_on: part.on,
        amount_centavos: String(part.amountCentavos),
      })),
    })),
  } as unknown as BillRecord;
}
