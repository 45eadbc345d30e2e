// The only writer of the ledger.
import { sql } from 'kysely';
import type { Tx } from '#/db/database.ts';
import { invariant } from '#/platform/refuse.ts';
import { type Account, chart } from './chart.ts';
import { type EntryKind, type Line, total } from './rules.ts';

export type Entry = {
  id: string;
  kind: EntryKind;
  /** What makes the fact unique: posting the same key twice is refused by the database. */
  factKey: string;
  borrowerId: string | null;
  loanId: string | null;
  /** When it happened in the world, and when we write it down; both business time. */
  happenedAt: Temporal.Instant;
  recordedAt: Temporal.Instant;
  businessOn: Temporal.PlainDate;
  lines: Line[];
};

/**
 * Posts balanced entries, in the order given. Accounts are opened as they are first used, and all of them are locked first, in the order of
 * their ids; so a transaction calls this once, with all that it posts.
 */
export async function post(tx: Tx, ...entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) {
    invariant(entry.lines.length >= 2, `an entry has lines on both sides (${entry.kind})`);
    invariant(total(entry.lines) === 0n, `an entry balances (${entry.kind})`);
  }
  const ids = await accountIds(
    tx,
    entries.flatMap((entry) => entry.lines.map((line) => line.account)),
  );
  for (const entry of entries) await insert(tx, entry, ids);
}

async function insert(tx: Tx, entry: Entry, ids: Map<string, bigint>): Promise<void> {
  await tx
    .insertInto('ledger_entries')
    .values({
      id: entry.id,
      kind: entry.kind,
      fact_key: entry.factKey,
      borrower_id: entry.borrowerId,
      loan_id: entry.loanId,
      happened_at: entry.happenedAt,
      recorded_at: entry.recordedAt,
      business_on: entry.businessOn,
    })
    .execute();
  await tx
    .insertInto('ledger_lines')
    .values(
      entry.lines.map((line, index) => ({
        entry_id: entry.id,
        number: index + 1,
        account_id: ids.get(nameOf(line.account)) as bigint,
        amount_centavos: line.amountCentavos,
      })),
    )
    .execute();
}

const nameOf = (account: Account) => `${account.kind} ${account.ownerId ?? ''}`;

async function accountIds(tx: Tx, accounts: Account[]): Promise<Map<string, bigint>> {
  // In one order, because two that open the same accounts for the first time wait for each other's rows too.
  const named = new Map(accounts.map((account) => [nameOf(account), account]));
  const wanted = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, account]) => account);
  const values = sql.join(
    wanted.map((account) => sql`(${account.kind}::text, ${account.ownerId}::uuid, ${chart[account.kind].keeps}::text)`),
  );
  await sql`insert into ledger_accounts (kind, owner_id, normal_side) values ${values} on conflict (kind, owner_id) do nothing`.execute(tx);
  const { rows } = await sql<{ id: bigint; kind: string; owner_id: string | null }>`
    select a.id, a.kind, a.owner_id from ledger_accounts a
    join (values ${values}) as wanted (kind, owner_id, keeps) on a.kind = wanted.kind and a.owner_id is not distinct from wanted.owner_id
    order by a.id for update of a`.execute(tx);
  return new Map(rows.map((row) => [`${row.kind} ${row.owner_id ?? ''}`, row.id]));
}
