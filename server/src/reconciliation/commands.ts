// Staff commands for reconciliation: they read or import reports, and list, show and settle breaks.

import type { Day } from '@sandali/contract/day.ts';
import { day, file, idOf, option, optional, textLike, word } from '#/commands/arguments.ts';
import {
  command,
  type StaffCommand,
  type StaffCtx,
  unchanged,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import { amountIn, entity, money } from '#/commands/display.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
import { pageArguments, paged, pageLength, pageOf } from '#/commands/page.ts';
import type { AppContext } from '#/context/app-context.ts';
import { workCtx } from '#/context/ctx.ts';
import type { Read, Tx } from '#/db/database.ts';
import { bankNamed, banksOf } from '#/gateway/routing.ts';
import { readSettlementReport } from '#/gateway/settlement-report.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { settlementReportAlarm } from './alarm.ts';
import { lockComparing } from './compare.store.ts';
import { ChangedSettlementReport, readDay, takeSettlementReport } from './reconcile-days.ts';
import * as breaks from './store.ts';
import { type DaySums, daySums } from './store.ts';

const morePages = paged('reconcile breaks');
const readers = ['finance', 'engineer'] as const;
const breakId = word(idOf('break'), 'the id in reconcile breaks', 'id');
const gateway = optional(
  option(textLike(/\w{1,40}/, 'name'), 'the gateway of the report; by default the current one'),
);

const dayColumns = [
  'float on',
  'by the settlement report',
  'by the books',
  'explained by breaks',
  'unexplained',
  'open breaks',
];

export const reconciliationCommands: StaffCommand[] = [
  command({
    name: 'reconcile day',
    menu: 'Books',
    label: 'Reconcile a day',
    about:
      "Reads the gateway's settlement report of a day and compares every line with the books. Ends with exit code 1 while a break is open.",
    examples: [
      'reconcile day',
      'reconcile day 2026-11-20',
      'reconcile day 2026-11-20 --gateway xendit_old',
    ],
    kind: 'change',
    needsNoReason: true,
    seenFirst: { notNeeded: 'it books only what the report proves' },
    roles: readers,
    timeoutMs: 120_000,
    arguments: { day: optional(word(day, 'the day; yesterday by default')), gateway },
    run: async ({ app, now }, _tx, { day, gateway = app.bank.name }) => {
      const params = {
        gateway: mustBeKnown(app, gateway).name,
        day: mustBeOver(now, day).toString(),
      };
      return { data: params, detail: params };
    },
    // This runs outside the transaction, because it calls the gateway.
    answer: async ({ app }, { gateway, day: on }) => {
      const day = Temporal.PlainDate.from(on);
      const compared = await readDay(workCtx(app), mustBeKnown(app, gateway), day);
      return { isRead: compared !== null, ...sumsOf(await daySums(app.db, gateway, day)) };
    },
    shows: ({ rows }) =>
      rows(dayColumns, (data) =>
        data.isRead
          ? dayShown(data)
          : {
              ...dayShown(data),
              lines: ['The gateway gave no settlement report; see the log.'],
              isWell: false,
            },
      ),
  }),
  command({
    name: 'reconcile breaks',
    menu: 'Books',
    label: 'List breaks',
    about:
      'Lists the open differences between settlement reports and books, oldest first. Ends with exit code 1 while any is open.',
    examples: [
      'reconcile breaks',
      'reconcile breaks --after 2026-11-20/019a9f00-0000-7000-8000-000000000001',
    ],
    kind: 'look',
    roles: readers,
    arguments: pageArguments,
    run: async ({ app, now }, tx, { after = null }) => {
      const { page, next } = pageOf(
        await breaks.openBreaks(tx, after, pageLength + 1),
        ({ on_day: on, id }) => ({ on: wireDay(on), id }),
      );
      return {
        data: {
          alarm: await settlementReportAlarm(app, tx, now),
          breaks: page.map((row) => ({ ...shown(row, now), proposedBy: row.proposed_by })),
          next,
        },
      };
    },
    shows: ({ table }) =>
      table(
        (data) => data.breaks,
        {
          id: (row) => entity('break', row.id),
          kind: (row) => row.kind,
          gateway: (row) => row.gateway,
          movement: (row) => row.movement,
          of: (row) => row.subject,
          bank: (row) => amountIn(row.currency, row.bankCentavos),
          'bank on': (row) => row.bankOn,
          books: (row) => money(row.booksCentavos),
          'books on': (row) => row.booksOn,
          'days old': (row) => row.ageDays,
          'proposed by': (row) => row.proposedBy,
        },
        {
          next: morePages.next,
          lines: ({ alarm, next }) => [
            alarm === 'ok' ? 'Settlement reports and books agree.' : `${alarm}.`,
            ...morePages.lines({ next }),
          ],
          isWell: (data) => data.alarm === 'ok',
        },
      ),
  }),
  command({
    name: 'reconcile show',
    menu: 'Books',
    label: 'Show a break',
    about: 'Shows a break: both its sides, and the decision about it.',
    examples: ['reconcile show 019a9f00-0000-7000-8000-000000000001'],
    kind: 'look',
    roles: readers,
    arguments: { id: breakId },
    run: async ({ who, now }, tx, { id }) => {
      const look = await lookAt(tx, breakSight(id), who);
      const row = await mustFind(tx, id);
      const decision =
        row.settlement_id === null
          ? null
          : {
              reason: row.reason,
              proposedBy: row.proposed_by,
              confirmedBy: row.confirmed_by,
            };
      const ended = row.ended_at && { as: row.ended_as, at: wireInstant(row.ended_at) };
      const more = {
        lineId: row.line_id,
        entryId: row.entry_id,
        foundAt: wireInstant(row.found_at),
        ended,
        decision,
      };
      return { data: { break: { ...shown(row, now), ...more } }, detail: { break: id, ...look } };
    },
    shows: ({ record }) =>
      record(({ break: row }) => [
        ['id', entity('break', row.id)],
        ['kind', row.kind],
        ['gateway', row.gateway],
        ['movement', row.movement],
        ['of', row.subject],
        ['bank', amountIn(row.currency, row.bankCentavos)],
        ['bank on', row.bankOn],
        ['books', money(row.booksCentavos)],
        ['books on', row.booksOn],
        ['days old', row.ageDays],
        ['line', row.lineId],
        ['entry', entity('entry', row.entryId)],
        ['found', row.foundAt],
        ['ended as', row.ended?.as],
        ['ended', row.ended?.at],
        ['reason', row.decision?.reason],
        ['proposed by', row.decision?.proposedBy],
        ['confirmed by', row.decision?.confirmedBy],
      ]),
  }),
  command({
    name: 'reconcile settle',
    menu: 'Books',
    label: 'Settle a break',
    about: 'Settles a break that does not close by itself. It moves no money.',
    examples: [
      'reconcile settle 019a9f00-0000-7000-8000-000000000001 --reason "the bank takes the second payment back, letter of 24 November"',
    ],
    kind: 'change',
    seenFirst: 'break',
    roles: ['finance'],
    twoPeople: { act: 'break', waiting },
    arguments: { id: breakId },
    run: settle,
    shows: ({ lines }) =>
      lines(({ outcome }) =>
        outcome === 'proposed' ? 'Proposed; another person confirms it.' : 'The break is settled.',
      ),
  }),
  command({
    name: 'reconcile import',
    menu: 'Books',
    label: 'Import a report',
    about:
      'Imports the whole settlement report of a day from a file (comma-separated; docs/operators/reconciliation.md) and compares it with the books.',
    examples: [
      'reconcile import docs/operators/settlement-report-sample.csv --day 2026-11-20 --reason "settlement report by mail"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'the file is checked line by line against the books' },
    roles: ['finance'],
    bodyLimitBytes: 10_000_000,
    timeoutMs: 120_000,
    arguments: {
      text: word(file(8_000_000), 'the settlement report', 'file'),
      day: option(day, 'the day of the settlement report'),
      gateway,
    },
    run: importFile,
    after: ({ app }) => app.wake(),
    shows: ({ rows }) =>
      rows(dayColumns, (data) => {
        const { lines, ...shown } = dayShown(data);
        return {
          ...shown,
          lines: [`${lines.join(' ')} ${data.found} new ${data.found === 1 ? 'break' : 'breaks'}.`],
        };
      }),
  }),
];

/**
 * Formats a day's totals according to the report and the books, and the part of their difference
 * that breaks explain.
 */
function dayShown({ day, lines, source, openBreaks, ...sums }: ReturnType<typeof sumsOf>) {
  const { bankCentavos, booksCentavos, explainedCentavos, unexplainedCentavos } = sums;
  const amounts = [bankCentavos, booksCentavos, explainedCentavos, unexplainedCentavos].map(money);
  return {
    rows: [[day, ...amounts, openBreaks]],
    lines: [
      lines === null
        ? `The settlement report of ${day} is not read yet.`
        : `${lines} lines, read from the ${source}.`,
    ],
    isWell: lines !== null && unexplainedCentavos === 0 && openBreaks === 0,
  };
}

async function waiting(read: Read, { ids }: WaitingAt): Promise<Waiting[]> {
  return (await breaks.settlementsWithIds(read, ids)).map((row) => ({
    id: row.id,
    confirmedBy: 'reconcile settle',
    what: `${row.breakId}, ${row.kind} at ${row.gateway}`,
    facts: [
      unchanged('kind', row.kind),
      unchanged('gateway', row.gateway),
      unchanged('by the bank', amountIn(row.currency, row.bank_centavos)),
      unchanged('by the books', money(row.books_centavos)),
      { name: 'state', before: row.ended_as ?? 'open', after: 'settled' },
    ],
    input: { id: row.breakId },
    about: { as: 'break', id: row.breakId },
  }));
}

/**
 * Parses a day; the default is yesterday.
 * @throws Declined if the day is not over
 */
function mustBeOver(now: Temporal.Instant, day: string | undefined): Temporal.PlainDate {
  const yesterday = manilaDayOf(now).subtract({ days: 1 });
  const wishedDay = day ? Temporal.PlainDate.from(day) : yesterday;
  if (Temporal.PlainDate.compare(wishedDay, yesterday) > 0)
    throw new Declined(`${wishedDay} is not over yet.`);
  return wishedDay;
}

/** @throws Declined if the gateway is not configured on this server */
function mustBeKnown(app: AppContext, gateway: string) {
  const bank = bankNamed(app, gateway);
  const known = banksOf(app).map(({ name }) => name);
  if (!bank)
    throw new Declined(
      `This server does not know ${gateway}, only ${known.join(', ')}. Import its settlement report from a file.`,
    );
  return bank;
}

async function mustFind(tx: Tx, id: string, lock = false) {
  const row = await breaks.findBreak(tx, id, lock);
  if (!row) throw new Declined(`There is no break ${id}.`);
  return row;
}

const breakSight = (id: string): Sight => ({ kind: 'break', id });

/** Proposes to settle a break, or settles it if another person has already proposed it. */
async function settle({ now, approvals, looks }: StaffCtx, tx: Tx, { id }: { id: string }) {
  const row = await mustFind(tx, id, true);
  if (row.ended_at) throw new Declined(`This break has ended: it was ${row.ended_as}.`);
  await looks.mustHaveSeen(tx, breakSight(id), () => `reconcile show ${id}`);
  if (!row.settlement_id) {
    await breaks.insertSettlement(tx, { id: await approvals.propose(tx, 'break'), breakId: id });
    return {
      data: { id, outcome: 'proposed' },
      detail: { break: id, kind: row.kind, outcome: 'proposed' },
    };
  }
  const proposedBy = await approvals.confirm(tx, row.settlement_id);
  await breaks.endAsSettled(tx, id, now);
  return {
    data: { id, outcome: 'settled' },
    detail: { break: id, kind: row.kind, outcome: 'settled', proposedBy },
  };
}

type SettlementReportFile = { day: Day; gateway?: string | undefined; text: string };

/**
 * Imports a day's settlement report from a file.
 * @throws Declined if the gateway itself has supplied that day's report, or if the file is invalid
 * or contradicts a stored line
 */
async function importFile({ app, now, wall }: StaffCtx, tx: Tx, file: SettlementReportFile) {
  const { day: on, gateway = app.bank.name, text } = file;
  const day = mustBeOver(now, on);
  const lines = readSettlementReport(text, day);
  if ('wrong' in lines) throw new Declined(lines.wrong);
  await lockComparing(tx); // the worker may be reading that day
  const { source } = await daySums(tx, gateway, day);
  if (source === 'gateway')
    throw new Declined(
      `${gateway} gave its settlement report of ${on} itself, so a file cannot replace it. Read it again with reconcile day.`,
    );
  try {
    const compared = await takeSettlementReport({ app, now, wall }, tx, {
      gateway,
      day,
      source: 'file',
      lines,
    });
    const data = { ...compared, ...sumsOf(await daySums(tx, gateway, day)) };
    return { data, detail: { day: on, gateway, lines: lines.length, found: compared.found } };
  } catch (error) {
    if (error instanceof ChangedSettlementReport)
      throw new Declined(`${error.message}. Stored lines never change.`);
    throw error;
  }
}

const numberOf = (amount: bigint | null) => (amount === null ? null : Number(amount));
const dayOf = (on: Temporal.PlainDate | null) => on && wireDay(on);

function shown(
  row: breaks.BreakRow | NonNullable<Awaited<ReturnType<typeof breaks.findBreak>>>,
  now: Temporal.Instant,
) {
  return {
    id: row.id,
    kind: row.kind,
    gateway: row.gateway,
    movement: row.movement,
    subject: row.subject,
    bankCentavos: numberOf(row.bank_centavos),
    bankOn: dayOf(row.bank_on),
    currency: row.currency,
    booksCentavos: numberOf(row.books_centavos),
    booksOn: dayOf(row.books_on),
    ageDays: row.on_day.until(manilaDayOf(now)).days,
  };
}

function sumsOf(sums: DaySums) {
  const { bankCentavos, booksCentavos, explainedCentavos } = sums;
  return {
    day: wireDay(sums.day),
    lines: sums.lines,
    source: sums.source,
    readAt: sums.readAt && wireInstant(sums.readAt),
    bankCentavos: Number(bankCentavos),
    booksCentavos: Number(booksCentavos),
    explainedCentavos: Number(explainedCentavos),
    unexplainedCentavos: Number(booksCentavos - bankCentavos - explainedCentavos),
    openBreaks: sums.openBreaks,
  };
}
