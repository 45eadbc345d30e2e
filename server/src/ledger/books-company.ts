// The checks in books() that are not divided into pieces: the company's accounts, and decisions
// about payments.
import { type RawBuilder, sql } from 'kysely';
import type { Check } from './books.ts';

/** The part of a receipt that was reversed while it was in suspense. */
const takenFromSuspense = (
  receiptId: RawBuilder<unknown>,
) => sql`(select coalesce(sum(v.amount_centavos), 0)::int8 from payment_reversals v
  join ledger_lines w on w.entry_id = v.entry_id join ledger_accounts k on k.id = w.account_id
    and k.kind in ('suspense', 'suspense.otherCurrency')
  where v.receipt_id = ${receiptId})`;

/** The part of a receipt in suspense that was used to settle claims. */
const usedForClaims = (
  receiptId: RawBuilder<unknown>,
) => sql`(select coalesce(sum(c.amount_centavos), 0)::int8 from claim_decisions c
  where c.source_id = ${receiptId} and c.state = 'confirmed')`;

export const companyChecks: readonly Check[] = [
  {
    invariant: 'P3 the chained days run without gaps from the first day to the head',
    query: sql`select h.chained_to::text as subject,
      count(d.day) || ' days from ' || min(d.day) || ' to ' || max(d.day) as detail
      from ledger_head h left join ledger_days d on true group by h.chained_to
      having max(d.day) is distinct from h.chained_to
        or count(d.day) <> coalesce(max(d.day) - min(d.day) + 1, 0)`,
  },
  {
    invariant: 'I4 money on our own account equals the transfers that two people booked',
    query: sql`select coalesce(t.bank_reference, r.gateway_payment_id) as subject,
      coalesce(t.amount_centavos, 0) || ' against ' || coalesce(l.moved, 0) as detail
      from (select bank_reference, amount_centavos, paid_on from bank_transfers
        where state = 'confirmed') t
      full join (select gateway_payment_id, entry_id, value_on from receipts
        where gateway = 'ownBank') r on r.gateway_payment_id = t.bank_reference
      left join lateral (select sum(l.amount_centavos) as moved from ledger_lines l
        join ledger_accounts a on a.id = l.account_id
        where l.entry_id = r.entry_id and a.kind = 'bank.account') l on true
      where t.amount_centavos is distinct from l.moved or t.paid_on is distinct from r.value_on`,
  },
  {
    invariant: 'I4 our own bank account holds the received transfers less the returned ones',
    query: sql`select 'bank.account' as subject,
      coalesce(a.balance, 0) || ' against ' || coalesce(r.kept, 0) as detail
      from (select sum(balance_centavos) as balance from ledger_accounts where kind = 'bank.account'
        and owner_id is null) a,
        (select sum(case when exists (select from suspense_decisions d
          where d.receipt_id = receipts.id and d.act = 'return' and d.state = 'confirmed')
            then ${usedForClaims(sql`receipts.id`)}
          else amount_centavos end) as kept from receipts where gateway = 'ownBank') r
      where coalesce(a.balance, 0) <> coalesce(r.kept, 0)`,
  },
  {
    invariant: 'I4 returned money left the account to which it came',
    query: sql`select r.id::text as subject,
      r.amount_centavos || ' ' || r.currency || ' of ' || r.gateway as detail
      from suspense_decisions d join receipts r on r.id = d.receipt_id
      where d.act = 'return' and d.state = 'confirmed' and not exists (select from ledger_lines l
        join ledger_accounts a on a.id = l.account_id
        where l.entry_id = d.entry_id and l.amount_centavos = ${takenFromSuspense(sql`r.id`)} +
          ${usedForClaims(sql`r.id`)} - r.amount_centavos and a.kind =
          case when r.gateway = 'ownBank' then 'bank.account'
            when r.currency = 'PHP' then 'company.bank' else 'gateway.otherCurrency' end)`,
  },
  {
    invariant: 'I4 the loss from claims equals the written-off claims',
    query: sql`select 'loss.takenBack' as subject,
      coalesce(a.balance, 0) || ' against ' || coalesce(b.lost, 0) as detail
      from (select sum(balance_centavos) as balance from ledger_accounts
        where kind = 'loss.takenBack' and owner_id is null) a,
        (select sum(amount_centavos) as lost from claim_decisions where act = 'writeOff'
          and state = 'confirmed') b
      where coalesce(a.balance, 0) <> coalesce(b.lost, 0)`,
  },
  {
    invariant: 'I14 contested payout money equals the open payout exceptions',
    query: sql`select 'payout.contested' as subject,
      coalesce(a.balance, 0) || ' against ' || coalesce(b.open, 0) as detail
      from (select sum(balance_centavos) as balance from ledger_accounts
        where kind = 'payout.contested' and owner_id is null) a,
        (select sum(amount_centavos) as open from payout_exceptions where kind = 'paidAfterEnd'
          and ended_at is null) b
      where coalesce(a.balance, 0) <> coalesce(b.open, 0)`,
  },
  {
    invariant: 'I14 the loss from payouts equals the written-off exceptions',
    query: sql`select 'loss.payouts' as subject,
      coalesce(a.balance, 0) || ' against ' || coalesce(b.lost, 0) as detail
      from (select sum(balance_centavos) as balance from ledger_accounts where kind = 'loss.payouts'
        and owner_id is null) a,
        (select sum(amount_centavos) as lost from payout_exceptions where ended_as = 'writtenOff') b
      where coalesce(a.balance, 0) <> coalesce(b.lost, 0)`,
  },
  {
    invariant: 'I4 a receipt is fully booked to bills, the borrower, or suspense',
    query: sql`select r.id::text as subject,
      r.amount_centavos || ' against ' || coalesce(sum(l.amount_centavos), 0) as detail
      from receipts r left join ledger_lines l on l.entry_id = r.entry_id and l.amount_centavos > 0
      left join ledger_accounts a on a.id = l.account_id and a.owner_id is null
        and a.kind in ('gateway.float', 'bank.account', 'gateway.otherCurrency')
      where r.borrower_id is null and (l.entry_id is null or a.id is not null) group by r.id
        having r.amount_centavos <> coalesce(sum(l.amount_centavos), 0)`,
  },
  {
    invariant:
      'I4 suspense holds the money without an owner, and each decision on it has one entry',
    query: sql`select a.kind as subject, -a.balance_centavos || ' against ' ||
      coalesce(r.waits, 0) as detail from ledger_accounts a
      left join lateral (select sum(amount_centavos - ${takenFromSuspense(sql`r.id`)} -
        ${usedForClaims(sql`r.id`)}) as waits from receipts r where r.borrower_id is null
        and (r.currency = 'PHP') = (a.kind = 'suspense')
        and not exists (select from suspense_decisions d where d.receipt_id = r.id
          and d.state = 'confirmed')) r on true
      where a.owner_id is null and a.kind in ('suspense', 'suspense.otherCurrency')
        and -a.balance_centavos <> coalesce(r.waits, 0)`,
  },
  {
    invariant:
      'I4 suspense holds the money without an owner, and each decision on it has one entry',
    query: sql`select d.id::text as subject,
      coalesce(e.kind, 'no entry') || ' for ' || d.act as detail from suspense_decisions d
      left join ledger_entries e on e.id = d.entry_id
      where d.state = 'confirmed' and e.kind is distinct from case d.act
        when 'assign' then 'suspense.assigned' when 'return' then 'suspense.returned' end`,
  },
];
