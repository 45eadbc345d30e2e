// Ops: the ledger of chained days as comma-separated text, for the company's accountant.

import { stringify } from 'csv-stringify/sync';
import { day, word } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { type JournalLine, journalOf, lastChainedDay } from '#/ledger/ledger.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';

/** Days of a period at most. */
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

export const journalCommands: StaffCommand[] = [
  command({
    name: 'journal export',
    about:
      'Writes every line of the ledger in the books of some chained days to a new file: comma-separated, for an accountant.',
    examples: ['journal export 2026-11-01 2026-11-30 --out journal-2026-11.csv'],
    kind: 'look',
    roles: ['finance'],
    timeoutMs: 600_000,
    arguments: { from: word(day, 'the first day'), to: word(day, 'the last day') },
    run: async (_ctx, tx, asked) => {
      const [from, to, chainedTo] = [
        Temporal.PlainDate.from(asked.from),
        Temporal.PlainDate.from(asked.to),
        await lastChainedDay(tx),
      ];
      if (Temporal.PlainDate.compare(from, to) > 0)
        throw new Declined('A period begins on or before its last day.');
      if (from.until(to).days >= mostDays)
        throw new Declined(`A period has ${mostDays} days at most.`);
      if (!chainedTo || Temporal.PlainDate.compare(to, chainedTo) > 0)
        throw new Declined(
          `Days are exported once they are in the hash chain, as their figures stay then: ${chainedTo ? `up to ${chainedTo}` : 'none is yet'}.`,
        );
      return { data: asked, detail: { ...asked } };
    },
    stream: ({ app }, { from, to }) =>
      journalText(
        journalOf(app.db, { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) }),
      ),
    shows: ({ file }) => file(),
  }),
];

/**
 * The journal as text, a page at a time: one row a line of an entry; both totals up to it are equal
 * after the last line of each entry.
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

/** Centavos with two decimals, exact: 1234567 is 12345.67. */
const decimal = (centavos: bigint) => String(centavos).padStart(3, '0').replace(/..$/, '.$&');

/**
 * Lines by RFC 4180. What a table program would take for a formula is made text by an apostrophe.
 */
const csv = (rows: readonly (readonly string[])[]) =>
  stringify(rows as string[][], { record_delimiter: 'windows', escape_formulas: true });
