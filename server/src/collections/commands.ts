// Staff commands for overdue bills: list them, take one, see it, and log calls about it.

import { zLine } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { choice, loanReference, option, optional, text, word } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { entity, money } from '#/commands/display.ts';
import { pageArguments, paged, pageLength, withOptions } from '#/commands/page.ts';
import { logCall } from './calling.ts';
import { countList, listBills } from './list.ts';
import { releaseBill, takeBill } from './owners.ts';
import { buckets, callOutcomes } from './rules.ts';
import { showBill } from './show.ts';
import { billRows } from './shown.ts';

const noteLength = 500;

const looking = {
  kind: 'look',
  menu: 'Collections',
  roles: ['collector', 'support', 'finance', 'manager'],
} as const;
const reference = word(loanReference, 'the loan');

const lookCommands: StaffCommand[] = [
  command({
    name: 'overdue list',
    label: 'List overdue bills',
    about: `Lists overdue bills without a kept plan or promise, longest overdue first, ${pageLength} a page, with the last call, when the next is allowed, and who holds the bill. The others are in overdue plans.`,
    examples: [
      'overdue list',
      'overdue list --bucket 8-30 --owner mine',
      'overdue list --after 2026-11-18/019a9f00-0000-7000-8000-000000000001',
    ],
    ...looking,
    readsStandby: true,
    arguments: {
      bucket: optional(
        option(
          choice(buckets),
          'the days overdue; dueToday: the last free day is today; brokenToday: a promised part was due yesterday and is not fully paid',
        ),
      ),
      owner: optional(option(choice(['mine']), 'only the bills that you hold')),
      ...pageArguments,
    },
    run: async (ctx, tx, filter) => await listBills(ctx, tx, filter, { isPromised: false }),
    shows: ({ table }) =>
      table(
        (data) => data.bills,
        {
          reference: (bill) => entity('loan', bill.reference),
          days: (bill) => bill.days,
          owed: (bill) => money(bill.owedCentavos),
          on: (bill) => bill.on,
          name: (bill) => bill.name,
          number: (bill) => bill.phone,
          promise: (bill) => (bill.hadPromise ? 'not kept' : 'none'),
          'last call': (bill) => bill.lastCall?.outcome ?? 'never',
          'called at': (bill) => bill.lastCall?.at,
          'calls today': (bill) => bill.callsToday,
          'call from': (bill) => bill.from ?? 'now',
          'held by': (bill) => bill.owner?.by,
          until: (bill) => bill.owner?.until,
          person: (bill) => entity('person', bill.person),
        },
        {
          none: 'No such bill is open.',
          ...paged(({ bucket, owner }) => withOptions('overdue list', { bucket, owner })),
        },
      ),
  }),
  command({
    name: 'overdue counts',
    label: 'Count overdue bills',
    about:
      'Counts the bills of each bucket of overdue list, and the overdue bills that you hold, each up to 1,000.',
    examples: ['overdue counts'],
    ...looking,
    readsStandby: true,
    run: countList,
    shows: ({ table }) =>
      table((data) => [...data.buckets, { bucket: 'mine', ...data.mine }], {
        bucket: (row) => row.bucket,
        bills: (row) => (row.isMore ? `${row.count}+` : row.count),
      }),
  }),
  command({
    name: 'overdue plans',
    label: 'List payment plans',
    about: `Lists overdue bills whose plan or promise is kept, ${pageLength} a page, with the next part. Call about a bill only after the day of its next part.`,
    examples: [
      'overdue plans',
      'overdue plans --after 2026-11-18/019a9f00-0000-7000-8000-000000000001',
    ],
    ...looking,
    readsStandby: true,
    arguments: pageArguments,
    run: async (ctx, tx, filter) => await listBills(ctx, tx, filter, { isPromised: true }),
    shows: ({ table }) =>
      table(
        (data) => data.bills,
        {
          reference: (bill) => entity('loan', bill.reference),
          days: (bill) => bill.days,
          owed: (bill) => money(bill.owedCentavos),
          on: (bill) => bill.on,
          'next part': (bill) => bill.nextPart && money(bill.nextPart.amountCentavos),
          'part due': (bill) => bill.nextPart?.on,
          person: (bill) => entity('person', bill.person),
        },
        { none: 'No plan is kept.', ...paged('overdue plans') },
      ),
  }),
  command({
    name: 'overdue show',
    label: 'Show an overdue bill',
    about:
      'Shows what a call about an open bill needs: what it owes today and tomorrow, promises, calls, whether a call is allowed now, what to say, and what a new promise must be.',
    examples: [
      'overdue show 4021938857 --reason "before the call"',
      'overdue show 4021938857 --reveal --reason "to call the borrower"',
    ],
    ...looking,
    aboutPerson: 'reported',
    mayReveal: ['collector', 'support'],
    arguments: { reference },
    run: async (ctx, tx, { reference }) => await showBill(ctx, tx, reference),
    shows: ({ record }) => record(billRows, { lines: ({ script }) => script }),
  }),
];

/** Holding a bill leaves what it owes as it is, and reveals nothing about its borrower. */
const holding = {
  kind: 'change',
  menu: 'Collections',
  needsNoReason: true,
  seenFirst: { notNeeded: 'it decides nothing' },
  arguments: { reference },
} as const;

const changeCommands: StaffCommand[] = [
  command({
    name: 'overdue take',
    label: 'Take an overdue bill',
    about:
      'Takes an open bill for seven days, so that nobody else logs calls about it. Taking it again restarts the days.',
    examples: ['overdue take 4021938857'],
    ...holding,
    roles: ['collector', 'support'],
    run: async (ctx, tx, { reference }) => {
      const { loanId, untilOn } = await takeBill(ctx, tx, reference);
      return { data: { reference, until: untilOn }, subject: loanId };
    },
    shows: ({ lines }) =>
      lines(({ reference, until }) => `Loan ${reference} is yours until the end of ${until}.`),
  }),
  command({
    name: 'overdue release',
    label: 'Release an overdue bill',
    about: 'Releases a bill that you hold. A manager releases anybody’s.',
    examples: ['overdue release 4021938857'],
    ...holding,
    roles: ['collector', 'support', 'manager'],
    run: async (ctx, tx, { reference }) => {
      const { loanId } = await releaseBill(ctx, tx, reference);
      return { data: { reference }, subject: loanId };
    },
    shows: ({ lines }) => lines(({ reference }) => `Nobody holds loan ${reference} now.`),
  }),
  command({
    name: 'overdue call-log',
    menu: 'Collections',
    label: 'Note a call',
    about:
      'Logs a call about an overdue bill, right after the call. Calls are allowed from 06:00 to 22:00 in Manila, only to the borrower’s own number, at most three times a day, and not again that day once the borrower was reached. Nobody calls about a bill that somebody else holds.',
    examples: [
      'overdue call-log 4021938857 --outcome noAnswer --reason "5 days overdue"',
      'overdue call-log 4021938857 --outcome reached --to "0917 123 4567" --note "pays on payday, the 30th" --reason "5 days overdue"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'it records a call' },
    roles: ['collector', 'support'],
    arguments: {
      reference,
      outcome: option(choice(callOutcomes), 'the result'),
      to: optional(
        option(
          text(v.pipe(v.string(), v.maxLength(30)), 'number'),
          'the number that was called; the borrower’s own by default',
        ),
      ),
      note: optional(option(text(zLine(noteLength)), 'what was said; the borrower may read it')),
    },
    run: logCall,
    shows: ({ lines }) => lines(({ call }) => `Logged: ${call.outcome}, loan ${call.reference}.`),
  }),
];

export const collectionsCommands: StaffCommand[] = [...lookCommands, ...changeCommands];
