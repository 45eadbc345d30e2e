// Checks that every amount shown for a day is the amount owed on that day, and that paying it
// closes the loan. Loans receive random payments and extensions; their amounts are read every day.
import type { AmountDue } from '@sandali/contract/bill.ts';
import { addDays, asDay, type Day } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import { books } from '@sandali/server/ledger/ledger.ts';
import type { LoanWish } from '@sandali/server/sandbox/life.ts';
import { lookUntilQuiet } from '@sandali/server/worker.ts';
import { dayMs, makeDebtors, onDay } from '#/debtors.ts';
import type { OpenServer } from '#/server.ts';
import { type BatteryTest, type Context, Findings } from '#/test.ts';
import { type TestBed, withTestBed } from '#/test-bed.ts';
import { Bill } from '#/tests/loans/extending.bill.ts';
import { type Figure, type Life, owedOn, readAll, remindersOf } from './shown.ts';

type Lived = Life & { plan: AmountDue | null; isSettled: boolean };
type Run = {
  context: Context;
  findings: Findings;
  counts: Record<
    'figures' | 'reminders' | 'parts' | 'remainders' | 'extensions' | 'followed' | 'late',
    number
  >;
};

/** From this day on, borrowers pay only amounts that a screen shows. */
const lastActs = 24;
const lastDay = 50;
/** The share of borrowers who open the app on any one day. */
const lookedAt = 0.08;

export const amounts: BatteryTest = {
  name: 'amounts-and-days',
  about: 'for random loans, the amount shown for a day is charged that day and closes the loan',
  async run(context) {
    const findings = new Findings();
    const count = context.isQuick ? 40 : Number(process.env.LIVES ?? 2000);
    const counts = {
      figures: 0,
      reminders: 0,
      parts: 0,
      remainders: 0,
      extensions: 0,
      followed: 0,
      late: 0,
    };
    const run: Run = { context, findings, counts };
    let days = 0;
    for (let remaining = count; remaining > 0 && !findings.some(); remaining -= mostAtOnce)
      days = await liveTogether(run, Math.min(remaining, mostAtOnce));
    for (const [event, times] of Object.entries(counts))
      findings.expect(times > 0 || findings.some(), `there were no ${event}`);
    return findings.outcome({ lives: count, days, ...counts });
  },
};

/**
 * The maximum number of loans in one database, which slows down as it fills. A larger run uses
 * several databases.
 */
const mostAtOnce = 2000;

/** Runs loans in one database until the last is closed. @returns the number of days. */
async function liveTogether(run: Run, count: number): Promise<number> {
  const { context, findings } = run;
  return await withTestBed({ payment: 'silent', payDelayMs: 0 }, async (bed) => {
    const lives = await begin(bed, count, context);
    let days = 0;
    await onDay(bed, 0, async (open) => {
      for (
        ;
        days <= lastDay && lives.some((life) => !life.isSettled) && !findings.some();
        days += 1
      ) {
        open.moveTo(bed.setup.aheadMs + days * dayMs);
        await liveOneDay(run, open, lives, days < lastActs);
      }
    });
    findings.expect(
      lives.every((life) => life.isSettled) || findings.some(),
      'not every loan was closed',
    );
    const breaks = await books(bed.database.db);
    findings.expect(
      breaks.length === 0,
      breaks.map((broken) => `${broken.invariant}: ${broken.subject} ${broken.detail}`).join('; '),
    );
    return days;
  });
}

/**
 * Creates loans of several amounts for both terms, with and without a coupon. A full run has more
 * combinations.
 */
async function begin(bed: TestBed, count: number, { random, isQuick }: Context): Promise<Lived[]> {
  const wishes = Array.from({ length: isQuick ? 2 : 10 }, (_, nth): LoanWish => {
    const amountCentavos = centavos((2 + Math.floor(random() * 3)) * 50_000);
    return {
      amountCentavos,
      termDays: nth % 2 === 0 ? 8 : 15,
      voucherId: nth % 4 > 1 ? 'best' : null,
    };
  });
  const debtors = await makeDebtors(bed, count, wishes);
  const rows = await bed.database.db
    .selectFrom('bills as b')
    .innerJoin('loans as l', 'l.id', 'b.loan_id')
    .selectAll('l')
    .select(['b.arrived_on', 'b.last_free_on'])
    .execute();
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return debtors.map((debtor) => {
    const row = rowOf.get(debtor.loanId);
    if (!row) throw new Error('a disbursed loan has no bill');
    const facts = {
      principalCentavos: centavos(row.principal_centavos),
      arrivalCentavos: centavos(row.arrival_centavos),
      interestCouponCentavos: centavos(row.interest_coupon_centavos),
      termDays: row.term_days,
      interestPerDayBps: row.interest_per_day_bps,
      lateChargePerMonthBps: row.late_charge_per_month_bps,
      serviceFeeBps: row.service_fee_bps,
      arrivedOn: asDay(row.arrived_on.toString()),
      firstLastFreeOn: asDay(row.last_free_on.toString()),
      reliefs: [],
      promises: [],
      writtenOffOn: null,
      waivers: [],
      suspensions: [],
      postings: [],
      extensions: [],
      reversals: [],
    };
    return { debtor, facts, events: [], codeId: null, plan: null, isSettled: false };
  });
}

/** Runs the worker's morning and its reminders, and then lets some borrowers open the app. */
async function liveOneDay(
  run: Run,
  open: OpenServer,
  lives: readonly Lived[],
  mayAct: boolean,
): Promise<void> {
  const { app } = open;
  const today = asDay(
    app.context.clocks.now().toZonedDateTimeISO('Asia/Manila').toPlainDate().toString(),
  );
  await lookUntilQuiet(app.context, app.steps);
  await app.jobs['reminder.look']({});
  const lifeOf = new Map(lives.map((life) => [life.debtor.borrowerId, life]));
  for (const { borrowerId, shown, on } of await remindersOf(open, today)) {
    const life = lifeOf.get(borrowerId);
    if (!life) continue;
    run.counts.reminders += 1;
    judge(run, life, today, [{ where: `reminder by ${on}`, shown, expected: owedOn(life, on) }]);
  }
  for (const life of lives) {
    if (life.isSettled || (life.plan?.on !== today && mayAct && run.context.random() > lookedAt))
      continue;
    await visit(run, open, life, { today, mayAct });
    if (run.findings.some()) return;
  }
}

function judge(
  { findings, counts }: Run,
  life: Lived,
  today: Day,
  figures: readonly Figure[],
): void {
  counts.figures += figures.length;
  for (const { where, shown, expected } of figures) {
    findings.expect(
      shown === expected,
      `${where} on ${today}: shown ${shown}, expected ${expected} after ${JSON.stringify(life.events)}`,
    );
  }
}

/** Checks every amount shown to a borrower, then follows the borrower's plan or acts at random. */
async function visit(
  run: Run,
  open: OpenServer,
  life: Lived,
  { today, mayAct }: { today: Day; mayAct: boolean },
): Promise<void> {
  const { context, counts, findings } = run;
  const bill = await Bill.at(open, life.debtor);
  const { figures, row, renewal } = await readAll(open, life, today);
  judge(run, life, today, figures);
  if (row.overdueDays > 0) counts.late += 1;
  const { plan } = life;
  if (plan?.on === today) {
    await pay(life, bill, today, plan.owedCentavos);
    const after = await readAll(open, life, today);
    judge(run, life, today, after.figures);
    life.isSettled = after.row.state === 'repaid';
    findings.expect(
      life.isSettled,
      `paying ${plan.owedCentavos} on ${today}, as shown, did not close the loan`,
    );
    findings.expect(owedOn(life, addDays(today, 30)) === 0, 'a closed loan still owes money');
    counts.followed += 1;
    return;
  }
  const lot = mayAct ? context.random() : 0.7;
  const extension = renewal?.extension;
  if (extension && lot < 0.35) {
    const { repaymentId } = await bill.apply({
      totalCentavos: extension.totalCentavos,
      dueOn: extension.dueAfter.on,
    });
    life.codeId = repaymentId;
    judge(run, life, today, (await readAll(open, life, today)).figures);
    await bill.pay(repaymentId, extension.totalCentavos);
    life.events.push({
      on: today,
      extend: { lastFreeOn: extension.lastFreeDay, paid: extension.totalCentavos },
    });
    life.plan = null;
    counts.extensions += 1;
  } else if (lot < 0.5 && row.currentDue.owedCentavos > 20_000) {
    const { owedCentavos } = row.currentDue;
    // Every third partial payment leaves less than ₱1, which is waived and closes the loan.
    const remainder = counts.parts % 3 === 2 ? 1 + Math.floor(context.random() * 120) : null;
    await pay(
      life,
      bill,
      today,
      remainder
        ? owedCentavos - remainder
        : 100 + Math.floor(context.random() * (owedCentavos - 10_000)),
    );
    life.plan = null;
    life.isSettled = remainder !== null && remainder < 100;
    counts.parts += 1;
    if (life.isSettled) counts.remainders += 1;
  } else if (!plan) {
    life.plan = row.nextDue && lot < 0.8 ? row.nextDue : row.currentDue;
    if (life.plan.on === today) await visit(run, open, life, { today, mayAct });
    return;
  } else return;
  judge(run, life, today, (await readAll(open, life, today)).figures);
}

async function pay(life: Lived, bill: Bill, today: Day, amountCentavos: number): Promise<void> {
  life.codeId = await bill.ownCode(false);
  await bill.pay(life.codeId, amountCentavos);
  life.events.push({ on: today, pay: amountCentavos });
}
