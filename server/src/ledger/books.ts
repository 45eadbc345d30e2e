// Whether the books hold together, told as a list of what does not: run after every test, by the battery, and by ops. An empty list is the
// only good answer. The names are the invariants of the reliability plan (I1, I2, I5, I8) and those that join ledger and loans.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';

export type Break = { invariant: string; subject: string; detail: string };

const checks: { invariant: string; query: ReturnType<typeof sql<{ subject: string; detail: string }>> }[] = [
  {
    invariant: 'I1 all lines sum to zero',
    query: sql`select 'ledger' as subject, sum(amount_centavos)::text as detail from ledger_lines having coalesce(sum(amount_centavos), 0) <> 0`,
  },
  {
    invariant: 'I2 every entry balances over two lines or more',
    query: sql`select e.id::text as subject, coalesce(sum(l.amount_centavos), 0)::text as detail from ledger_entries e
      left join ledger_lines l on l.entry_id = e.id group by e.id having coalesce(sum(l.amount_centavos), 0) <> 0 or count(l.*) < 2`,
  },
  {
    invariant: 'I8 a balance is the sum of its lines',
    query: sql`select a.kind || ' ' || coalesce(a.owner_id::text, '') as subject, a.balance_centavos || ' against ' || coalesce(sum(l.amount_centavos), 0) as detail
      from ledger_accounts a left join ledger_lines l on l.account_id = a.id group by a.id
      having a.balance_centavos <> coalesce(sum(l.amount_centavos), 0) or a.line_count <> count(l.*)`,
  },
  {
    invariant: 'I5 the line in use is the principal that is out',
    query: sql`select c.borrower_id::text as subject, c.used_centavos || ' against ' || coalesce(sum(a.balance_centavos), 0) as detail
      from credit_lines c left join loans l on l.borrower_id = c.borrower_id
      left join ledger_accounts a on a.owner_id = l.id and a.kind = 'loan.principal'
      group by c.borrower_id, c.used_centavos having c.used_centavos <> coalesce(sum(a.balance_centavos), 0)`,
  },
  {
    invariant: 'the line on hold is the principal that is asked for',
    query: sql`select c.borrower_id::text as subject, c.held_centavos || ' against ' || coalesce(sum(l.principal_centavos), 0) as detail
      from credit_lines c left join loans l on l.borrower_id = c.borrower_id and l.state in ('submitting', 'approving', 'paying', 'bankProcessing')
      group by c.borrower_id, c.held_centavos having c.held_centavos <> coalesce(sum(l.principal_centavos), 0)`,
  },
  {
    invariant: 'I7 a bill is settled exactly when nothing is owed',
    query: sql`select b.loan_id::text as subject, coalesce(b.settled_as, 'open') || ' with ' || coalesce(sum(a.balance_centavos), 0) as detail
      from bills b left join ledger_accounts a on a.owner_id = b.loan_id
      group by b.loan_id, b.settled_as having (b.settled_as is not null) <> (coalesce(sum(a.balance_centavos), 0) = 0)`,
  },
  {
    invariant: 'a loan has a bill exactly when it was paid out',
    query: sql`select l.id::text as subject, l.state as detail from loans l left join bills b on b.loan_id = l.id
      where (l.state in ('success', 'reversed')) <> (b.loan_id is not null)`,
  },
  {
    invariant: 'I3 a paid payout is one entry, and no other payout is',
    query: sql`select p.id::text as subject, p.state as detail from payouts p
      left join ledger_entries e on e.kind = 'loan.paidOut' and e.fact_key = 'payout ' || p.id
      where p.kind = 'loan' and ((p.state in ('paid', 'reversed')) <> (e.id is not null))`,
  },
  {
    invariant: 'I4 money booked on bills is what the ledger took off them',
    query: sql`select m.entry_id::text as subject, m.booked || ' against ' || coalesce(l.taken, 0) as detail
      from (select entry_id, sum(amount_centavos) as booked from bill_money group by entry_id) m
      left join lateral (select -sum(l.amount_centavos) as taken from ledger_lines l join ledger_accounts a on a.id = l.account_id
        where l.entry_id = m.entry_id and a.kind in ('loan.late', 'loan.interest', 'loan.principal')) l on true
      where m.booked <> coalesce(l.taken, 0)`,
  },
  {
    invariant: 'I4 a receipt is booked whole: on bills, for the borrower, or in suspense',
    query: sql`select r.id::text as subject, r.amount_centavos || ' against ' || coalesce(sum(l.amount_centavos), 0) as detail
      from receipts r left join ledger_lines l on l.entry_id = r.entry_id and l.amount_centavos > 0
      left join ledger_accounts a on a.id = l.account_id and a.kind = 'gateway.float'
      where l.entry_id is null or a.id is not null group by r.id having r.amount_centavos <> coalesce(sum(l.amount_centavos), 0)`,
  },
  {
    invariant: 'a loan is in the state of its last change',
    query: sql`select l.id::text as subject, l.state || ' against ' || c.state as detail from loans l
      join lateral (select state from loan_changes where loan_id = l.id order by number desc limit 1) c on true where c.state <> l.state`,
  },
];

/** Everything in the books that does not hold; empty when all is well. */
export async function books(read: Read): Promise<Break[]> {
  const found = await Promise.all(
    checks.map(async ({ invariant, query }) => (await query.execute(read)).rows.map((row) => ({ invariant, ...row }))),
  );
  return found.flat();
}
