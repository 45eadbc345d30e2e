// Posting the charges of a day on many loans at once: the entries are those that `post` would write
// one by one, made by a few statements.
import { sql } from 'kysely';
import type { Tx } from '#/db/database.ts';
import { chargedAs, chart } from './chart.ts';

/**
 * What one loan is still to be charged; negative if too much is posted. Not both zero. Amounts are
 * strings, so that JSON keeps them exactly.
 */
export type DayCharge = {
  loanId: string;
  borrowerId: string;
  interestCentavos: string;
  lateCentavos: string;
};

const incomeOf = { 'loan.interest': 'income.interest', 'loan.late': 'income.late' } as const;
/** The account that is debited and the one that is credited, by the part of a charge. */
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
 * Posts one entry for each of these loans, whose bills are locked. The key of an entry is its day
 * and its loan, so that the database refuses to charge a day twice. Accounts are opened as they are
 * first used and locked in the order of their ids, as by everybody who posts.
 */
export async function postDayCharges(
  tx: Tx,
  charges: readonly DayCharge[],
  at: { day: Temporal.PlainDate; happenedAt: Temporal.Instant; recordedAt: Temporal.Instant },
): Promise<void> {
  if (charges.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(charges)}::jsonb)
    as c ("loanId" uuid, "borrowerId" uuid, "interestCentavos" bigint, "lateCentavos" bigint)`;
  const parts = sql`select c."loanId" as loan_id, p.own, p.income, 2 * row_number() over (partition by c."loanId" order by p.own) - 1 as first, p.amount
    from ${given} cross join lateral (select s.own, s.income, case s.own when 'loan.interest' then c."interestCentavos" else c."lateCentavos" end as amount
      from (values ${sides}) as s (own, income)) p where p.amount <> 0`;
  await sql`insert into ledger_accounts (kind, owner_id, normal_side, charge_kind)
    select w.kind, w.owner_id, k.keeps, k.charge_kind from (
      select own as kind, loan_id as owner_id from (${parts}) own union select income, null from (${parts}) incomes) w
    join (values ${opened}) as k (kind, keeps, charge_kind) on k.kind = w.kind order by w.kind, w.owner_id on conflict (kind, owner_id) do nothing`.execute(
    tx,
  );
  await sql`select from ledger_accounts a where a.kind in ('loan.interest', 'loan.late') and a.owner_id = any(${charges.map((one) => one.loanId)})
    order by a.id for no key update of a`.execute(tx);
  const key = sql`'day ' || ${at.day.toString()}::text || ' ' || c."loanId"`;
  // An id that begins with its time, as all ids do, and goes on with what makes the entry one.
  const milliseconds = at.recordedAt.epochMilliseconds.toString(16).padStart(12, '0');
  const id = sql`(${milliseconds}::text || '7' || substr(md5(${key}), 2, 3) || '8' || substr(md5(${key}), 6, 15))::uuid`;
  await sql`insert into ledger_entries (id, kind, fact_key, borrower_id, loan_id, happened_at, recorded_at, business_on, line_count)
    select ${id}, 'charges.posted', ${key}, c."borrowerId", c."loanId", ${at.happenedAt}, ${at.recordedAt}, ${at.day},
      case when c."interestCentavos" = 0 or c."lateCentavos" = 0 then 2 else 4 end
    from ${given} order by c."loanId"`.execute(tx);
  await sql`insert into ledger_lines (entry_id, number, account_id, amount_centavos)
    select e.id, p.first + side.nth, case side.nth when 0 then own.id else income.id end, case side.nth when 0 then p.amount else -p.amount end
    from (${parts}) p join ledger_entries e on e.fact_key = 'day ' || ${at.day.toString()}::text || ' ' || p.loan_id
    cross join (values (0), (1)) as side (nth)
    left join ledger_accounts own on own.kind = p.own and own.owner_id = p.loan_id
    left join ledger_accounts income on income.kind = p.income and income.owner_id is null
    order by e.id, p.first, side.nth`.execute(tx);
}
