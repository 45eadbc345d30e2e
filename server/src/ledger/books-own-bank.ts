// What must hold of money on our own account at a bank, and of what two people sent back: part of books().
import { sql } from 'kysely';
import type { Check } from './books.ts';

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
