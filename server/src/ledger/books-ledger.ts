// The checks in books() that examine the ledger's own accounts, days and entries.

import { sql } from 'kysely';
import type { Check } from './books.ts';
import { type AccountKind, chargedAs, chart, isSummed } from './chart.ts';

const ofChart = sql.join(
  (Object.keys(chart) as AccountKind[]).map((kind) => {
    const { owner, keeps } = chart[kind];
    const columns = [kind, owner, keeps, chargedAs(kind)].map(
      (text) => sql`${sql.lit(text)}::text`,
    );
    return sql`(${sql.join([...columns, sql.lit(isSummed(kind))])})`;
  }),
);

/**
 * The income lines that belong to account `c` by their loan and charge kind, found through the
 * loan's entries. `offset 0` keeps PostgreSQL from scanning all income for each account.
 */
const incomeOf = sql`(select a.kind, l.amount_centavos from ledger_entries e
  join lateral (select account_id, amount_centavos from ledger_lines
    where entry_id = e.id offset 0) l on true
  join public.ledger_accounts a on a.id = l.account_id and a.charge_kind = c.kind
    where e.loan_id = c.owner_id) of_loan`;

export const accountChecks: readonly Check[] = [
  {
    invariant: 'I4 a claim is the reversed money that no bill owes, less confirmed decisions',
    query: sql`select coalesce(a.owner_id::text, a.kind) as subject,
      a.balance_centavos || ' against ' || t.taken || ' less ' || e.ended as detail
      from ledger_accounts a
      cross join lateral (select coalesce(sum(l.amount_centavos), 0) as taken from ledger_lines l
        join payment_reversals v on v.entry_id = l.entry_id where l.account_id = a.id) t
      cross join lateral (select coalesce(case when a.owner_id is null
        then (select sum(c.amount_centavos) from claim_decisions c where c.receipt_id is not null
          and c.state = 'confirmed')
        else (select sum(c.amount_centavos) from claim_decisions c where c.borrower_id = a.owner_id
          and c.state = 'confirmed') end, 0) as ended) e
      where a.kind in ('borrower.takenBack', 'payment.takenBack')
        and a.balance_centavos <> t.taken - e.ended`,
  },
  {
    invariant: 'I8 a balance is the sum of its lines',
    query: sql`select a.kind || ' ' || coalesce(a.owner_id::text, '') as subject,
      a.balance_centavos || ' against ' || coalesce(sum(l.amount_centavos), 0) as detail
      from ledger_accounts a left join ledger_lines l on l.account_id = a.id
        where a.balance_centavos is not null
      group by a.id, a.kind, a.owner_id, a.balance_centavos, a.line_count
      having a.balance_centavos <> coalesce(sum(l.amount_centavos), 0)
        or a.line_count <> count(l.entry_id)`,
  },
  {
    invariant: 'I8 an account has the kind, side and owner of the chart',
    query: sql`select a.kind || ' ' || coalesce(a.owner_id::text, '') as subject,
      coalesce(a.normal_side, 'either side') as detail from ledger_accounts a
      left join (values ${ofChart}) as c (kind, owner, keeps, charge_kind, is_summed)
        on c.kind = a.kind
      where c.kind is null or c.keeps is distinct from a.normal_side
        or c.charge_kind is distinct from a.charge_kind
        or c.is_summed <> (a.balance_centavos is null)
          or (c.owner = 'company') <> (a.owner_id is null)`,
  },
  {
    invariant: 'I8 the reversed income of a loan stays within its charges of that kind',
    query: sql`select c.owner_id::text as subject,
      c.kind || ' ' || c.income_centavos || ' against ' || coalesce(i.given, 0) as detail
      from ledger_accounts c
      left join lateral (select -sum(amount_centavos) as given from ${incomeOf}) i on true
      where c.income_centavos is not null and c.income_centavos <> coalesce(i.given, 0)
      union all select c.owner_id::text, i.kind || ' ' || i.moved from ledger_accounts c
      join lateral (select kind, sum(amount_centavos) as moved from ${incomeOf} group by kind
        having sum(amount_centavos) > 0) i on true
      where c.income_centavos is not null`,
  },
  {
    invariant: 'the reserved money of a borrower equals their open refund',
    query: sql`select a.owner_id::text as subject,
      -a.balance_centavos || ' against ' || coalesce(f.open, 0) as detail from ledger_accounts a
      left join lateral (select sum(amount_centavos) as open from refunds
        where borrower_id = a.owner_id and state = 'ordered') f on true
      where a.kind = 'borrower.refundOrdered' and -a.balance_centavos <> coalesce(f.open, 0)`,
  },
];

export const dayChecks: readonly Check[] = [
  {
    invariant: 'I8 the totals of a chained day equal the sums of its lines',
    query: sql`select coalesce(t.day, l.day)::text as subject,
      coalesce(t.kind, l.kind) || ' ' || coalesce(t.debit, 0) || ' and ' || coalesce(t.credit, 0)
        || ' against ' || coalesce(l.debit, 0) || ' and ' || coalesce(l.credit, 0) as detail
      from (select day, kind, business_on, debit_centavos as debit, credit_centavos as credit
        from ledger_day_totals) t
      full join (select e.booked_on as day, a.kind, e.business_on,
        sum(greatest(l.amount_centavos, 0)) as debit, sum(greatest(-l.amount_centavos, 0)) as credit
        from ledger_days d join ledger_entries e on e.booked_on = d.day
          join ledger_lines l on l.entry_id = e.id
        join ledger_accounts a on a.id = l.account_id group by 1, 2, 3) l on (l.day, l.kind,
          l.business_on) = (t.day, t.kind, t.business_on)
      where (t.debit, t.credit) is distinct from (l.debit, l.credit)`,
  },
  {
    invariant: 'P3 a chained day still has its chained entries',
    query: sql`select d.day::text as subject,
      d.entry_count || ' against ' || coalesce(e.count, 0) || ' and ' ||
      coalesce(s.count, 0) as detail
      from ledger_days d
      left join (select booked_on, count(*) as count from ledger_entries group by booked_on) e
        on e.booked_on = d.day
      left join (select day, count(*) as count from ledger_day_entries group by day) s
        on s.day = d.day
      where d.entry_count <> coalesce(e.count, 0) or d.entry_count <> coalesce(s.count, 0)`,
  },
  {
    invariant: 'the lent amount of a day equals the principal that was signed and not ended early',
    query: sql`select d.day::text as subject,
      d.lent_centavos || ' against ' || coalesce(sum(l.principal_centavos), 0) as detail
      from lending_days d
      left join loans l on l.signed_at >= (d.day + time '10:00') at time zone 'Asia/Manila'
        and l.signed_at < (d.day + 1 + time '10:00') at time zone 'Asia/Manila'
          and l.state not in ('failed', 'cancelled')
      group by d.day, d.lent_centavos having d.lent_centavos <>
        coalesce(sum(l.principal_centavos), 0)`,
  },
];

export const entryChecks: readonly Check[] = [
  {
    invariant: 'I1 all lines sum to zero',
    query: sql`select 'ledger' as subject, sum(amount_centavos)::text as detail from ledger_lines
      having coalesce(sum(amount_centavos), 0) <> 0`,
  },
  {
    invariant: 'I2 every entry balances and has its stated number of lines, at least two',
    query: sql`select e.id::text as subject, coalesce(sum(l.amount_centavos), 0)::text as detail
      from ledger_entries e
      left join ledger_lines l on l.entry_id = e.id group by e.id, e.line_count
        having coalesce(sum(l.amount_centavos), 0) <> 0 or count(l.entry_id) < 2
      or count(l.entry_id) <> e.line_count`,
  },
  {
    invariant: 'I8 the reversed income of a loan stays within its charges of that kind',
    query: sql`select coalesce(e.loan_id, e.id)::text as subject,
      a.kind || ' ' || l.amount_centavos || ' of no account' as detail from ledger_entries e
      join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
        and a.charge_kind is not null
      where not exists (select from ledger_accounts c where c.owner_id = e.loan_id
        and c.kind = a.charge_kind and c.income_centavos is not null)`,
  },
  {
    invariant: 'I8 an entry touches only accounts of its borrower',
    query: sql`select e.id::text as subject,
      a.kind || ' of ' || coalesce(n.borrower_id::text, 'nobody') as detail from ledger_entries e
      join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
        and a.owner_id is not null
      left join lateral (select borrower_id from loans where id = a.owner_id union all select id
        from borrowers where id = a.owner_id) n on true
      where n.borrower_id is not null and n.borrower_id is distinct from e.borrower_id`,
  },
  {
    // Reconciliation ignores these entries, because no gateway reports them.
    invariant: 'I8 charges of a loan move no money at a gateway',
    query: sql`select e.id::text as subject, a.kind || ' ' || l.amount_centavos as detail
      from ledger_entries e join ledger_lines l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id
        and a.kind in ('gateway.float', 'gateway.otherCurrency') where e.kind = 'charges.posted'`,
  },
  {
    invariant:
      'P3 an entry is booked on its recording day or later, a day charge on its day or later',
    query: sql`select id::text as subject, booked_on || ' for ' || recorded_at as detail
      from ledger_entries
      where booked_on < case when fact_key like 'day %' then business_on
        else (recorded_at at time zone 'Asia/Manila')::date end`,
  },
  {
    invariant: 'the waived charges of a loan equal its waiver entries',
    query: sql`select e.id::text as subject,
      coalesce(w.taken, 0) || ' against ' || coalesce(l.taken, 0) as detail from ledger_entries e
      left join lateral (select sum(amount_centavos) as taken from waived_charges
        where entry_id = e.id) w on true
      left join lateral (select -sum(l.amount_centavos) as taken from ledger_lines l
        join ledger_accounts a on a.id = l.account_id
        where l.entry_id = e.id and a.owner_id = e.loan_id) l on true
      where e.kind = 'charges.waived' and w.taken is distinct from l.taken`,
  },
  {
    invariant: 'the waived remainder of a bill equals its waiver entries',
    query: sql`select e.id::text as subject, e.kind as detail from ledger_entries e
      join ledger_lines l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id and a.owner_id is null
        and a.kind = 'loss.remainders' where e.kind not in ('remainder.waived', 'loan.reversed')`,
  },
  {
    invariant: 'I4 an entry of incoming money has a receipt',
    query: sql`select e.id::text as subject, e.kind as detail from ledger_entries e
      where e.kind in ('repayment.booked', 'money.unmatched')
        and not exists (select 1 from receipts r where r.entry_id = e.id)`,
  },
  {
    invariant: 'I4 a reversal has one entry of its amount and day, and stays within its payment',
    query: sql`select e.id::text as subject,
      coalesce(-l.moved, 0) || ' against ' || coalesce(v.amount_centavos, 0) as detail
      from ledger_entries e
      left join lateral (select sum(l.amount_centavos) as moved from ledger_lines l
        join ledger_accounts a on a.id = l.account_id
        where l.entry_id = e.id and a.kind in ('gateway.float', 'gateway.otherCurrency')) l on true
      left join lateral (select v.receipt_id, v.gateway, v.amount_centavos, v.value_on
        from payment_reversals v where v.entry_id = e.id offset 0) v on true
      left join lateral (select r.gateway, r.amount_centavos from receipts r
        where r.id = v.receipt_id offset 0) r on true
      where e.kind = 'payment.reversed' and (v.amount_centavos is distinct from -l.moved
        or v.value_on is distinct from e.business_on
        or v.gateway is distinct from r.gateway
        or r.amount_centavos < (select sum(o.amount_centavos) from payment_reversals o
          where o.receipt_id = v.receipt_id))`,
  },
  {
    invariant:
      'I4 suspense holds the money without an owner, and each decision on it has one entry',
    query: sql`select e.id::text as subject, e.kind || ' for nothing' as detail
      from ledger_entries e where e.kind in ('suspense.assigned', 'suspense.returned')
      and not exists (select from suspense_decisions d where d.entry_id = e.id
        and d.state = 'confirmed')`,
  },
];
