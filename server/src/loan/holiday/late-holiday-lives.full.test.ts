// Pairs of equal random loan histories. In one, the holidays are known from the start; in the
// other, they are proclaimed late. Both must end in the same state, to the centavo.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { renewApply, renewCal } from '@sandali/contract/extension.ts';
import { billList } from '@sandali/contract/loan.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { closeDays } from '#/closing/closing.ts';
import { workCtx } from '#/context/ctx.ts';
import { testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { isAtLength } from '#/testing/effort.ts';
import { acceptanceOf } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor, loanOf, codeFor, pay, bookPayments, widenLine } = moneySteps(app);
const { ask } = await testOps(app.context).person('finance');
const peso = 100;

/**
 * Loans made on Friday, 20 November 2026 are free until 1 December (8-day loans) or 7 December
 * (15-day loans). 8 December is a known holiday.
 */
const late = [
  { on: '2026-12-01', kind: 'special', name: 'Day of Mourning', freeUntil: '2026-12-02' },
  { on: '2026-12-07', kind: 'special', name: 'Day after it', freeUntil: '2026-12-09' },
];
const [pairs, days, proclaimedAfter] = [isAtLength ? 4 : 2, 24, 21];
const lastLoanAfter = 10;

type Loan = { loanId: string; code: string };
type Twin = { anna: Person; accountId: string; loans: Loan[]; knows: boolean };
type Pair = {
  twins: [Twin, Twin];
  waiting: { onDay: number; paymentIds: string[] }[];
  lived: string[];
};

/** Returns a generator of random numbers in [0, 1) that is reproducible by its seed. */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Moves the last free days of a twin that knows the holidays, before a day is charged. The calendar
 * does the same.
 */
async function foresee({ knows, loans }: Twin): Promise<void> {
  if (!knows) return;
  for (const { on, freeUntil } of late)
    await sql`update bills set last_free_on = ${freeUntil}::date where last_free_on = ${on}::date
      and loan_id = any(${loans.map((loan) => loan.loanId)}::uuid[])`.execute(app.db);
}

const detail = async ({ anna }: Twin, loanId: string) =>
  await anna.client.must(billDetail, { loanId });

async function begin(knows: boolean, termDays: number): Promise<Twin> {
  const { anna, accountId, loanId } = await debtor(termDays);
  const { code } = await codeFor(anna, loanId, 1_000 * peso);
  await widenLine(loanId, 200_000 * peso);
  const twin = { anna, accountId, loans: [{ loanId, code }], knows };
  await foresee(twin);
  return twin;
}

async function borrowAgain(twin: Twin, termDays: number, isReturned: boolean): Promise<void> {
  const loanId = await loanOf(twin.anna, twin.accountId, termDays);
  const { code } = await codeFor(twin.anna, loanId, 1_000 * peso);
  twin.loans.push({ loanId, code });
  await foresee(twin);
  if (isReturned) await twin.anna.client.must(billCancel, { loanId, channel: 'pawnshop' });
}

/**
 * Extends both twins' loans. The twin with the cheaper offer pays the difference towards the loan
 * on the same day.
 * @returns whether both loans were extended
 */
async function extend([known, other]: [Twin, Twin], nth: number): Promise<boolean> {
  const offers = [];
  for (const { anna, loans } of [known, other]) {
    const answer = await anna.client.ask(renewCal, { loanId: loans[nth]?.loanId ?? '' });
    offers.push(answer.name === 'success' ? answer.data.extension : null);
  }
  const [mine, its] = offers;
  if (!mine || !its) return false;
  for (const [twin, offer] of [
    [known, mine],
    [other, its],
  ] as const) {
    const { loanId, code } = twin.loans[nth] as Loan;
    const wish = { loanId, channel: 'pawnshop', ...acceptanceOf(offer) } as const;
    const { repaymentId } = await twin.anna.client.must(renewApply, wish);
    const fee = await app.until(
      'a code',
      async () => (await twin.anna.client.must(repaymentStatus, { repaymentId })).code,
    );
    await bookPayments(await pay(fee));
    await foresee(twin);
    const rest = its.totalCentavos - offer.totalCentavos;
    if (rest > 0) await bookPayments(await pay(code, rest));
  }
  return true;
}

async function live(pair: Pair, day: number, random: () => number): Promise<void> {
  const { twins, waiting, lived } = pair;
  for (const report of waiting.filter((candidate) => candidate.onDay === day))
    await bookPayments(...report.paymentIds);
  const act = random();
  const nth = Math.floor(random() * twins[1].loans.length);
  const note = (what: string) => lived.push(`day ${day}, loan ${nth}: ${what}`);
  const payBoth = async (amountCentavos: number) =>
    await Promise.all(
      twins.map(async ({ loans }) => await pay(loans[nth]?.code ?? '', amountCentavos)),
    );
  const owedBy = async (twin: Twin) =>
    (await detail(twin, twin.loans[nth]?.loanId ?? '')).bill.currentDue?.owedCentavos ?? 0;
  if (act < 0.25) {
    const amount = 1 + Math.floor(random() * 15_000 * peso);
    note(`pays ${amount}`);
    for (const id of await payBoth(amount)) await bookPayments(id);
  } else if (act < 0.35) {
    const [amount, onDay] = [
      1 + Math.floor(random() * 70_000 * peso),
      day + 1 + Math.floor(random() * 4),
    ];
    note(`pays ${amount}, reported on day ${onDay}`);
    waiting.push({ onDay, paymentIds: await payBoth(amount) });
  } else if (act < 0.42) {
    const amount = await owedBy(random() < 0.5 ? twins[0] : twins[1]);
    if (amount === 0) return;
    note(`pays all, ${amount}`);
    for (const id of await payBoth(amount)) await bookPayments(id);
  } else if (act < 0.54) {
    if (await extend(twins, nth)) note('extends');
  } else if (act < 0.64 && day <= lastLoanAfter && twins[1].loans.length < 3) {
    const [termDays, isReturned] = [random() < 0.5 ? 8 : 15, random() < 0.5];
    lived.push(
      `day ${day}: borrows for ${termDays} days${isReturned ? ' and wants to return it' : ''}`,
    );
    for (const twin of twins) await borrowAgain(twin, termDays, isReturned);
  }
}

/** Returns the final state, which must be the same for both twins. */
async function endOf(twin: Twin) {
  const ids = twin.loans.map((loan) => loan.loanId);
  const { rows: bills } = await sql`select due_on::text as due,
      case when settled_on is null or settled_on > last_free_on then last_free_on::text end as free,
      settled_as, settled_on::text as settled
    from unnest(${ids}::uuid[]) with ordinality as l (id, nth)
    join bills b on b.loan_id = l.id order by nth`.execute(app.db);
  const owner = sql`(select borrower_id from loans where id = ${ids[0]}::uuid)`;
  const { rows: books } = await sql`select a.kind, sum(l.amount_centavos)::int8 as sum
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
    join ledger_accounts a on a.id = l.account_id
    where e.borrower_id = ${owner}
    group by 1 having sum(l.amount_centavos) <> 0 order by 1`.execute(app.db);
  const { rows: money } =
    await sql`select l.nth, m.value_on::text as "on", sum(m.amount_centavos)::int8 as sum
    from unnest(${ids}::uuid[]) with ordinality as l (id, nth)
    join payment_allocations m on m.loan_id = l.id group by 1, 2
    having sum(m.amount_centavos) <> 0 order by 1, 2`.execute(app.db);
  const { rows: line } = await sql`select used_centavos, limit_centavos from credit_lines
    where borrower_id = ${owner}`.execute(app.db);
  const { rows: coupons } =
    await sql`select occasion, grant_key like '% %' as again, voided_at is null as lives
    from coupons
    where borrower_id = ${owner} order by 1, 2, 3`.execute(app.db);
  const owed = [];
  for (const { loanId } of twin.loans) {
    const { bill, overdueFeeCentavos } = await detail(twin, loanId);
    owed.push([
      bill.state,
      bill.currentDue?.owedCentavos ?? null,
      bill.overdueDays,
      overdueFeeCentavos,
    ]);
  }
  const { refundableCentavos } = await twin.anna.client.must(billList, {});
  return { bills, owed, refundableCentavos, books, money, line, coupons };
}

slow(
  'a late proclamation leads to the same final state as an early one',
  async () => {
    const random = chanceOf(Number(process.env.SEED ?? 6));
    const all: Pair[] = [];
    for (let nth = 0; nth < pairs; nth++) {
      const termDays = nth % 4 === 3 ? 15 : 8;
      all.push({
        twins: [await begin(true, termDays), await begin(false, termDays)],
        waiting: [],
        lived: [`borrows for ${termDays} days`],
      });
    }
    for (let day = 1; day <= days; day++) {
      await app.addDays(1);
      await closeDays(workCtx(app.context));
      if (day === proclaimedAfter) {
        const of = late.map(({ on, kind, name }) => ({ on, kind, name }));
        const proclamation = { proclamation: 'Proclamation 1201 s.2026', days: of };
        expect(
          await ask('holiday add', { file: proclamation }, { reason: 'Proclamation 1201 s.2026' }),
        ).toMatchObject({ status: 200 });
      }
      await app.work();
      for (const pair of all) await live(pair, day, random);
    }
    for (const { waiting } of all)
      for (const report of waiting.filter((candidate) => candidate.onDay > days))
        await bookPayments(...report.paymentIds);
    await app.work();
    for (const { twins, lived } of all)
      expect.soft(await endOf(twins[1]), lived.join('\n')).toEqual(await endOf(twins[0]));
  },
  240_000,
);
