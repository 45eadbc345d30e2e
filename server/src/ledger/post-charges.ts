// Posts a day's charges on many loans in a few statements. Writes the same entries that `post`
// would write.
import { sql } from 'kysely';
import type { Tx } from '#/db/database.ts';
import { chargedAs, chart } from './chart.ts';

/**
 * The charges to post on a loan. They are below zero if too much was posted, and at least one of
 * them is not zero. The amounts are strings, because JSON numbers are not exact.
 */
export type DayCharge = {
  loanId: string;
  borrowerId: string;
  interestCentavos: string;
  lateCentavos: string;
};

const incomeOf = { 'loan.interest': 'income.interest', 'loan.late': 'income.late' } as const;
/** The accounts that each part of a charge debits and credits. */
const sides = sql.join(
  (['loan.interest', 'loan.late'] as const).map(
    (own) => sql`(${own}::text, ${incomeOf[own]}::text)`,
  ),
);
const opened = sql.join(
  (['loan.interest', 'loan.late', 'income.interest', 'income.late'] as const).map(
    (kind) => sql`(${kind}::text, ${chart[kind].keeps}::text, ${chargedAs(kind)}::text)`,
  ),
);

/**
 * Posts one entry per loan. Lock the bills first. The fact key consists of the day and the loan, so
 * the database refuses to charge a loan twice for one day. Locks accounts in the order of their
 * ids, as `post` does.
 */
export async function postDayCharges(
  tx: Tx,
  charges: readonly DayCharge[],
  at: { day: Temporal.PlainDate; happenedAt: Temporal.Instant; recordedAt: Temporal.Instant },
): Promise<void> {
  if (charges.length === 0) return;
  const input = sql`jsonb_to_recordset(${JSON.stringify(charges)}::jsonb)
    as c ("loanId" uuid, "borrowerId" uuid, "interestCentavos" bigint, "lateCentavos" bigint)`;
  const parts = sql`select c."loanId" as loan_id, p.own, p.income,
    2 * row_number() over (partition by c."loanId" order by p.own) - 1 as first, p.amount
    from ${input} cross join lateral (select s.own, s.income, case s.own
      when 'loan.interest' then c."interestCentavos" else c."lateCentavos" end as amount
      from (values ${sides}) as s (own, income)) p where p.amount <> 0`;
  await sql`insert into ledger_accounts (kind, owner_id, normal_side, charge_kind)
    select w.kind, w.owner_id, k.keeps, k.charge_kind from (
      select own as kind, loan_id as owner_id from (${parts}) own union select income, null
        from (${parts}) incomes) w
    join (values ${opened}) as k (kind, keeps, charge_kind) on k.kind = w.kind
      order by w.kind, w.owner_id on conflict (kind, owner_id) do nothing`.execute(tx);
  await sql`select from ledger_accounts a where a.kind in ('loan.interest', 'loan.late')
    and a.owner_id = any(${charges.map(({ loanId }) => loanId)})
    order by a.id for no key update of a`.execute(tx);
  const key = sql`'day ' || ${at.day.toString()}::text || ' ' || c."loanId"`;
  // Like every id, this id begins with its time and ends in the borrower's bucket. The bits between
  // are a hash of the fact key.
  const milliseconds = at.recordedAt.epochMilliseconds.toString(16).padStart(12, '0');
  const id = sql`(${milliseconds}::text || '7' || substr(md5(${key}), 2,
    3) || '8' || substr(md5(${key}), 6, 13) || right(c."borrowerId"::text, 2))::uuid`;
  await sql`insert into ledger_entries (id, kind, fact_key, borrower_id, loan_id, happened_at,
    recorded_at, business_on, line_count)
    select ${id}, 'charges.posted', ${key}, c."borrowerId", c."loanId", ${at.happenedAt},
      ${at.recordedAt}, ${at.day},
      case when c."interestCentavos" = 0 or c."lateCentavos" = 0 then 2 else 4 end
    from ${input} order by c."loanId"`.execute(tx);
  await sql`insert into ledger_lines (entry_id, number, account_id, amount_centavos)
    select e.id, p.first + side.nth, case side.nth when 0 then own.id else income.id end,
      case side.nth when 0 then p.amount else -p.amount end
    from (${parts}) p join ledger_entries e on e.fact_key = 'day ' || ${at.day.toString()}::text
      || ' ' || p.loan_id
    cross join (values (0), (1)) as side (nth)
    left join ledger_accounts own on own.kind = p.own and own.owner_id = p.loan_id
    left join ledger_accounts income on income.kind = p.income and income.owner_id is null
    order by e.id, p.first, side.nth`.execute(tx);
}
