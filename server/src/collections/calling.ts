// Calls about overdue bills: whether one is allowed now, and the log of each.
import { phoneOf } from '#/account/account.ts';
import type { StaffCtx } from '#/commands/command.ts';
import { mobileOf } from '#/commands/mobile.ts';
import type { Tx } from '#/db/database.ts';
import { type BillView, viewLockedBill } from '#/loan/loan.ts';
import { manilaDayOf, todayOf, wireInstant } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import { mustBeFree } from './owners.ts';
import {
  type Called,
  type CallOutcome,
  type CallRules,
  firstCountedDay,
  nextCallAt,
  whyNotCall,
} from './rules.ts';
import * as store from './store.ts';

/** Returns why nobody may call about this bill today; null if the bill allows a call. */
function whyNotAbout({ shown }: BillView): string | null {
  if (shown.overdueDays === 0) return 'This bill is not overdue.';
  return shown.promised
    ? `The promise is kept so far. Call about this bill only after ${shown.promised.on}.`
    : null;
}

/**
 * Returns why a call about this bill is not allowed now and from when it is; both are null if it is
 * allowed. `called` contains the calls of the last seven days to its borrower.
 */
export function callingOf(
  bill: BillView,
  now: Temporal.Instant,
  called: readonly Called[],
  rules: CallRules,
) {
  const { promised, lastFreeDay } = bill.shown;
  const whyNot = whyNotAbout(bill) ?? whyNotCall(now, called, rules);
  const firstOn = Temporal.PlainDate.from(promised?.on ?? lastFreeDay).add({ days: 1 });
  return {
    whyNot,
    from: whyNot && wireInstant(nextCallAt(now, called, rules, firstOn)),
    callsToday: called.filter(({ on }) => on === todayOf(now)).length,
  };
}

type Call = {
  reference: string;
  outcome: CallOutcome;
  to?: string | undefined;
  note?: string | undefined;
};

/** Logs a call made just now to the borrower's own number. */
export async function logCall(ctx: StaffCtx, tx: Tx, { reference, outcome, to, note }: Call) {
  const { app, who, now } = ctx;
  const bill = await viewLockedBill(tx, reference, todayOf(now));
  const { borrowerId, shown } = bill;
  const whyNotBill = whyNotAbout(bill);
  if (whyNotBill) throw new Declined(whyNotBill);
  await mustBeFree(ctx, tx, shown.loanId);
  const own = await phoneOf(tx, app.sealer, borrowerId);
  const called = to === undefined ? own : mobileOf(to);
  if (called !== own)
    throw new Declined(
      'Call only the borrower, at their own number, never a reference or anybody else.',
    );
  const today = manilaDayOf(now);
  const calls = await store.callsSince(tx, [borrowerId], firstCountedDay(today));
  const before = calls.get(borrowerId) ?? [];
  const rules = app.rulesOn(today);
  const refusal = whyNotCall(now, before, rules);
  if (refusal) throw new Declined(refusal);
  const number = before.filter((call) => call.on === today.toString()).length + 1;
  const id = newIdFor(borrowerId, now);
  await store.insertCall(tx, {
    id,
    loan_id: shown.loanId,
    borrower_id: borrowerId,
    called_at: now,
    called_on: today,
    number,
    called_by: who,
    to_hash: app.sealer.hash('phone', called),
    outcome,
    note_sealed: note === undefined ? null : app.sealer.seal('call note', id, note),
  });
  const after = [...before, { on: today.toString(), outcome }];
  const { whyNot, from } = callingOf(bill, now, after, rules);
  const data = {
    call: {
      reference,
      at: wireInstant(now),
      by: who,
      outcome,
      leftToday: rules.callsADay - number,
      leftThisWeek: rules.callsAWeek - after.length,
      whyNot,
      from,
    },
  };
  return { data, person: borrowerId, detail: { loan: shown.loanId, outcome } };
}
