// The checks in books() per borrower: returned loans, their payments, and the rewards for paying
// them off.

import { sql } from 'kysely';
import type { Check } from './books.ts';

export const returnChecks: readonly Check[] = [
  {
    invariant: 'only a returned loan has a return entry, and its payments equal its arrival amount',
    query: sql`select b.loan_id::text as subject,
      coalesce(b.settled_as, 'open') || ' with ' ||
      coalesce(m.booked, 0) || ' of ' || l.arrival_centavos as detail
      from bills b join loans l on l.id = b.loan_id
      left join ledger_entries e on e.kind = 'loan.cooledOff'
        and e.fact_key = 'return ' || b.loan_id
      left join lateral (select sum(amount_centavos) as booked, max(value_on)
        filter (where amount_centavos > 0) as last_on
        from payment_allocations where loan_id = b.loan_id) m on true
      where case when b.settled_as = 'cooledOff' then e.id is null
        or m.booked is distinct from l.arrival_centavos or b.settled_on > b.return_ends_on
        else e.id is not null and b.settled_as is distinct from 'void' end`,
  },
  {
    invariant: 'a returned or reversed loan keeps no earned step, nor a coupon for a repaid loan',
    query: sql`select g.loan_id::text as subject,
      'a step of the limit of a loan that is ' || b.settled_as as detail
      from earned_limit_increases g
        join lateral (select settled_as from public.bills where loan_id = g.loan_id offset 0) b
          on b.settled_as in ('cooledOff', 'void')
        where not exists (select from reversed_limit_increases t where t.loan_id = g.loan_id)
      union all select v.id::text, 'a coupon for a loan repaid' from coupons v
        where v.occasion = 'firstRepayment' and v.granted_by = 'catalogue' and v.voided_at is null
        and not exists (select from coupon_redemptions u where u.coupon_id = v.id
          and u.released_at is null)
        and not exists (select from bills b where b.borrower_id = v.borrower_id
          and b.settled_as = 'repaid')`,
  },
];
