// The only code besides post-charges.ts that writes to the ledger.
import { sql } from 'kysely';
import type { Tx } from '#/db/database.ts';
import { invariant } from '#/platform/refuse.ts';
import { type Account, chargedAs, chart, isSummed, ownedAccount } from './chart.ts';
import { type EntryKind, type Line, total } from './rules.ts';

export type Entry = {
  id: string;
  kind: EntryKind;
  /** Identifies the fact: the database refuses to post the same key twice. */
  factKey: string;
  borrowerId: string | null;
  loanId: string | null;
  /** When the fact happened and when it is recorded, both in business time. */
  happenedAt: Temporal.Instant;
  recordedAt: Temporal.Instant;
  businessOn: Temporal.PlainDate;
  lines: Line[];
};

/**
 * Posts balanced entries as one batch and opens missing accounts. Locks the accounts that store a
 * balance, in the order of their ids. Therefore call this function once per transaction, with all
 * entries.
 */
export async function post(tx: Tx, ...entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) {
    invariant(entry.lines.length >= 2, `an entry has lines on both sides (${entry.kind})`);
    invariant(total(entry.lines) === 0n, `an entry balances (${entry.kind})`);
  }
  if (entries.length === 0) return;
  const accounts = accountsOf(entries);
  await Promise.all([
    openAccounts(tx, accounts),
    lockAccounts(tx, accounts),
    insertEntries(tx, entries),
    insertLines(tx, entries),
  ]);
}

async function insertEntries(tx: Tx, entries: readonly Entry[]): Promise<void> {
  await tx
    .insertInto('ledger_entries')
    .values(
      entries.map((entry) => ({
        id: entry.id,
        kind: entry.kind,
        fact_key: entry.factKey,
        borrower_id: entry.borrowerId,
        loan_id: entry.loanId,
        happened_at: entry.happenedAt,
        recorded_at: entry.recordedAt,
        business_on: entry.businessOn,
        line_count: entry.lines.length,
      })),
    )
    .execute();
}

async function insertLines(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const lines = entries.flatMap((entry) =>
    entry.lines.map(
      ({ account, amountCentavos }, index) =>
        sql`(${entry.id}::uuid, ${index + 1}::smallint, ${account.kind}::text,
          ${account.ownerId}::uuid, ${amountCentavos}::int8)`,
    ),
  );
  await sql`insert into ledger_lines (entry_id, number, account_id, amount_centavos)
    select l.entry_id, l.number, coalesce(owned.id, ours.id), l.amount
      from (values ${sql.join(lines)}) as l (entry_id, number, kind, owner_id, amount)
    left join ledger_accounts owned on owned.kind = l.kind and owned.owner_id = l.owner_id
    left join ledger_accounts ours on ours.kind = l.kind and ours.owner_id is null
      and l.owner_id is null`.execute(tx);
}

/**
 * Returns the accounts of all lines, and the loan account of each income line, although the entry
 * of a written-off loan does not touch that account. They are sorted, so two transactions with the
 * same accounts do not deadlock.
 */
function accountsOf(entries: readonly Entry[]): Account[] {
  const all = entries.flatMap(({ loanId, lines }) =>
    lines.flatMap(({ account }) => {
      const kind = chargedAs(account.kind);
      return kind && loanId ? [account, ownedAccount(kind, loanId)] : [account];
    }),
  );
  const named = new Map(
    all.map((account) => [`${account.kind} ${account.ownerId ?? ''}`, account]),
  );
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, account]) => account);
}

async function openAccounts(tx: Tx, accounts: readonly Account[]): Promise<void> {
  const values = sql.join(
    accounts.map(
      ({ kind, ownerId }) =>
        sql`(${kind}::text, ${ownerId}::uuid, ${chart[kind].keeps}::text,
          ${chargedAs(kind)}::text)`,
    ),
  );
  await sql`insert into ledger_accounts (kind, owner_id, normal_side, charge_kind)
    values ${values} on conflict (kind, owner_id) do nothing`.execute(tx);
}

async function lockAccounts(tx: Tx, accounts: readonly Account[]): Promise<void> {
  const named = accounts.filter(({ kind }) => !isSummed(kind));
  if (named.length === 0) return;
  const wanted = sql.join(named.map(({ kind, ownerId }) => sql`(${kind}::text, ${ownerId}::uuid)`));
  await sql`select from ledger_accounts a where a.id in (
      select owned.id from (values ${wanted}) as w (kind, owner_id)
        join ledger_accounts owned on owned.kind = w.kind and owned.owner_id = w.owner_id
      union all select ours.id from (values ${wanted}) as w (kind, owner_id)
        join ledger_accounts ours on ours.kind = w.kind and ours.owner_id is null
          and w.owner_id is null)
    order by a.id for no key update of a`.execute(tx);
}
