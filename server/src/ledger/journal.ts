// The journal of the books: every ledger line, page by page, for import into accounting software.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { readHead } from './chain-days.store.ts';
import { type AccountGroup, type AccountKind, chart } from './chart.ts';

export type JournalLine = {
  number: bigint;
  entryId: string;
  kind: string;
  factKey: string;
  bookedOn: Temporal.PlainDate;
  businessOn: Temporal.PlainDate;
  happenedAt: Temporal.Instant;
  recordedAt: Temporal.Instant;
  borrowerId: string | null;
  line: number;
  account: AccountKind;
  group: AccountGroup;
  /** The loan or borrower that the account belongs to; null for the company. */
  ownerId: string | null;
  /** Signed; debits are positive. */
  amountCentavos: bigint;
};

const page = 1000;

export async function lastChainedDay(read: Read): Promise<Temporal.PlainDate | null> {
  return (await readHead(read)).chainedTo;
}

/**
 * Yields every line between two booked days, inclusive, in the order of days and posting. Reads the
 * entries in pages to limit the memory used.
 */
export async function* journalOf(
  read: Read,
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
): AsyncGenerator<JournalLine[]> {
  let after: { bookedOn: Temporal.PlainDate; number: bigint } = { bookedOn: from, number: -1n };
  for (;;) {
    const { rows } = await sql<Omit<JournalLine, 'group'>>`
      select e.number, e.id as "entryId", e.kind, e.fact_key as "factKey",
        e.booked_on as "bookedOn", e.business_on as "businessOn",
        e.happened_at as "happenedAt", e.recorded_at as "recordedAt", e.borrower_id as "borrowerId",
          l.number as line, a.kind as account,
        a.owner_id as "ownerId", l.amount_centavos as "amountCentavos"
      from (select * from ledger_entries where booked_on <= ${to}
        and (booked_on, number) > (${after.bookedOn}, ${after.number})
        order by booked_on, number limit ${page}) e
      join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
      order by e.booked_on, e.number, l.number`.execute(read);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => ({ ...row, group: chart[row.account].group }));
    after = last;
  }
}
