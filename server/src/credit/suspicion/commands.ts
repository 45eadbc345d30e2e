// The staff commands for suspicious transactions (RA 9160). One person records a suspicion and
// another decides on it. Telling the borrower is a crime.
import { zLine } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { lockBorrower } from '#/account/account.ts';
import {
  choice,
  day,
  idOf,
  longText,
  option,
  optional,
  person,
  text,
  word,
} from '#/commands/arguments.ts';
import {
  command,
  type StaffCommand,
  type StaffCtx,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import { day as dayCell, entity } from '#/commands/display.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
import { afterRow, paged, pageLength, pageOf } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import { todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import * as store from './store.ts';

const compliance = { roles: ['compliance'], aboutPerson: 'withheld' } as const;
const report = word(idOf('suspicion'), 'the report, as suspicion list shows it', 'id');

async function waiting(read: Read, { ids }: WaitingAt): Promise<Waiting[]> {
  const rows = await store.suspicionsOf(read, ids);
  return rows.map((row) => ({
    id: row.approval_id,
    confirmedBy: 'suspicion release',
    what: row.id,
    facts: [{ name: 'noticed on', before: null, after: dayCell(row.noticed_on) }],
    // The second person types the reference of the report.
    input: { report: row.id },
    about: { as: 'suspicion', id: row.id },
  }));
}
const twoPeople = {
  act: 'suspicion',
  confirmedBy: 'suspicion release',
  declinedBy: 'suspicion dismiss',
  waiting,
} as const;

export const suspicionCommands: readonly StaffCommand[] = [
  command({
    name: 'suspicion list',
    menu: 'Screening',
    label: 'List suspicious transactions',
    about: `Lists the suspicious transactions that wait for a second person, oldest first, or the decided ones, newest first, ${pageLength} a page. Ends with exit code 1 while one waits.`,
    examples: [
      'suspicion list --reason "daily look of compliance"',
      'suspicion list --state decided --reason "report of the month"',
    ],
    kind: 'look',
    ...compliance,
    arguments: {
      state: optional(option(choice(['waiting', 'decided']), 'which ones'), 'waiting'),
      ...afterRow(idOf('suspicion')),
    },
    run: async (_ctx, tx, { state, after = null }) => {
      const rows =
        state === 'waiting'
          ? await store.waitingSuspicions(tx, after)
          : await store.decidedSuspicions(tx, after);
      const { page, next } = pageOf(rows, ({ id }) => id);
      return { data: { state, reports: page.map(suspicionView), next } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.reports,
        {
          id: (report) => entity('suspicion', report.id),
          person: (report) => entity('person', report.person),
          noticed: (report) => report.noticedOn,
          recorded: (report) => report.recordedAt,
          by: (report) => report.recordedBy,
          outcome: (report) => report.outcome ?? 'waits',
        },
        {
          none: 'No report.',
          ...paged(({ state }) => `suspicion list --state ${state}`),
          isWell: (data) => data.reports.every((report) => report.outcome !== null),
        },
      ),
  }),
  command({
    name: 'suspicion show',
    menu: 'Screening',
    label: 'Show a suspicious transaction',
    about: 'Shows the record of a suspicious transaction, and the reference of its report.',
    examples: [
      'suspicion show 019a9f00-0000-7000-8000-000000000001 --reason "second look before the release"',
    ],
    kind: 'look',
    ...compliance,
    arguments: { report },
    run: async ({ app, who }, tx, { report }) => {
      const look = await lookAt(tx, suspicionSight(report), who);
      const row = await mustFind(tx, report);
      const words = app.sealer.open('suspicion', row.id, row.words_sealed);
      const reference =
        row.reference_sealed &&
        app.sealer.open('suspicion reference', row.id, row.reference_sealed);
      return {
        data: { report: { ...suspicionView(row), words, reference } },
        subject: row.id,
        detail: look,
      };
    },
    shows: ({ lines }) =>
      lines(({ report: { person, noticedOn, recordedBy, words, outcome, reference } }) => [
        `person ${person}, noticed on ${noticedOn}, recorded by ${recordedBy}`,
        words,
        outcome === null
          ? 'waits for a second person'
          : reference
            ? `${outcome}, reference ${reference}`
            : outcome,
      ]),
  }),
  command({
    name: 'suspicion record',
    menu: 'Screening',
    label: 'Record a suspicion',
    about:
      'Records a suspicious transaction of a person. A second person releases the report or finds it unfounded.',
    examples: [
      'suspicion record 09175554102 --noticed 2026-11-20 --words "Three loans repaid within an hour from accounts of strangers." --reason "ticket 812"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'another person decides, after a look' },
    ...compliance,
    twoPeople,
    arguments: {
      person: word(person, 'the person it concerns'),
      noticedOn: option(day, 'the Manila day on which it was noticed', 'noticed'),
      words: option(
        longText(v.pipe(v.string(), v.trim(), v.minLength(10), v.maxLength(4000))),
        'what happened',
      ),
    },
    run: record,
    shows: ({ lines }) =>
      lines((data) => `recorded as ${data.report.id}; another person decides on it`),
  }),
  command({
    name: 'suspicion release',
    menu: 'Screening',
    label: 'Release a report',
    about:
      'Confirms that a suspicion was reported to the AMLC, under the reference that the council gave.',
    examples: [
      'suspicion release 019a9f00-0000-7000-8000-000000000001 --reference STR-2026-0001 --reason "reported today"',
    ],
    kind: 'change',
    seenFirst: 'suspicion',
    ...compliance,
    twoPeople,
    arguments: {
      report,
      reference: option(text(zLine(80)), 'the reference of the report at the AMLC'),
    },
    run: (ctx, tx, { report, reference }) =>
      decide(ctx, tx, report, { outcome: 'released', reference }),
    shows: ({ lines }) => lines((data) => `${data.report.id}: ${data.report.outcome}`),
  }),
  command({
    name: 'suspicion dismiss',
    menu: 'Screening',
    label: 'Dismiss a suspicion',
    about: 'Confirms, as a second person, that a suspicion is unfounded. Its record is kept.',
    examples: [
      'suspicion dismiss 019a9f00-0000-7000-8000-000000000001 --reason "the payer is the wife, shown by ticket 812"',
    ],
    kind: 'change',
    seenFirst: 'suspicion',
    ...compliance,
    twoPeople: { ...twoPeople, confirmedBy: 'suspicion dismiss' },
    arguments: { report },
    run: (ctx, tx, { report }) =>
      decide(ctx, tx, report, { outcome: 'unfounded', reference: null }),
    shows: ({ lines }) => lines((data) => `${data.report.id}: ${data.report.outcome}`),
  }),
];

const suspicionSight = (id: string): Sight => ({ kind: 'suspicion', id });

async function mustFind(read: Read, report: string): Promise<store.SuspicionRow> {
  const row = await store.findSuspicion(read, report);
  if (!row) throw new Declined(`There is no report ${report}.`);
  return row;
}

function suspicionView(row: store.SuspicionRow) {
  return {
    id: row.id,
    person: row.borrower_id,
    noticedOn: wireDay(row.noticed_on),
    recordedAt: wireInstant(row.recorded_at),
    recordedBy: row.recorded_by,
    outcome: row.outcome,
  };
}

type RecordInput = { person: string; noticedOn: ReturnType<typeof todayOf>; words: string };

/**
 * Records a suspicion. The trail names the report and not the borrower, because borrowers can read
 * rows that name them.
 */
async function record(ctx: StaffCtx, tx: Tx, { person, noticedOn, words }: RecordInput) {
  const { app, now, approvals } = ctx;
  if (noticedOn > todayOf(now))
    throw new Declined('The day on which it was noticed is in the future.');
  const borrowerId = await ctx.borrowerNamed(tx, person);
  await lockBorrower(tx, borrowerId);
  const reportId = newIdFor(borrowerId, now);
  await store.insertSuspicion(tx, {
    id: reportId,
    borrowerId,
    noticedOn: Temporal.PlainDate.from(noticedOn),
    wordsSealed: app.sealer.seal('suspicion', reportId, words),
    recordedAt: now,
    approvalId: await approvals.propose(tx, 'suspicion', { isReasonKept: false }),
  });
  return { data: { report: { id: reportId } }, subject: reportId };
}

type DecisionInput = { outcome: 'released' | 'unfounded'; reference: string | null };

async function decide(
  { app, now, approvals, looks }: StaffCtx,
  tx: Tx,
  report: string,
  { outcome, reference }: DecisionInput,
) {
  const { borrower_id: borrowerId } = await mustFind(tx, report);
  await lockBorrower(tx, borrowerId);
  const row = await mustFind(tx, report);
  if (row.outcome !== null) throw new Declined(`This report is already ${row.outcome}.`);
  await looks.mustHaveSeen(tx, suspicionSight(row.id), () => `suspicion show ${row.id}`);
  await approvals.confirm(tx, row.approval_id);
  const referenceSealed =
    reference === null ? null : app.sealer.seal('suspicion reference', row.id, reference);
  await store.decideSuspicion(tx, row.id, { outcome, at: now, referenceSealed });
  return { data: { report: { id: row.id, outcome } }, subject: row.id, detail: { outcome } };
}
