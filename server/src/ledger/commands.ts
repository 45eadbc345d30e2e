// Staff commands for the books: checks, their hash chain, balances, and the accountant's export.

import type { Instant } from '@sandali/contract/day.ts';
import { choice, day, hash, joined, option, optional, textLike } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { inManila, money } from '#/commands/display.ts';
import type { Tx } from '#/db/database.ts';
import type { Clocks } from '#/platform/clock.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { type BookPlace, type Break, bookKinds, booksInPieces } from './books.ts';
import type { Watched } from './chain-days.store.ts';
import { entryCommands } from './entry.commands.ts';
import { journalCommand } from './journal-export.ts';
import { type TrialBalance, trialBalanceOn } from './trial-balance.ts';
import { verifyBooks } from './verify.ts';

const readers = ['finance', 'engineer'] as const;
const centavosOf = [
  'openingCentavos',
  'debitCentavos',
  'creditCentavos',
  'closingCentavos',
] as const;
/** No part of the check starts after this, so that the check ends before its caller times out. */
const longestCheck = Temporal.Duration.from({ minutes: 4 });
/** The check stops after the part in which it reaches this many breaks. */
const mostBreaks = 500;
const bookPlace =
  /account\/(?:first|\d{1,18})|day\/(?:first|\d{4}-\d\d-\d\d)|(?:entry|borrower)\/(?:first|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;
export const ledgerCommands: StaffCommand[] = [
  command({
    name: 'ledger check',
    menu: 'Books',
    label: 'Check the books',
    about: `Checks every invariant of the books in pieces: accounts, days, entries and borrowers. Stops after ${longestCheck.minutes} minutes or ${mostBreaks} failures and prints where to continue. Ends with exit code 1 if an invariant fails or the check is not complete.`,
    examples: ['ledger check', 'ledger check --after entry/019a9f00-0000-7000-8000-000000000001'],
    kind: 'look',
    roles: readers,
    timeoutMs: 280_000,
    arguments: {
      after: optional(
        option(
          textLike(bookPlace, 'entry/019a9f00-0000-7000-8000-000000000001'),
          'where the last check stopped',
        ),
      ),
    },
    run: async ({ app }, tx, { after }) => {
      const { breaks, next } = await checkBooks(app.clocks, tx, after ? placeOf(after) : null);
      return {
        data: { breaks, next: next && `${next.kind}/${next.after ?? 'first'}` },
        detail: { after: after ?? null, breaks: breaks.length },
      };
    },
    shows: ({ table }) =>
      table(
        (data) => data.breaks,
        {
          invariant: (row) => row.invariant,
          subject: (row) => row.subject,
          detail: (row) => row.detail,
        },
        {
          none: 'No invariant failed.',
          lines: ({ next }) => [
            next
              ? `The check is not complete. Continue: ledger check --after ${next}`
              : 'The check is complete.',
          ],
          isWell: ({ breaks, next }) => breaks.length === 0 && next === null,
        },
      ),
  }),
  command({
    name: 'ledger trial-balance',
    menu: 'Books',
    label: 'Show the trial balance',
    about:
      'Shows the opening balance, the movements and the closing balance of each account on a day; debit is positive.',
    examples: [
      'ledger trial-balance',
      'ledger trial-balance --day 2026-11-20',
      'ledger trial-balance --day 2026-11-20 --by happened --json',
    ],
    kind: 'look',
    roles: readers,
    arguments: {
      day: optional(option(day, 'the day; today by default')),
      by: optional(
        option(
          choice(['booked', 'happened']),
          'by the day on which an entry was booked or on which it happened; booked by default',
        ),
        'booked',
      ),
    },
    run: async ({ now }, tx, { day, by }) => {
      const today = manilaDayOf(now);
      const listedDay = day ? Temporal.PlainDate.from(day) : today;
      if (Temporal.PlainDate.compare(listedDay, today) > 0)
        throw new Declined(`${listedDay} is in the future.`);
      return {
        data: trialBalanceData(await trialBalanceOn(tx, listedDay, by)),
        detail: { day: listedDay.toString(), by },
      };
    },
    shows: ({ rows }) =>
      rows(['group', 'account', 'opening', 'debit', 'credit', 'closing'], balanceShown),
  }),
  command({
    name: 'ledger verify',
    menu: 'Books',
    label: 'Verify the ledger’s hashes',
    about:
      'Recomputes the hash chain of the books and names the first day that does not match, with its entries. Ends with exit code 1 if there is one.',
    examples: [
      'ledger verify',
      'ledger verify --from 2026-11-01 --to 2026-11-30',
      `ledger verify --head 2026-11-20:${'7f3a'.repeat(16)}`,
    ],
    kind: 'look',
    roles: readers,
    timeoutMs: 280_000,
    arguments: {
      known: optional(
        option(
          joined(':', { day, hash }),
          'a day and its hash, stored elsewhere, that the chain must contain',
          'head',
        ),
      ),
      fromOn: optional(
        option(day, 'the first day to verify; by default the first day of the chain', 'from'),
      ),
      toOn: optional(
        option(day, 'the last day to verify; by default the last day of the chain', 'to'),
      ),
    },
    run: async (_ctx, tx, { known, fromOn, toOn }) => {
      const period = {
        from: fromOn && Temporal.PlainDate.from(fromOn),
        to: toOn && Temporal.PlainDate.from(toOn),
      };
      const verdict = await verifyBooks(
        tx,
        known ? { day: Temporal.PlainDate.from(known.day), hash: known.hash } : null,
        period,
      );
      const { head, broken, watched } = verdict;
      const data = {
        ...verdict,
        head: head && { ...head, day: wireDay(head.day) },
        broken: broken && {
          day: wireDay(broken.day),
          reason: broken.reason,
          entries: broken.entries,
        },
        watched: watched.map(({ scope, day, endedAt }) => ({
          scope,
          day: wireDay(day),
          endedAt: endedAt && wireInstant(endedAt),
        })),
      };
      return { data, detail: { days: verdict.days, broken: data.broken?.day ?? null } };
    },
    shows: ({ rows }) =>
      rows(['entry', 'was'], ({ days, entries, unchainedEntries, head, broken, watched }) => {
        const byItself = watched.map(whenVerified);
        if (broken) {
          const lines = [
            `The books do not verify. ${broken.day}: ${broken.reason}. Days that verify before it: ${days}.`,
            ...byItself,
          ];
          const entries = broken.entries.map((entry) => [entry.entryId, entry.what]);
          return { lines, isWell: false, ...(entries.length > 0 && { rows: entries }) };
        }
        const summary = `The books verify: ${entries} entries in ${days} chained days; ${unchainedEntries} newer entries are not in the hash chain yet.`;
        return {
          lines: [
            summary,
            ...byItself,
            ...(head ? [`Store this outside the server: ${head.day}:${head.hash}`] : []),
          ],
        };
      }),
  }),
  ...entryCommands,
  journalCommand,
];

function placeOf(text: string): BookPlace {
  const [name, after = 'first'] = text.split('/');
  const kind = bookKinds.find((bookKind) => bookKind === name);
  invariant(kind, 'a place names a kind');
  return { kind, after: after === 'first' ? null : after };
}

/**
 * Checks the books from the given place until it reaches the end, the time limit or the maximum
 * number of breaks.
 */
async function checkBooks(
  clocks: Clocks,
  tx: Tx,
  from: BookPlace | null,
): Promise<{ breaks: Break[]; next: BookPlace | null }> {
  const until = clocks.wall().add(longestCheck);
  const breaks: Break[] = [];
  let next = from;
  for await (const piece of booksInPieces(tx, from)) {
    breaks.push(...piece.breaks);
    next = piece.next;
    if (breaks.length >= mostBreaks || Temporal.Instant.compare(clocks.wall(), until) >= 0) break;
  }
  return { breaks, next };
}

/** Returns a sentence that says when the server last verified the newest day or all days. */
function whenVerified({
  scope,
  day,
  endedAt,
}: {
  scope: Watched['scope'];
  day: string;
  endedAt: Instant | null;
}): string {
  const days = scope === 'last day' ? 'the newest day' : 'all days';
  const verified =
    endedAt === null
      ? `has not verified ${days} to the end yet`
      : `last verified ${days} at ${inManila(endedAt)}`;
  return `The server itself ${verified}${scope === 'last day' ? '' : `, and continues with ${day}`}.`;
}

function balanceShown({ day, by, isChained, accounts }: ReturnType<typeof trialBalanceData>) {
  const sums = centavosOf.map((column) => accounts.reduce((sum, row) => sum + row[column], 0));
  const [opening = 0, debit = 0, credit = 0, closing = 0] = sums;
  const isWell = opening === 0 && closing === 0 && debit === credit;
  const basis = by === 'booked' ? 'Booked' : 'Happened';
  const finality = isChained
    ? 'The day is in the hash chain, so these figures are final.'
    : 'These figures may still change.';
  return {
    rows: [
      ...accounts.map((row) => [
        row.group,
        row.kind,
        ...centavosOf.map((column) => money(row[column])),
      ]),
      ['', 'sum', ...sums.map(money)],
    ],
    lines: [`${basis} on ${day}. ${isWell ? finality : 'These figures do not balance.'}`],
    isWell,
  };
}

function trialBalanceData({ day, by, isChained, accounts }: TrialBalance) {
  return {
    day: wireDay(day),
    by,
    isChained,
    accounts: accounts.map((row) => ({
      kind: row.kind,
      group: row.group,
      openingCentavos: Number(row.openingCentavos),
      debitCentavos: Number(row.debitCentavos),
      creditCentavos: Number(row.creditCentavos),
      closingCentavos: Number(row.closingCentavos),
    })),
  };
}
