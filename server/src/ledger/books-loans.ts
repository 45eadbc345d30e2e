// The checks in books() per borrower: credit lines, loans, bills, payouts, refunds and payments
// against the ledger.
import { sql } from 'kysely';
import { statesBefore } from '#/data/states.ts';
import type { Check } from './books.ts';

const literals = (states: readonly string[]) => sql.join(states.map((state) => sql.lit(state)));
const loanOnItsWay = literals(statesBefore('loan', 'success'));
const openPayout = literals(statesBefore('payout', 'paid'));

export const loanChecks: readonly Check[] = [
  {
    invariant: 'I5 the used credit line equals the outstanding principal',
    query: sql`select c.borrower_id::text as subject,
      c.used_centavos || ' against ' || coalesce(sum(a.balance_centavos), 0) as detail
      from credit_lines c left join loans l on l.borrower_id = c.borrower_id
      left join ledger_accounts a on a.owner_id = l.id and a.kind = 'loan.principal'
      group by c.borrower_id, c.used_centavos
        having c.used_centavos <> coalesce(sum(a.balance_centavos), 0)`,
  },
  {
    invariant: 'the reserved credit line equals the principal of loans under way',
    query: sql`select c.borrower_id::text as subject,
      c.reserved_centavos || ' against ' || coalesce(sum(l.principal_centavos), 0) as detail
      from credit_lines c left join loans l on l.borrower_id = c.borrower_id
        and l.state in (${loanOnItsWay})
      group by c.borrower_id, c.reserved_centavos
        having c.reserved_centavos <> coalesce(sum(l.principal_centavos), 0)`,
  },
  {
    invariant: 'I7 a bill is settled if and only if nothing is owed',
    query: sql`select b.loan_id::text as subject,
      coalesce(b.settled_as, 'open') || ' with ' || coalesce(sum(a.balance_centavos), 0) as detail
      from bills b left join ledger_accounts a on a.owner_id = b.loan_id
        and a.kind <> 'loan.writtenOff'
      group by b.loan_id, b.settled_as having (b.settled_as is not null)
        <> (coalesce(sum(a.balance_centavos), 0) = 0)`,
  },
  {
    invariant: 'a loan has a bill if and only if it was paid out',
    query: sql`select l.id::text as subject, l.state as detail from loans l
      left join lateral (select loan_id from public.bills where loan_id = l.id offset 0) b on true
      where (l.state in ('success', 'reversed')) <> (b.loan_id is not null)`,
  },
  {
    invariant: 'I3 a payout has an entry if and only if it was paid',
    query: sql`select p.id::text as subject, p.state as detail from payouts p
      left join ledger_entries e on e.kind = 'loan.paidOut' and e.fact_key = 'payout ' || p.id
      where p.kind = 'loan' and ((p.state in ('paid', 'reversed')) <> (e.id is not null))`,
  },
  {
    invariant: 'I4 the allocations to bills equal the ledger lines on their loans',
    query: sql`select m.entry_id::text as subject,
      m.booked || ' against ' || coalesce(l.taken, 0) as detail
      from (select m.entry_id, sum(m.amount_centavos) as booked from bills i
        join payment_allocations m on m.loan_id = i.loan_id group by m.entry_id) m
      left join lateral (select -sum(l.amount_centavos) as taken from ledger_lines l
        join ledger_accounts a on a.id = l.account_id
        where l.entry_id = m.entry_id and a.kind in ('loan.late', 'loan.interest', 'loan.principal',
          'loan.extensionFee', 'loan.writtenOff')) l on true
      where m.booked <> coalesce(l.taken, 0)`,
  },
  {
    invariant: 'a loan has the state of its last change',
    query: sql`select l.id::text as subject, l.state || ' against ' || c.state as detail
      from loans l
      join lateral (select state from loan_state_changes where loan_id = l.id order by number desc
        limit 1) c on true where c.state <> l.state`,
  },
  {
    invariant: 'I3 a payout has a reversal entry if and only if it was reversed',
    query: sql`select p.id::text as subject, p.state as detail from payouts p
      left join ledger_entries e on e.kind = 'loan.reversed' and e.fact_key = 'reversal ' || p.id
      where p.kind = 'loan' and ((p.state = 'reversed') <> (e.id is not null))`,
  },
  {
    invariant: 'I3 a payout moved the float by its amount, which is the arrival amount of its loan',
    query: sql`select p.id::text as subject,
      p.amount_centavos || ' against ' || l.arrival_centavos || ' and '
      || coalesce(sum(abs(i.amount_centavos)), 0) as detail
      from payouts p join public.loans l on l.id = p.subject_id
      left join ledger_entries e on e.fact_key in ('payout ' || p.id, 'reversal ' || p.id)
      left join ledger_lines i on i.entry_id = e.id
        and i.account_id = (select id from ledger_accounts where kind = 'gateway.float'
        and owner_id is null)
      where p.kind = 'loan' group by p.id, p.amount_centavos, l.arrival_centavos, e.id
      having p.amount_centavos <> l.arrival_centavos
        or (e.id is not null and coalesce(sum(abs(i.amount_centavos)), 0) <> p.amount_centavos)`,
  },
  {
    invariant: 'the state and amount of a refund match its payout',
    query: sql`select coalesce(f.id, p.subject_id)::text as subject,
      coalesce(f.state, 'no refund') || ' with ' || coalesce(p.state, 'no payout') as detail
      from refunds f full join (select id, subject_id, borrower_id, amount_centavos, state
        from payouts where kind = 'refund') p on p.subject_id = f.id
      where f.id is null or p.id is null or f.borrower_id <> p.borrower_id
        or f.amount_centavos <> p.amount_centavos or not (case f.state
        when 'ordered' then p.state in (${openPayout}) else p.state = f.state end)`,
  },
  {
    invariant: 'I3 a refund has the entries of its order and its end',
    query: sql`select f.id::text as subject,
      f.state || ' with ' || coalesce(string_agg(e.kind, ', ' order by e.number),
      'no entry') as detail from refunds f
      left join public.payouts p on p.kind = 'refund' and p.subject_id = f.id
      left join ledger_entries e on e.fact_key in ('refund ' || f.id, 'payout ' || p.id,
        'refund-failed ' || f.id, 'reversal ' || p.id)
      group by f.id, f.state having coalesce(array_agg(e.kind order by e.number),
        '{}') <> case f.state
        when 'ordered' then '{refund.ordered}'::text[]
          when 'paid' then '{refund.ordered,refund.paid}'
        when 'failed' then '{refund.ordered,refund.failed}'
          else '{refund.ordered,refund.paid,refund.reversed}' end`,
  },
  {
    // An erased account keeps its payments but no disclosure statement.
    invariant: 'an extension has the statement that its borrower accepted',
    query: sql`select e.id::text as subject, 'no statement' as detail from extensions e
      join borrowers b on b.id = e.borrower_id and b.erased_at is null
      left join extension_disclosures t on t.extension_id = e.id and t.borrower_id = e.borrower_id
        and t.accepted_at = e.asked_at
      where e.state = 'success' and t.extension_id is null`,
  },
  {
    invariant: 'a written-off loan has one entry, the decision of two people, and a loss',
    query: sql`select b.loan_id::text as subject,
      coalesce(b.settled_as, 'open') || ' with ' || coalesce(a.balance_centavos, 0) as detail
      from bills b
      left join ledger_entries e on e.kind = 'loan.writtenOff'
        and e.fact_key = 'written off ' || b.loan_id
      left join bill_decisions d on d.loan_id = b.loan_id and d.kind = 'writeOff'
        and d.state = 'confirmed'
      left join ledger_accounts a on a.kind = 'loan.writtenOff' and a.owner_id = b.loan_id
      where (b.written_off_on is null) <> (e.id is null)
        or b.written_off_on is distinct from d.value_on
        or (b.settled_as is not distinct from 'writtenOff') <> (coalesce(a.balance_centavos,
          0) > 0)`,
  },
  {
    invariant: 'the state of a loan matches its payout',
    query: sql`select l.id::text as subject,
      l.state || ' with ' || coalesce(p.state, 'no payout') as detail from loans l
      left join public.payouts p on p.kind = 'loan' and p.subject_id = l.id
      where not (case l.state
        when 'success' then p.state is not distinct from 'paid'
        when 'reversed' then p.state is not distinct from 'reversed'
        when 'failed' then p.id is null or p.state = 'failed'
        when 'cancelled' then p.id is null or p.state = 'cancelled'
        when 'paying' then p.state in (${openPayout}) and p.id is not null
        when 'bankProcessing' then p.state in ('sent', 'unknown') and p.id is not null
        else p.id is null end)`,
  },
  {
    invariant: 'I4 the allocations of a receipt stay within its amount and on its value date',
    query: sql`select m.receipt_id::text as subject,
      m.booked || ' of ' || coalesce(r.amount_centavos::text, 'nothing') as detail
      from (select m.receipt_id, m.value_on, m.reversal_id is not null as is_back,
        sum(m.amount_centavos) as booked,
        min(case when m.reversal_id is null then sum(m.amount_centavos)
          else -sum(m.amount_centavos) end) over (partition by m.receipt_id) as least,
        sum(sum(m.amount_centavos)) over (partition by m.receipt_id) as in_all
        from bills i join payment_allocations m on m.loan_id = i.loan_id
          group by m.receipt_id, m.value_on, m.reversal_id) m
      left join public.receipts r on r.id = m.receipt_id
      where r.id is null or m.least < 0 or m.in_all < 0
        or m.in_all > r.amount_centavos - (select coalesce(sum(v.amount_centavos), 0)
          from payment_reversals v where v.receipt_id = r.id
          and exists (select from payment_allocations b where b.reversal_id = v.id))
        or m.value_on < r.value_on or (m.value_on > r.value_on and not m.is_back and not exists (
          select from payment_allocations o join bills i on i.loan_id = o.loan_id
            where i.borrower_id = r.borrower_id and o.reversal_id is not null))`,
  },
  {
    invariant: 'I4 the payments of a borrower are on bills, refundable, reserved, or refunded',
    query: sql`select b.id::text as subject,
      coalesce(r.came, 0) || ' against ' ||
      coalesce(m.booked, 0) || ' and ' || coalesce(-a.balance_centavos, 0) as detail
      from borrowers b
      left join lateral (select sum(r.amount_centavos - (select
        coalesce(sum(v.amount_centavos), 0)::int8 from payment_reversals v
          where v.receipt_id = r.id)) as came
        from receipts r where r.borrower_id = b.id) r on true
      left join lateral (select sum(m.amount_centavos) as booked from bills i
        join payment_allocations m on m.loan_id = i.loan_id
        where i.borrower_id = b.id and i.settled_as is distinct from 'void') m on true
      left join ledger_accounts a on a.kind = 'borrower.refundable' and a.owner_id = b.id
      left join ledger_accounts o on o.kind = 'borrower.refundOrdered' and o.owner_id = b.id
      left join ledger_accounts k on k.kind = 'borrower.takenBack' and k.owner_id = b.id
      left join lateral (select sum(amount_centavos) as sent from refunds where borrower_id = b.id
        and state = 'paid') s on true
      left join lateral (select sum(amount_centavos) as ended from claim_decisions
        where borrower_id = b.id and state = 'confirmed'
        and (source_id is not null or act = 'writeOff')) c on true
      where coalesce(r.came, 0) + coalesce(c.ended, 0) <>
        coalesce(m.booked, 0) - coalesce(a.balance_centavos, 0) - coalesce(o.balance_centavos, 0)
        - coalesce(k.balance_centavos, 0) + coalesce(s.sent, 0)`,
  },
  {
    invariant: 'a bill is charged up to its last payment, and settled on that day',
    query: sql`select b.loan_id::text as subject,
      b.charged_to || ', ' || coalesce(b.settled_on::text, 'open') || ' with money of ' || m.last_on
      as detail from bills b
      join lateral (select max(value_on) as last_on
        from (select value_on from payment_allocations where loan_id = b.loan_id
        group by receipt_id, value_on having sum(amount_centavos) <> 0) kept) m
          on m.last_on is not null
      where b.charged_to < m.last_on or (b.settled_as in ('repaid', 'cooledOff')
        and b.settled_on <> greatest(m.last_on, b.arrived_on))`,
  },
  {
    invariant: 'I12 charges of a loan never pass its principal',
    query: sql`select l.id::text as subject,
      c.posted || ' and ' || (l.principal_centavos - l.arrival_centavos) || ' of '
      || l.principal_centavos as detail from loans l
      join lateral (select coalesce(sum(i.amount_centavos), 0) as posted from ledger_entries e
        join ledger_lines i on i.entry_id = e.id
        join ledger_accounts a on a.id = i.account_id
          and a.kind in ('loan.interest', 'loan.late', 'loan.extensionFee') and a.owner_id = l.id
        where e.loan_id = l.id and e.kind = 'charges.posted') c on true
      where c.posted < 0 or c.posted + l.principal_centavos - l.arrival_centavos
        > l.principal_centavos`,
  },
  {
    invariant: 'a bill is due on the date of its last extension, or else of its term',
    query: sql`select b.loan_id::text as subject,
      b.due_on || ' after ' || coalesce(e.due_on::text, 'none') as detail from bills b
      join loans l on l.id = b.loan_id
      left join lateral (select case when back_last_free_on is null then due_on
        else from_due_on end as due_on from extensions
        where loan_id = b.loan_id and state = 'success' order by number desc limit 1) e on true
      where b.due_on <> coalesce(e.due_on, b.arrived_on + l.term_days)`,
  },
  {
    invariant: 'an open offer to extend has an open bill without later payments',
    query: sql`select e.id::text as subject, e.offered_on || ' still open' as detail
      from extensions e join lateral (select settled_at from public.bills
      where loan_id = e.loan_id offset 0) b on true
      where e.state = 'feeDue' and (b.settled_at is not null
        or exists (select from payment_allocations m
        where m.loan_id = e.loan_id and m.value_on <= e.offered_on and m.booked_at > e.asked_at))`,
  },
  {
    invariant: 'the coupon of a failed, cancelled, reversed or returned loan is released',
    query: sql`select u.loan_id::text as subject,
      l.state || coalesce(', ' || b.settled_as, '') as detail from coupon_redemptions u
      join loans l on l.id = u.loan_id left join lateral (select settled_as from public.bills
        where loan_id = l.id offset 0) b on true
      where u.released_at is null and (l.state in ('failed', 'cancelled', 'reversed')
        or b.settled_as = 'cooledOff')`,
  },
  {
    invariant: 'the state changes of a loan are numbered without gaps',
    query: sql`select l.id::text as subject, count(c.number)::text as detail from loans l
      left join loan_state_changes c on c.loan_id = l.id
      group by l.id having count(c.number) = 0 or max(c.number) <> count(c.number)`,
  },
  {
    invariant: 'the state changes of a loan are possible transitions',
    query: sql`select c.loan_id::text as subject, b.state || ' to ' || c.state as detail
      from loans l join loan_state_changes c on c.loan_id = l.id
      join loan_state_changes b on b.loan_id = c.loan_id and b.number = c.number - 1
      where not exists (select from transitions t where t.kind = 'loan' and t.from_state = b.state
        and t.to_state = c.state)`,
  },
  {
    invariant: 'the waived remainder of a bill equals its waiver entries',
    query: sql`select b.loan_id::text as subject,
      b.remainder_centavos || ' against ' || coalesce(l.waived, 0) as detail from bills b
      left join lateral (select sum(l.amount_centavos) as waived from ledger_entries e
        join ledger_lines l on l.entry_id = e.id
        join ledger_accounts a on a.id = l.account_id and a.owner_id is null
          and a.kind = 'loss.remainders' where e.loan_id = b.loan_id) l on true
      where b.remainder_centavos <> coalesce(l.waived, 0)`,
  },
  {
    invariant: 'the waived charges of a loan equal its waiver entries',
    query: sql`select w.id::text as subject, 'an entry of another kind' as detail
      from waived_charges w join ledger_entries e on e.id = w.entry_id
      where e.kind <> 'charges.waived'`,
  },
  {
    invariant: 'the reserved money of a borrower equals their open refund',
    query: sql`select f.borrower_id::text as subject, '0 against ' || f.amount_centavos as detail
      from refunds f where f.state = 'ordered'
      and not exists (select from ledger_accounts a where a.owner_id = f.borrower_id
        and a.kind = 'borrower.refundOrdered')`,
  },
  {
    invariant: 'I4 a receipt is fully booked to bills, the borrower, or suspense',
    query: sql`select r.id::text as subject,
      r.amount_centavos || ' against ' || coalesce(sum(l.amount_centavos), 0) as detail
      from receipts r left join ledger_lines l on l.entry_id = r.entry_id and l.amount_centavos > 0
      left join ledger_accounts a on a.id = l.account_id and a.owner_id is null
        and a.kind in ('gateway.float', 'bank.account', 'gateway.otherCurrency')
      where r.borrower_id is not null and (l.entry_id is null or a.id is not null)
        group by r.id, r.amount_centavos
        having r.amount_centavos <> coalesce(sum(l.amount_centavos), 0)`,
  },
];
