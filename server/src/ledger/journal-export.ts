// Ops: exports the ledger as CSV for the lender's accountant, for days that are chained.

import { stringify } from 'csv-stringify/sync';
import { day, word } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { type JournalLine, journalOf, lastChainedDay } from './journal.ts';

/** The maximum length of a period in days. */
const mostDays = 366;

export const journalColumns = [
  'entry_number',
  'entry_id',
  'kind',
  'fact',
  'booked_on',
  'business_on',
  'happened_at',
  'recorded_at',
  'borrower_id',
  'line',
  'account',
  'group',
  'owner_id',
  'debit',
  'credit',
  'total_debit',
  'total_credit',
] as const;

export const journalCommand: StaffCommand = command({
  name: 'journal export',
  menu: 'Books',
  label: 'Export the journal',
  about:
    'Writes the ledger lines of a period of chained days to a new CSV file, for an accountant.',
  examples: ['journal export 2026-11-01 2026-11-30 --out journal-2026-11.csv'],
  kind: 'look',
  roles: ['finance'],
  timeoutMs: 600_000,
  arguments: { from: word(day, 'the first day'), to: word(day, 'the last day') },
  run: async (_ctx, tx, period) => {
    const [from, to, chainedTo] = [
      Temporal.PlainDate.from(period.from),
      Temporal.PlainDate.from(period.to),
      await lastChainedDay(tx),
    ];
    if (Temporal.PlainDate.compare(from, to) > 0)
      throw new Declined('The first day is after the last day. Give an earlier first day.');
    if (from.until(to).days >= mostDays)
      throw new Declined(`A period has at most ${mostDays} days. Choose a shorter one.`);
    if (!chainedTo || Temporal.PlainDate.compare(to, chainedTo) > 0)
      throw new Declined(
        `Only days in the hash chain can be exported, because their figures are final: ${chainedTo ? `up to ${chainedTo}` : 'none yet'}.`,
      );
    return { data: period, detail: { ...period } };
  },
  stream: ({ app }, { from, to }) =>
    journalText(
      journalOf(app.db, { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) }),
    ),
  shows: ({ file }) => file(),
});

/**
 * Yields the journal as CSV, one page at a time. Each row is one line of an entry. The two running
 * totals are equal after an entry's last line.
 */
export async function* journalText(
  pages: AsyncIterable<readonly JournalLine[]>,
): AsyncGenerator<string> {
  yield csv([journalColumns]);
  let [debits, credits] = [0n, 0n];
  for await (const lines of pages) {
    const rows = lines.map((line) => {
      const amount = line.amountCentavos;
      if (amount > 0n) debits += amount;
      else credits -= amount;
      return rowOf(line, amount > 0n ? [decimal(amount), ''] : ['', decimal(-amount)], [
        decimal(debits),
        decimal(credits),
      ]);
    });
    yield csv(rows);
  }
}

function rowOf(line: JournalLine, amounts: string[], totals: string[]): string[] {
  const { entryId, kind, factKey, borrowerId, account, group, ownerId } = line;
  const days = [
    wireDay(line.bookedOn),
    wireDay(line.businessOn),
    wireInstant(line.happenedAt),
    wireInstant(line.recordedAt),
  ];
  const words = [
    String(line.number),
    entryId,
    kind,
    factKey,
    ...days,
    borrowerId ?? '',
    String(line.line),
    account,
    group,
    ownerId ?? '',
  ];
  return [...words, ...amounts, ...totals];
}

/** Formats centavos exactly, with two decimals: 1234567 is 12345.67. */
const decimal = (centavos: bigint) => String(centavos).padStart(3, '0').replace(/..$/, '.$&');

/**
 * Formats CSV as in RFC 4180. An apostrophe keeps spreadsheets from running a cell as a formula.
 */
const csv = (rows: readonly (readonly string[])[]) =>
  stringify(rows as string[][], { record_delimiter: 'windows', escape_formulas: true });
