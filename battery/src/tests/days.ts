// Promise P7 at scale: after each close the books contain exactly the charges that the rules
// compute, even if closes were missed for a week or killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import * as path from 'node:path';
import { interestAccrued, lateCharged } from '@sandali/contract/accrual.ts';
import { addDays, asDay, type Day, daysBetween } from '@sandali/contract/day.ts';
import { centavos, floorShare } from '@sandali/contract/money.ts';
import { owed, paidSoFar } from '@sandali/contract/owed.ts';
import { closeDays } from '@sandali/server/closing/closing.ts';
import { lastClosedDay } from '@sandali/server/closing/store.ts';
import type { AppContext } from '@sandali/server/context/app-context.ts';
import type { WorkCtx } from '@sandali/server/context/ctx.ts';
import { type Database, inTx, type Tx } from '@sandali/server/db/database.ts';
import { paidOut, post, repaymentBooked } from '@sandali/server/ledger/ledger.ts';
import { type MoneyIn, settle } from '@sandali/server/loan/rules/allocate.ts';
import type { BillTerms } from '@sandali/server/loan/rules/bill.ts';
import { newIdFor } from '@sandali/server/platform/random.ts';
import { until } from '@sandali/server/sandbox/life.ts';
import { sql } from 'kysely';
import { withDatabase } from '#/database.ts';
import { type BatteryTest, type Context, Findings } from '#/test.ts';

type Loan = {
  id: string;
  borrowerId: string;
  terms: BillTerms;
  money: MoneyIn[];
  chargedTo: Day;
  isOpen: boolean;
};
type Run = {
  database: Database;
  context: Context;
  loans: Loan[];
  findings: Findings;
  counts: Record<string, number>;
};

const first = asDay('2026-06-01');
/** The longest time after which the test kills a close. */
const longestLifeMs = 400;

export const days: BatteryTest = {
  name: 'days',
  about:
    'over 1,000 days, each day close posts the charges of the rules, also after a missed close',
  async run(context) {
    const findings = new Findings();
    const [count, most] = context.isQuick ? [20, 45] : [300, 1000];
    return await withDatabase(async (database) => {
      const loans = await lend(database, count, context);
      const counts = {
        loans: count,
        days: most,
        compared: 0,
        payments: 0,
        outages: 0,
        missed: 0,
        kills: 0,
        again: 0,
      };
      const run: Run = { database, context, loans, findings, counts };
      let today = addDays(first, 1);
      while (daysBetween(first, today) < most && !findings.some()) {
        const isOutage = context.random() < (context.isQuick ? 0.12 : 0.03);
        const step = isOutage ? 7 : 1;
        await payInPart(run, today);
        today = addDays(today, step);
        if (isOutage) {
          counts.outages += 1;
          counts.missed += step - 1;
          if (counts.kills < (context.isQuick ? 2 : 100)) await dieClosing(run, today);
        }
        await closeAll(database, today);
        await judge(run, addDays(today, -1));
        const before = await entryCount(database);
        counts.again += await closeDays(ctxOn(database, today));
        findings.expect(
          (await entryCount(database)) === before,
          `closing ${today} again wrote entries`,
        );
      }
      findings.expect(
        counts.outages > 0 && counts.payments > 0 && counts.kills > 0,
        'no week was missed, no loan was paid or no close was killed',
      );
      await judgeDays(run, addDays(today, -1));
      return findings.outcome(counts);
    });
  },
};

/** Closes all open days. Retries, because a killed process keeps its lock for a moment. */
async function closeAll(database: Database, today: Day): Promise<void> {
  const yesterday = addDays(today, -1);
  await until(`the close of ${yesterday}`, async () => {
    await closeDays(ctxOn(database, today));
    return (await lastClosedDay(database.db))?.toString() === yesterday;
  });
}

/** Returns a context just after midnight at the start of a day. */
const ctxOn = ({ db }: Database, today: Day): WorkCtx => ({
  app: { db } as AppContext,
  now: instant(today, 5),
  wall: instant(today, 5),
});
const instant = (day: Day, seconds: number) =>
  Temporal.PlainDate.from(day).toZonedDateTime('Asia/Manila').add({ seconds }).toInstant();
const date = (day: Day) => Temporal.PlainDate.from(day);

/**
 * Creates loans of ₱500 to ₱60,000 on the first day, some with a coupon, some with free days after
 * the due date.
 */
async function lend({ db, pool }: Database, count: number, { random }: Context): Promise<Loan[]> {
  const loans = Array.from({ length: count }, (): Loan => {
    const termDays = random() < 0.5 ? 8 : 15;
    const principalCentavos = centavos((1 + Math.floor(random() * 120)) * 50_000);
    const arrivalCentavos = centavos(
      principalCentavos - Number(floorShare(principalCentavos, 150, 10_000)),
    );
    const interestCouponCentavos = centavos(random() < 0.3 ? Math.floor(random() * 20_000) : 0);
    const rates = { interestPerDayBps: 20, lateChargePerMonthBps: 500, serviceFeeBps: 150 };
    const dates = {
      arrivedOn: first,
      firstLastFreeOn: addDays(first, termDays + Math.floor(random() * 4)),
    };
    const terms = {
      principalCentavos,
      arrivalCentavos,
      interestCouponCentavos,
      termDays,
      ...rates,
      ...dates,
      reliefs: [],
      promises: [],
      writtenOffOn: null,
    };
    const borrowerId = randomUUID();
    return {
      id: newIdFor(borrowerId, instant(first, 36_000)),
      borrowerId,
      terms,
      money: [],
      chargedTo: first,
      isOpen: true,
    };
  });
  await pool.query(
    `insert into catalogues (name, id, version, content, legal_rule, loaded_at) values ('test 1', 'test', 1, '{"id": "test", "version": 1}', 'test', '2026-05-01')`,
  );
  for (const loan of loans) await inTx(db, (tx) => begin(tx, loan));
  return loans;
}

async function begin(tx: Tx, { id, borrowerId, terms }: Loan): Promise<void> {
  const at = instant(first, 36_000);
  const quoteId = newIdFor(borrowerId, at);
  const {
    principalCentavos: principal,
    arrivalCentavos: arrival,
    interestCouponCentavos: coupon,
    termDays,
  } = terms;
  await sql`insert into borrowers (id, phone_sealed, phone_hash, agreement_version, locale, registered_at)
    values (${borrowerId}, '', sha256(${borrowerId}::text::bytea), 'test', 'en', ${at})`.execute(
    tx,
  );
  await sql`insert into quotes (id, borrower_id, principal_centavos, term_days, channel, facts, catalogue, legal_rule, disclosure_version, disclosure_hash,
      made_at, ends_at, locale)
    values (${quoteId}, ${borrowerId}, ${principal}, ${termDays}, 'wallet', '{}', 'test 1', 'test', 'test', sha256('x'), ${at}, ${at}, 'en')`.execute(
    tx,
  );
  await sql`insert into loans (id, borrower_id, quote_id, reference_no, state, principal_centavos, term_days, channel, interest_centavos,
      interest_coupon_centavos, service_fee_centavos, channel_fee_centavos, interest_per_day_bps,
      late_charge_per_month_bps, service_fee_bps, arrival_centavos, receiver_label, receiver_last4,
      receiver_mark, disclosure_hash, disclosure_version, agreement_locale, agreement_session_hash,
      legal_rule, signed_at)
    values (${id}, ${borrowerId}, ${quoteId}, ${id}, 'success', ${principal}, ${termDays}, 'wallet', ${principal}, ${coupon}, ${principal - arrival}, 0,
      20, 500, 150, ${arrival}, '', '', '', sha256('x'), 'test', 'en', '', 'test', ${at})`.execute(
    tx,
  );
  await sql`insert into signed_agreements (loan_id, borrower_id, hash, text_sealed) values (${id}, ${borrowerId}, sha256('x'), '')`.execute(
    tx,
  );
  await sql`insert into bills (loan_id, borrower_id, arrived_at, arrived_on, due_on, last_free_on, charged_to)
    values (${id}, ${borrowerId}, ${at}, ${first}, ${addDays(first, termDays)}, ${terms.firstLastFreeOn}, ${first})`.execute(
    tx,
  );
  const [service, channel] = [BigInt(principal - arrival), 0n];
  const lines = {
    loanId: id,
    principalCentavos: BigInt(principal),
    arrivalCentavos: BigInt(arrival),
  };
  const times = { happenedAt: at, recordedAt: at, businessOn: date(first), borrowerId, loanId: id };
  await post(tx, {
    id: newIdFor(borrowerId, at),
    kind: 'loan.paidOut',
    factKey: `payout ${id}`,
    ...times,
    lines: paidOut({ ...lines, serviceFeeCentavos: service, channelFeeCentavos: channel }),
  });
}

/** Pays some loans in part, rarely in full, with a past value date, which reverses charges. */
async function payInPart(run: Run, today: Day): Promise<void> {
  const { random } = run.context;
  for (const loan of run.loans) {
    if (!loan.isOpen || loan.money.length >= 12 || random() > 0.02) continue;
    const { facts } = settle(loan.terms, loan.money);
    const amount = floorShare(
      owed(facts, addDays(today, -1)).totalCentavos,
      random() < 0.05 ? 1000 : 1 + Math.floor(random() * 500),
      1000,
    );
    if (amount < 1) continue;
    await inTx(run.database.db, (tx) =>
      pay(tx, loan, { paidOn: addDays(today, -1), amountCentavos: amount }),
    );
    run.counts.payments = (run.counts.payments ?? 0) + 1;
  }
}

/** Books a payment and its allocation, computed from the charges up to its value date. */
async function pay(tx: Tx, loan: Loan, money: MoneyIn): Promise<void> {
  const before = paidSoFar(settle(loan.terms, loan.money).facts, money.paidOn);
  loan.money.push(money);
  const { facts } = settle(loan.terms, loan.money);
  const after = paidSoFar(facts, money.paidOn);
  const at = instant(money.paidOn, 80_000);
  const newId = () => newIdFor(loan.borrowerId, at);
  const [entryId, sourceId] = [newId(), newId()];
  const of = (part: 'lateCentavos' | 'interestCentavos' | 'principalCentavos') =>
    BigInt(after[part] - before[part]);
  const share = {
    loanId: loan.id,
    extensionFeeCentavos: 0n,
    lateCentavos: of('lateCentavos'),
    interestCentavos: of('interestCentavos'),
  };
  const amountCentavos = BigInt(money.amountCentavos);
  const shares = [{ ...share, principalCentavos: of('principalCentavos') }];
  const booked = repaymentBooked({
    from: 'gateway.float',
    amountCentavos,
    shares,
    borrowerId: loan.borrowerId,
    refundableCentavos: 0n,
  });
  const times = {
    happenedAt: at,
    recordedAt: at,
    businessOn: date(money.paidOn),
    borrowerId: loan.borrowerId,
    loanId: loan.id,
  };
  await post(tx, {
    id: entryId,
    kind: 'repayment.booked',
    factKey: `receipt ${sourceId}`,
    ...times,
    lines: booked,
  });
  await sql`insert into payment_allocations (id, loan_id, borrower_id, receipt_id, value_on, amount_centavos, entry_id, booked_at)
    values (${newId()}, ${loan.id}, ${loan.borrowerId}, ${sourceId}, ${money.paidOn}, ${amountCentavos}, ${entryId}, ${at})`.execute(
    tx,
  );
  loan.isOpen = owed(facts, money.paidOn).totalCentavos > 0;
  if (!loan.isOpen)
    await sql`update bills set settled_on = ${money.paidOn}, settled_at = ${at}, settled_as = 'repaid' where loan_id = ${loan.id}`.execute(
      tx,
    );
}

/** Starts a process that closes days, and kills it at a random moment. */
async function dieClosing({ database, context, counts }: Run, today: Day): Promise<void> {
  const { host, port, user } = database.pool.options;
  const place = { host, ...(port ? { port } : {}), user, database: database.pool.options.database };
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, '../day-worker.ts')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DAY_WORKER: JSON.stringify({ place, now: instant(today, 5).toString() }),
      },
    },
  );
  await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data');
  await new Promise((done) => setTimeout(done, context.random() * longestLifeMs));
  const gone = child.exitCode === null ? once(child, 'exit') : null;
  child.kill('SIGKILL');
  await gone;
  counts.kills = (counts.kills ?? 0) + 1;
}

async function entryCount({ db }: Database): Promise<bigint> {
  return (
    await db
      .selectFrom('ledger_entries')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
}

/** Compares the books and every open bill with the charges that the rules compute. */
async function judge({ database, loans, findings, counts }: Run, day: Day): Promise<void> {
  const { rows } = await sql<{ id: string; charged: string; interest: bigint; late: bigint }>`
    select b.loan_id as id, b.charged_to::text as charged,
      coalesce(i.balance_centavos, 0)::int8 as interest,
      coalesce(l.balance_centavos, 0)::int8 as late
    from bills b left join ledger_accounts i on i.kind = 'loan.interest' and i.owner_id = b.loan_id
    left join ledger_accounts l on l.kind = 'loan.late' and l.owner_id = b.loan_id where b.settled_at is null`.execute(
    database.db,
  );
  const byId = new Map(loans.map((loan) => [loan.id, loan]));
  for (const row of rows) {
    const loan = byId.get(row.id);
    if (!loan) continue;
    const { facts } = settle(loan.terms, loan.money);
    const paid = paidSoFar(facts, day);
    const expected = `${day} ${interestAccrued(facts, day) - paid.interestCentavos} ${lateCharged(facts, day) - paid.lateCentavos}`;
    findings.expect(
      `${row.charged} ${row.interest} ${row.late}` === expected,
      `${row.id} has ${row.charged} ${row.interest} ${row.late}, the rules give ${expected}`,
    );
    counts.compared = (counts.compared ?? 0) + 1;
  }
}

/** Checks that each day was closed once, in order, and with that day's charges on unpaid loans. */
async function judgeDays({ database: { db }, loans, findings }: Run, last: Day): Promise<void> {
  const closes = await db.selectFrom('day_closes').select('day').orderBy('day').execute();
  const wanted = daysBetween(first, last) + 1;
  findings.expect(
    closes.length === wanted && closes.at(-1)?.day.toString() === last,
    `${closes.length} of ${wanted} days are closed`,
  );
  const unpaid = loans.filter((loan) => loan.money.length === 0);
  const { rows } = await sql<{ loan: string; day: string; amount: bigint }>`
    select e.loan_id as loan, e.business_on::text as day, sum(l.amount_centavos)::int8 as amount
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
    join ledger_accounts a on a.id = l.account_id and a.kind in ('loan.interest', 'loan.late')
    where e.fact_key like 'day %' and e.loan_id = any(${unpaid.map((loan) => loan.id)}::uuid[]) group by 1, 2`.execute(
    db,
  );
  const posted = new Map(rows.map((row) => [`${row.loan} ${row.day}`, Number(row.amount)]));
  for (const loan of unpaid) {
    const { facts } = settle(loan.terms, []);
    const charged = (day: Day) => interestAccrued(facts, day) + lateCharged(facts, day);
    for (let day = addDays(first, 1); day <= last; day = addDays(day, 1)) {
      const grown = charged(day) - charged(addDays(day, -1));
      findings.expect(
        (posted.get(`${loan.id} ${day}`) ?? 0) === grown,
        `${loan.id} was charged ${posted.get(`${loan.id} ${day}`)} on ${day}, not ${grown}`,
      );
    }
  }
}
