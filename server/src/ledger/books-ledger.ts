// Checks of books(): the ledger by itself, its entries, accounts and chained days.

import { sql } from 'kysely';
import type { Check } from './books.ts';
import { type AccountKind, chargedAs, chart, isSummed } from './chart.ts';

const ofChart = sql.join(
  (Object.keys(chart) as AccountKind[]).map((kind) => {
    const { owner, keeps } = chart[kind];
    return sql`(${kind}::text, ${owner}::text, ${keeps}::text, ${chargedAs(kind)}::text, ${isSummed(kind)}::boolean)`;
  }),
);

export const ledgerChecks: readonly Check[] = [
  {
    invariant: 'I1 all lines sum to zero',
    query: sql`select 'ledger' as subject, sum(amount_centavos)::text as detail from ledger_lines having coalesce(sum(amount_centavos), 0) <> 0`,
  },
  {
    invariant: 'I2 every entry balances over as many lines as it says, two or more',
    query: sql`select e.id::text as subject, coalesce(sum(l.amount_centavos), 0)::text as detail from ledger_entries e
      left join ledger_lines l on l.entry_id = e.id group by e.id having coalesce(sum(l.amount_centavos), 0) <> 0 or count(l.*) < 2
      or count(l.*) <> e.line_count`,
  },
  {
    invariant: 'I8 a balance is the sum of its lines',
    query: sql`select a.kind || ' ' || coalesce(a.owner_id::text, '') as subject, a.balance_centavos || ' against ' || coalesce(sum(l.amount_centavos), 0) as detail
      from ledger_accounts a left join ledger_lines l on l.account_id = a.id where a.balance_centavos is not null group by a.id
      having a.balance_centavos <> coalesce(sum(l.amount_centavos), 0) or a.line_count <> count(l.*)`,
  },
  {
    invariant: 'I8 what a chained day came to is the sum of its lines',
    query: sql`select coalesce(t.day, l.day)::text as subject, coalesce(t.kind, l.kind) || ' ' || coalesce(t.debit, 0) || ' and ' || coalesce(t.credit, 0)
        || ' against ' || coalesce(l.debit, 0) || ' and ' || coalesce(l.credit, 0) as detail
      from (select day, kind, business_on, debit_centavos as debit, credit_centavos as credit from ledger_day_totals) t
      full join (select e.booked_on as day, a.kind, e.business_on, sum(greatest(l.amount_centavos, 0)) as debit, sum(greatest(-l.amount_centavos, 0)) as credit
        from ledger_days d join ledger_entries e on e.booked_on = d.day join ledger_lines l on l.entry_id = e.id
        join ledger_accounts a on a.id = l.account_id group by 1, 2, 3) l on (l.day, l.kind, l.business_on) = (t.day, t.kind, t.business_on)
      where (t.debit, t.credit) is distinct from (l.debit, l.credit)`,
  },
  {
    invariant: 'I8 no loan gave back more income than it was charged, of any kind, and its accounts hold what it gave',
    query: sql`select e.loan_id::text as subject, a.kind || ' ' || sum(l.amount_centavos) as detail
      from ledger_accounts a join ledger_lines l on l.account_id = a.id join ledger_entries e on e.id = l.entry_id
      where a.charge_kind is not null group by e.loan_id, a.kind having e.loan_id is null or sum(l.amount_centavos) > 0
      union all select coalesce(c.owner_id, l.loan_id)::text, coalesce(c.kind, l.kind) || ' ' || coalesce(c.income_centavos, 0) || ' against ' || coalesce(l.given, 0)
      from (select * from ledger_accounts where income_centavos is not null) c
      full join (select e.loan_id, a.charge_kind as kind, -sum(l.amount_centavos) as given from ledger_accounts a join ledger_lines l on l.account_id = a.id
        join ledger_entries e on e.id = l.entry_id where a.charge_kind is not null group by 1, 2) l on l.loan_id = c.owner_id and l.kind = c.kind
      where coalesce(c.income_centavos, 0) <> coalesce(l.given, 0)`,
  },
  {
    invariant: 'I8 an account is one of the chart, keeps its side, and belongs to whom the chart says',
    query: sql`select a.kind || ' ' || coalesce(a.owner_id::text, '') as subject, coalesce(a.normal_side, 'either side') as detail from ledger_accounts a
      left join (values ${ofChart}) as c (kind, owner, keeps, charge_kind, is_summed) on c.kind = a.kind
      where c.kind is null or c.keeps is distinct from a.normal_side or c.charge_kind is distinct from a.charge_kind
        or c.is_summed <> (a.balance_centavos is null) or (c.owner = 'company') <> (a.owner_id is null)`,
  },
  {
    invariant: 'I8 an entry touches no accounts of anybody but its borrower',
    query: sql`select e.id::text as subject, a.kind || ' of ' || coalesce(n.borrower_id::text, 'nobody') as detail from ledger_lines l
      join ledger_entries e on e.id = l.entry_id join ledger_accounts a on a.id = l.account_id and a.owner_id is not null
      left join lateral (select borrower_id from loans where id = a.owner_id union all select id from borrowers where id = a.owner_id) n on true
      where n.borrower_id is not null and n.borrower_id is distinct from e.borrower_id`,
  },
  {
    // Reconciliation looks for money among all other entries.
    invariant: 'I8 what charges a loan moves no money at a gateway',
    query: sql`select e.id::text as subject, a.kind || ' ' || l.amount_centavos as detail from ledger_accounts a join ledger_lines l on l.account_id = a.id
      join ledger_entries e on e.id = l.entry_id where a.kind in ('gateway.float', 'gateway.otherCurrency') and e.kind = 'charges.posted'`,
  },
  {
    invariant:
      'P3 an entry stands in the books of the day it was recorded on, or of a later one; one of a closed day in those of its own, or later',
    query: sql`select id::text as subject, booked_on || ' for ' || recorded_at as detail from ledger_entries
      where booked_on < case when fact_key like 'day %' then business_on else (recorded_at at time zone 'Asia/Manila')::date end`,
  },
  {
    invariant: 'P3 a chained day holds what was chained',
    query: sql`select d.day::text as subject, d.entry_count || ' against ' || coalesce(e.count, 0) || ' and ' || coalesce(s.count, 0) as detail
      from ledger_days d
      left join (select booked_on, count(*) as count from ledger_entries group by booked_on) e on e.booked_on = d.day
      left join (select day, count(*) as count from ledger_day_entries group by day) s on s.day = d.day
      where d.entry_count <> coalesce(e.count, 0) or d.entry_count <> coalesce(s.count, 0)`,
  },
  {
    invariant: 'P3 the chained days are every day from the first to the head',
    query: sql`select h.chained_to::text as subject, count(d.day) || ' days from ' || min(d.day) || ' to ' || max(d.day) as detail
      from ledger_head h left join ledger_days d on true group by h.chained_to
      having max(d.day) is distinct from h.chained_to or count(d.day) <> coalesce(max(d.day) - min(d.day) + 1, 0)`,
  },
];
