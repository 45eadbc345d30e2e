// Checks of books(): returned loans, with their money and what their payoff had earned; money on our own bank account, and what two people sent back.

import { sql } from 'kysely';
import type { Check } from './books.ts';

export const returnChecks: readonly Check[] = [
  {
    invariant: 'a returned loan has one entry of it and exactly the money that had arrived, by its last day; no other loan has one',
    query: sql`select b.loan_id::text as subject, coalesce(b.settled_as, 'open') || ' with ' || coalesce(m.booked, 0) || ' of ' || l.arrival_centavos as detail
      from bills b join loans l on l.id = b.loan_id
      left join ledger_entries e on e.kind = 'loan.cooledOff' and e.fact_key = 'return ' || b.loan_id
      left join lateral (select sum(amount_centavos) as booked, max(value_on) filter (where amount_centavos > 0) as last_on
        from payment_allocations where loan_id = b.loan_id) m on true
      where case when b.settled_as = 'cooledOff' then e.id is null or m.booked is distinct from l.arrival_centavos or b.settled_on > b.return_ends_on
        else e.id is not null and b.settled_as is distinct from 'void' end`,
  },
  {
    invariant:
      'what a payoff earned is gone where its loan was returned or came back: the step of the limit, and the coupon where nothing was repaid',
    query: sql`select g.loan_id::text as subject, 'a step of the limit of a loan that is ' || b.settled_as as detail from earned_limit_increases g
        join bills b on b.loan_id = g.loan_id and b.settled_as in ('cooledOff', 'void')
        where not exists (select from reversed_limit_increases t where t.loan_id = g.loan_id)
      union all select v.id::text, 'a coupon for a loan repaid' from coupons v
        where v.occasion = 'firstRepayment' and v.granted_by = 'catalogue' and v.voided_at is null
        and not exists (select from coupon_redemptions u where u.coupon_id = v.id and u.released_at is null)
        and not exists (select from bills b where b.borrower_id = v.borrower_id and b.settled_as = 'repaid')`,
  },
];

export const ownBankChecks: readonly Check[] = [
  {
    invariant: 'I4 what came to our own account is what two people booked there',
    query: sql`select coalesce(t.bank_reference, r.gateway_payment_id) as subject, coalesce(t.amount_centavos, 0) || ' against ' || coalesce(l.moved, 0) as detail
      from (select * from bank_transfers where state = 'confirmed') t
      full join (select * from receipts where gateway = 'ownBank') r on r.gateway_payment_id = t.bank_reference
      left join lateral (select sum(l.amount_centavos) as moved from ledger_lines l join ledger_accounts a on a.id = l.account_id
        where l.entry_id = r.entry_id and a.kind = 'bank.account') l on true
      where t.amount_centavos is distinct from l.moved or t.paid_on is distinct from r.value_on`,
  },
  {
    invariant: 'I4 our own account at a bank has what came there, less what was sent back from there',
    query: sql`select 'bank.account' as subject, coalesce(a.balance, 0) || ' against ' || coalesce(r.kept, 0) as detail
      from (select sum(balance_centavos) as balance from ledger_accounts where kind = 'bank.account') a,
        (select sum(amount_centavos) filter (where not exists (select from suspense_decisions d
          where d.receipt_id = receipts.id and d.act = 'return' and d.state = 'confirmed')) as kept from receipts where gateway = 'ownBank') r
      where coalesce(a.balance, 0) <> coalesce(r.kept, 0)`,
  },
  {
    invariant: 'I4 what was sent back left the account to which it had come',
    query: sql`select r.id::text as subject, r.amount_centavos || ' ' || r.currency || ' of ' || r.gateway as detail
      from suspense_decisions d join receipts r on r.id = d.receipt_id
      where d.act = 'return' and d.state = 'confirmed' and not exists (select from ledger_lines l join ledger_accounts a on a.id = l.account_id
        where l.entry_id = d.entry_id and l.amount_centavos = -r.amount_centavos and a.kind =
          case when r.gateway = 'ownBank' then 'bank.account' when r.currency = 'PHP' then 'company.bank' else 'gateway.otherCurrency' end)`,
  },
];
