// Staff commands for overdue bills: list them and log calls about them.

import { zLine } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { phoneOf } from '#/account/account.ts';
import { choice, loanReference, option, optional, text, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { entity, money } from '#/commands/display.ts';
import { maskPhone } from '#/commands/mask.ts';
import { mobileOf } from '#/commands/mobile.ts';
import { type Place, pageArguments, paged, pageLength } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import { type BillView, viewBills, viewLockedBill } from '#/loan/loan.ts';
import { manilaDayOf, todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { type CallOutcome, callOutcomes, whyNotCall } from './rules.ts';
import * as store from './store.ts';

const weekDays = 7;
const noteLength = 500;

const listOptions = {
  kind: 'look',
  roles: ['collector', 'support', 'finance', 'manager'],
  arguments: pageArguments,
} as const;

export const collectionsCommands: StaffCommand[] = [
  command({
    name: 'overdue list',
    menu: 'Collections',
    label: 'List overdue bills',
    about: `Lists overdue bills without a kept plan or promise, longest overdue first, ${pageLength} a page, with the last call. The others are in overdue plans.`,
    examples: [
      'overdue list',
      'overdue list --after 2026-11-18/019a9f00-0000-7000-8000-000000000001',
    ],
    ...listOptions,
    run: async (ctx, tx, { after = null }) => await list(ctx, tx, after, false),
    shows: ({ table }) =>
      table(
        (data) => data.bills,
        {
          reference: (bill) => entity('loan', bill.reference),
          days: (bill) => bill.days,
          owed: (bill) => money(bill.owedCentavos),
          number: (bill) => bill.phone,
          promise: (bill) => (bill.hadPromise ? 'not kept' : 'none'),
          'last call': (bill) => bill.lastCall?.outcome ?? 'never',
          'called at': (bill) => bill.lastCall?.at,
          person: (bill) => entity('person', bill.person),
        },
        paged('overdue list'),
      ),
  }),
  command({
    name: 'overdue plans',
    menu: 'Collections',
    label: 'List payment plans',
    about: `Lists overdue bills whose plan or promise is kept, ${pageLength} a page, with the next part. Call about a bill only after the day of its next part.`,
    examples: [
      'overdue plans',
      'overdue plans --after 2026-11-18/019a9f00-0000-7000-8000-000000000001',
    ],
    ...listOptions,
    run: async (ctx, tx, { after = null }) => await list(ctx, tx, after, true),
    shows: ({ table }) =>
      table(
        (data) => data.bills,
        {
          reference: (bill) => entity('loan', bill.reference),
          days: (bill) => bill.days,
          owed: (bill) => money(bill.owedCentavos),
          'next part': (bill) => bill.nextPart && money(bill.nextPart.amountCentavos),
          'part due': (bill) => bill.nextPart?.on,
          person: (bill) => entity('person', bill.person),
        },
        { none: 'No plan is kept.', ...paged('overdue plans') },
      ),
  }),
  command({
    name: 'overdue call-log',
    menu: 'Collections',
    label: 'Note a call',
    about:
      'Logs a call about an overdue bill, right after the call. Calls are allowed from 06:00 to 22:00 in Manila, only to the borrower’s own number, at most three times a day, and not again that day once the borrower was reached.',
    examples: [
      'overdue call-log 4021938857 --outcome noAnswer --reason "5 days overdue"',
      'overdue call-log 4021938857 --outcome reached --to "0917 123 4567" --note "pays on payday, the 30th" --reason "5 days overdue"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'it records a call' },
    roles: ['collector', 'support'],
    arguments: {
      reference: word(loanReference, 'the loan'),
      outcome: option(choice(callOutcomes), 'the result'),
      to: optional(
        option(
          text(v.pipe(v.string(), v.maxLength(30)), 'number'),
          'the number that was called; the borrower’s own by default',
        ),
      ),
      note: optional(option(text(zLine(noteLength)), 'what was said; the borrower may read it')),
    },
    run: callLog,
    shows: ({ lines }) => lines(({ call }) => `Logged: ${call.outcome}, loan ${call.reference}.`),
  }),
];

/**
 * Returns a page of overdue bills, either those with a kept promise or all others, longest overdue
 * first. Queries until the page is full or no bills are left.
 */
async function list(ctx: StaffCtx, tx: Tx, after: Place | null, isPromised: boolean) {
  const bills: Awaited<ReturnType<typeof listed>>[] = [];
  let place = after;
  for (;;) {
    const rows = await store.overdueBills(tx, {
      today: todayOf(ctx.now),
      after: place,
      limit: pageLength,
      isPromised,
    });
    for (const row of rows) {
      if (bills.length === pageLength) return { data: { bills, next: place } };
      const view = await viewed(ctx, tx, row);
      if (isPromised === (view.shown.promised !== null))
        bills.push(await listed(ctx, tx, row, view));
      place = { on: wireDay(row.last_free_on), id: row.loan_id };
    }
    if (rows.length < pageLength) return { data: { bills, next: null } };
  }
}

type Row = Awaited<ReturnType<typeof store.overdueBills>>[number];

async function viewed(ctx: StaffCtx, tx: Read, row: Row): Promise<BillView> {
  const today = todayOf(ctx.now);
  const [bill] = await viewBills(tx, row.borrower_id, { loanId: row.loan_id }, today);
  invariant(bill, 'a listed bill exists');
  return bill;
}

async function listed({ app }: StaffCtx, tx: Read, row: Row, view: BillView) {
  const { facts, shown } = view;
  return {
    reference: shown.referenceNo,
    person: row.borrower_id,
    phone: maskPhone(await phoneOf(tx, app.sealer, row.borrower_id)),
    days: shown.overdueDays,
    owedCentavos: shown.currentDue.owedCentavos,
    nextPart: shown.promised && {
      amountCentavos: shown.promised.amountCentavos,
      on: shown.promised.on,
    },
    hadPromise: facts.promises.length > 0,
    lastCall: row.called_at && { outcome: row.outcome, at: wireInstant(row.called_at) },
  };
}

/** Logs a call made just now to the borrower's own number. */
async function callLog(
  { app, who, now }: StaffCtx,
  tx: Tx,
  {
    reference,
    outcome,
    to,
    note,
  }: {
    reference: string;
    outcome: CallOutcome;
    to?: string | undefined;
    note?: string | undefined;
  },
) {
  const { borrowerId, shown } = await viewLockedBill(tx, reference, todayOf(now));
  if (shown.overdueDays === 0) throw new Declined('This bill is not overdue.');
  if (shown.promised)
    throw new Declined(
      `The promise is kept so far. Call about this bill only after ${shown.promised.on}.`,
    );
  const own = await phoneOf(tx, app.sealer, borrowerId);
  const called = to === undefined ? own : mobileOf(to);
  if (called !== own)
    throw new Declined(
      'Call only the borrower, at their own number, never a reference or anybody else.',
    );
  const today = manilaDayOf(now);
  const before = await store.callsSince(tx, borrowerId, today.subtract({ days: weekDays - 1 }));
  const rules = app.rulesOn(today);
  const refusal = whyNotCall(now, before, rules);
  if (refusal) throw new Declined(refusal);
  const number = before.filter((call) => call.on === today.toString()).length + 1;
  const id = newId(now);
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
  const data = { call: { reference, outcome, leftToday: rules.callsADay - number } };
  return { data, person: borrowerId, detail: { loan: shown.loanId, outcome } };
}
