// The figures of the reports equal two recomputations: the money figures one in Python, from the
// journal export alone, and counts and arrears one by the lives' own notes.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { addDays, asDay, type Day, daysBetween } from '@sandali/contract/day.ts';
import { owed } from '@sandali/contract/owed.ts';
import { chainClosedDays, closeDays } from '@sandali/server/closing/closing.ts';
import type { AppContext } from '@sandali/server/context/app-context.ts';
import type { WorkCtx } from '@sandali/server/context/ctx.ts';
import { connect, type Database } from '@sandali/server/db/database.ts';
import { startOwnPostgres } from '@sandali/server/db/own-postgres.testing.ts';
import { journalOf } from '@sandali/server/ledger/journal.ts';
import { journalText } from '@sandali/server/ledger/journal-export.ts';
import { settle } from '@sandali/server/loan/rules/allocate.ts';
import { businessReport } from '@sandali/server/reports/business.ts';
import { cashReport } from '@sandali/server/reports/cash.ts';
import { reportSteps } from '@sandali/server/reports/jobs.ts';
import { portfolioReport } from '@sandali/server/reports/portfolio.ts';
import { incomeOf } from '@sandali/server/reports/store.ts';
import { sql } from 'kysely';
import { type BatteryTest, type Context, type Counts, Findings } from '#/test.ts';
import { instant, type Loan } from './bookings.ts';
import { livesOn, type Tallies } from './lives.ts';

const first = asDay('2026-06-01');
const script = path.join(import.meta.dirname, '../../../python/figures.py');

/** A figure by name, '2026-06-01 collected principal': its count and its centavos. */
type Figures = Record<string, [count: number, centavos: number]>;
type Recomputed = { days: Figures; months: Figures; outstanding: Figures };

export const reports: BatteryTest = {
  name: 'reports',
  about: 'the reports on 2,000 lives equal recomputations in Python and by their own notes',
  async run(context) {
    const findings = new Findings();
    const { folder, placeOf, stop } = await startOwnPostgres('reports', { isPrepared: true });
    const [owner, app] = [
      connect(placeOf('postgres'), { max: 1 }),
      connect(placeOf('app'), { max: 2 }),
    ];
    try {
      const forecasts = { rows: 0, bills: 0 };
      const { loans, tallies, last } = await makeLives(owner, app, context, async (all, now) => {
        const rows = await compareCash(app, all, now, findings);
        forecasts.rows += rows.length;
        forecasts.bills += rows.reduce((sum, { bills }) => sum + bills, 0);
      });
      const figures = await writtenFigures(app);
      const counts: Counts = { loans: loans.length, days: daysBetween(first, last) + 1 };
      counts['forecast days'] = forecasts.rows;
      counts['forecast bills'] = forecasts.bills;
      await compareNotes(app, { loans, tallies, last, figures, findings });
      const recomputed = await recompute(app, last, folder);
      counts.figures = Object.keys(figures).length;
      if (recomputed) await compareMoney(app, { recomputed, figures, last, findings });
      counts.python = recomputed
        ? Object.keys(recomputed.days).length
        : 'not installed, so the money figures were not recomputed';
      return findings.outcome(counts);
    } finally {
      await Promise.all([owner.pool.end(), app.pool.end()]);
      await stop();
    }
  },
};

type Check = (loans: readonly Loan[], now: Temporal.Instant) => Promise<void>;

/** Lets lives pass, and closes their days, now and then some days late. Checks twice a day. */
async function makeLives(owner: Database, app: Database, context: Context, check: Check) {
  const { isQuick, random } = context;
  const [people, days] = [isQuick ? 150 : 2000, isQuick ? 70 : 110];
  const lives = livesOn(owner, context);
  await lives.begin();
  const lendingDays = 31;
  let closed = addDays(first, -1);
  for (let nth = 0; nth < days; nth += 1) {
    const today = addDays(first, nth);
    if (nth > 0) await lives.live(today, 8, closed);
    if (nth > 0 && random() > 0.12) closed = await closeAll(app, today);
    await check(lives.loans, instant(today, 9));
    for (let applied = nth; nth < lendingDays && applied < people; applied += lendingDays)
      await lives.apply(today);
    for (let again = 0; again < people / 100; again += 1) await lives.borrowAgain(today);
    if (nth > 0) await lives.live(today, 20, closed);
    await check(lives.loans, instant(today, 21));
  }
  const last = await closeAll(app, addDays(first, days));
  return { ...lives, last };
}

/** Closes, chains and writes all days before today. @returns the last closed day */
async function closeAll({ db }: Database, today: Day): Promise<Day> {
  const now = instant(today, 9);
  const ctx: WorkCtx = { app: { db } as AppContext, now, wall: now };
  for (const work of [closeDays, chainClosedDays, reportSteps.figures.run])
    while ((await work(ctx)) > 0);
  return addDays(today, -1);
}

async function writtenFigures({ db }: Database): Promise<Figures> {
  const { rows } = await sql<{ name: string; count: number; amount: number }>`
    select rtrim(concat_ws(' ', day, measure, key)) as name, count::float8 as count,
      amount_centavos::float8 as amount from report_figures`.execute(db);
  return Object.fromEntries(rows.map(({ name, count, amount }) => [name, [count, amount]]));
}

/**
 * Compares the cash forecast with what each open bill will owe on its due date by the rules. The
 * forecast floors charged interest and interest to come apart, so it may be a centavo a bill less.
 */
async function compareCash(
  { db }: Database,
  loans: readonly Loan[],
  now: Temporal.Instant,
  findings: Findings,
) {
  const { from, to, rows } = await cashReport(db, now);
  const expected = new Map<string, { bills: number; principal: number; interest: number }>();
  for (const { ended, dueOn, terms, money } of loans) {
    if (ended || dueOn < from || dueOn > to) continue;
    const { principalCentavos, interestCentavos } = owed(settle(terms, [...money]).facts, dueOn);
    const sum = expected.get(dueOn) ?? { bills: 0, principal: 0, interest: 0 };
    expected.set(dueOn, {
      bills: sum.bills + 1,
      principal: sum.principal + principalCentavos,
      interest: sum.interest + interestCentavos,
    });
  }
  const days = new Set([...expected.keys(), ...rows.map(({ on }) => on)]);
  for (const day of days) {
    const [is, wanted] = [rows.find(({ on }) => on === day), expected.get(day)];
    const less = (wanted?.interest ?? 0) - (is?.interestCentavos ?? 0);
    findings.expect(
      is?.bills === wanted?.bills &&
        is?.principalCentavos === wanted?.principal &&
        less >= 0 &&
        less <= (wanted?.bills ?? 0),
      `the forecast of ${day} at ${now} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`,
    );
  }
  return rows;
}

type Notes = { loans: Loan[]; tallies: Tallies; last: Day; figures: Figures; findings: Findings };

const counted = ['applied', 'approved', 'rejected', 'lentTo', 'coupons'];
const arrears = ['arrears', 'atRisk', 'moved', 'due', 'vintageOpen', 'vintageOverdue'];

/** Compares counts and arrears with the lives' notes and a sum of the ledger's lines. */
async function compareNotes(app: Database, notes: Notes): Promise<void> {
  const { tallies, figures, findings } = notes;
  const expected: Figures = await arrearsOf(app, notes);
  for (const [name, { count, amountCentavos }] of tallies)
    expected[name] = [count, Number(amountCentavos)];
  compare(findings, pick(figures, [...counted, ...arrears]), expected);
}

const pick = (figures: Figures, measures: readonly string[]): Figures =>
  Object.fromEntries(
    Object.entries(figures).filter(([name]) => measures.includes(name.split(' ')[1] ?? '')),
  );

function compare(findings: Findings, figures: Figures, expected: Figures): void {
  for (const name of new Set([...Object.keys(figures), ...Object.keys(expected)])) {
    const [is, wanted] = [figures[name] ?? [0, 0], expected[name] ?? [0, 0]];
    findings.expect(String(is) === String(wanted), `${name} is ${is}, not ${wanted}`);
  }
}

const bucketOf = (days: number) => {
  if (days < 1) return 'notDue';
  if (days < 8) return '1-7';
  if (days < 31) return '8-30';
  if (days < 61) return '31-60';
  return days < 91 ? '61-90' : '91+';
};

/** Walks through the days with each loan's lines and last free days. */
async function arrearsOf({ db }: Database, { loans, last }: Notes): Promise<Figures> {
  const { rows } = await sql<{ loan: string; day: string; amount: number }>`
    select a.owner_id as loan, e.booked_on::text as day, sum(l.amount_centavos)::float8 as amount
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
    join ledger_accounts a on a.id = l.account_id and a.kind = 'loan.principal'
    group by 1, 2`.execute(db);
  const moved = new Map(rows.map(({ loan, day, amount }) => [`${loan} ${day}`, amount]));
  const expected: Figures = {};
  const add = (name: string, count: number, amount: number) => {
    const [counts, amounts] = expected[name] ?? [0, 0];
    expected[name] = [counts + count, amounts + amount];
  };
  const unpaid = new Map<string, number>();
  const buckets = new Map<string, string>();
  for (let day = first; day <= last; day = addDays(day, 1)) {
    for (const loan of loans) {
      const before = unpaid.get(loan.id) ?? 0;
      const now = before + (moved.get(`${loan.id} ${day}`) ?? 0);
      const term = loan.freeDays.findLast(({ bookedOn }) => bookedOn <= day);
      if (!term || (before === 0 && now === 0)) continue;
      const late = daysBetween(term.lastFreeOn, day);
      const [was, bucket] = [buckets.get(loan.id), bucketOf(late)];
      const is = now > 0 ? bucket : (loan.ended ?? 'open');
      if (was !== is) add(`${day} moved ${was ?? 'new'} ${is}`, 1, was ? before : now);
      if (term.dueOn === day && before > 0) {
        add(`${day} due open`, 1, before);
        add(`${day} due left`, now > 0 ? 1 : 0, now);
      }
      unpaid.set(loan.id, now);
      buckets.set(loan.id, is);
      if (now === 0) continue;
      add(`${day} arrears ${bucket}`, 1, now);
      for (const least of [1, 7, 30, 60, 90])
        if (late >= least) add(`${day} atRisk ${least}`, 1, now);
      const month = loan.terms.arrivedOn.slice(0, 7);
      if (!addDays(day, 1).endsWith('-01')) continue;
      add(`${day} vintageOpen ${month}`, 1, now);
      if (late > 30) add(`${day} vintageOverdue ${month}`, 1, now);
    }
  }
  return expected;
}

/** Runs the Python program on a journal export; null without Python. */
async function recompute({ db }: Database, last: Day, folder: string): Promise<Recomputed | null> {
  const file = path.join(folder, 'journal.csv');
  for await (const text of journalText(journalOf(db, period(last)))) fs.appendFileSync(file, text);
  const { error, status, stdout, stderr } = spawnSync('python3', [script, file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error && 'code' in error && error.code === 'ENOENT') return null;
  if (status !== 0) throw new Error(`python3 ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Recomputed;
}

const period = (last: Day) => ({
  from: Temporal.PlainDate.from(first),
  to: Temporal.PlainDate.from(last),
});

/** Compares the money figures of days, and the reports by month, with the recomputation. */
async function compareMoney(
  { db }: Database,
  of: { recomputed: Recomputed; figures: Figures; last: Day; findings: Findings },
): Promise<void> {
  const { recomputed, figures, last, findings } = of;
  const income = await incomeOf(db, period(last), 'day');
  const days: Figures = Object.fromEntries(
    income.map((row) => [
      `${row.period} income ${row.key}`,
      [recomputed.days[`${row.period} income ${row.key}`]?.[0] ?? 0, Number(row.amountCentavos)],
    ]),
  );
  const measures = Object.keys(figures).filter(
    (name) => ![...counted, ...arrears].includes(name.split(' ')[1] ?? ''),
  );
  for (const name of measures) days[name] = figures[name] ?? [0, 0];
  compare(findings, days, recomputed.days);
  const asked = { ...period(last), writtenTo: Temporal.PlainDate.from(last) };
  const portfolio = await portfolioReport(db, { ...asked, by: 'day' });
  const outstanding = portfolio.rows.map((row) => [row.on, [row.bills, row.outstandingCentavos]]);
  compare(findings, Object.fromEntries(outstanding) as Figures, recomputed.outstanding);
  const { rows, total } = await businessReport(db, { ...asked, by: 'month' });
  const sumOf = (month: string, measure: string) =>
    Object.entries(recomputed.months)
      .filter(([name]) => name.startsWith(`${month} ${measure}`))
      .reduce((sum, [, [, amount]]) => sum + amount, 0);
  for (const row of rows) {
    const is = [
      row.disbursedCentavos,
      row.collectedCentavos,
      row.recoveredCentavos,
      row.writtenOffCentavos,
      row.refundedCentavos,
      row.incomeCentavos,
    ];
    const wanted = ['disbursed', 'collected', 'recovered', 'writtenOff', 'refunded', 'income'].map(
      (measure) => sumOf(row.period, measure),
    );
    findings.expect(String(is) === String(wanted), `${row.period} is ${is}, not ${wanted}`);
  }
  const sum = rows.reduce((all, row) => all + row.incomeCentavos, 0);
  findings.expect(sum === total.incomeCentavos && sum > 0, 'the months do not add up to the total');
}
