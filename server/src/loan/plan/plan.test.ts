// Plans made through a borrower's calls, from the offer to the last part: how they are shown,
// stored, printed, broken, moved and refused.

import { billDetail } from '@sandali/contract/billDetail.ts';
import { asDay, nextWorkingDayFrom } from '@sandali/contract/day.ts';
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { renewCal } from '@sandali/contract/extension.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList, productList } from '@sandali/contract/loan.ts';
import { planApply, planCal } from '@sandali/contract/plan.ts';
import { dataExport } from '@sandali/contract/privacy.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closeDays } from '#/closing/closing.ts';
import { workCtx } from '#/context/ctx.ts';
import { books } from '#/ledger/books.ts';
import { newId } from '#/platform/random.ts';
import { outbox } from '#/sandbox/store.ts';
import { testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';
import { startRule } from '#/testing/rules.ts';

const app = await testApp();
const money = moneySteps(app);
const { debtor, codeFor, pay, bookPayments } = money;
const { dueDebtor, toDay, today, extend } = extensionSteps(app, money);
const { person } = testOps(app.context);
const peso = 100;

const detail = ({ client }: Person, loanId: string) =>
  client.must(billDetail, { loanId: loanId as never });
const ways = ({ client }: Person, loanId: string) =>
  client.must(renewCal, { loanId: loanId as never });
const calculated = ({ client }: Person, loanId: string, count: 2 | 3 | 4) =>
  client.must(planCal, { loanId: loanId as never, count });

async function takes(anna: Person, loanId: string, count: 2 | 3 | 4) {
  const { totalCentavos, textHash } = await calculated(anna, loanId, count);
  return await anna.client.must(planApply, {
    loanId: loanId as never,
    count,
    totalCentavos,
    textHash,
    textRead: true,
  });
}

/** Pays an amount with a new payment code. */
async function pays(anna: Person, loanId: string, amountCentavos: number) {
  const { code } = await codeFor(anna, loanId, amountCentavos);
  await bookPayments(await pay(code, amountCentavos));
}

slow('a plan that is being kept adds no charges and prevents collection calls', async () => {
  const { anna, loanId } = await dueDebtor(5);
  const { plans, bill } = await ways(anna, loanId);
  expect([plans.obstacle, plans.totalCentavos, plans.choices.map((parts) => parts.length)]).toEqual(
    [null, 60_960 * peso, [2, 3, 4]],
  );
  const { text, today: readOn } = await calculated(anna, loanId, 2);
  const lines = text.statement.groups.flat().map(({ label, value }) => `${label}: ${value}`);
  expect(readOn).toBe(today().toString());
  expect(lines).toContain('Added by this plan: ₱0.00');
  expect(lines.filter((line) => line.startsWith('Part '))).toHaveLength(2);
  const { parts } = await takes(anna, loanId, 2);
  expect(parts.map((part) => part.amountCentavos)).toEqual([30_480 * peso, 30_480 * peso]);
  expect(parts[0]?.on).toBe(bill.lastFreeDay);
  const multi = await anna.client.must(userMulti, {});
  expect(multi.nearestBill?.promised).toEqual(parts[0]);
  expect((await detail(anna, loanId)).granted.promise).toMatchObject({
    isKept: true,
    parts: parts.map((part) => ({ ...part, paidCentavos: 0 })),
  });
  await app.until('the message', async () =>
    (await outbox(app.db, anna.life.phone)).some((message) =>
      message.text.includes('is set. Next: ₱30,480.00'),
    ),
  );
  await toDay(parts[0]?.on ?? '');
  await pays(anna, loanId, 30_480 * peso);
  await toDay(parts[1]?.on ?? '', -1);
  await app.work();
  // The bill is overdue, but no charge accrues, so the payment code does not announce a rising
  // amount.
  const { repaymentId } = await codeFor(anna, loanId, 1000 * peso);
  expect((await anna.client.must(repaymentStatus, { repaymentId })).growsDaily).toBe(false);
  const rest = (await detail(anna, loanId)).bill;
  expect([rest.overdueDays > 0, rest.currentDue.owedCentavos, rest.promised]).toEqual([
    true,
    30_480 * peso,
    { on: parts[1]?.on, amountCentavos: 30_480 * peso },
  ]);
  expect((await anna.client.ask(productList, {})).name).toBe('billOverdue');
  // The part is due tomorrow, so the bill is due soon and not overdue.
  expect((await anna.client.must(billList, {})).overdueCount).toBe(0);
  expect((await anna.client.must(userMulti, {})).counts).toMatchObject({ overdue: 0, dueSoon: 1 });
  const eva = await person('support');
  const called = await eva.ask(
    'overdue call-log',
    { reference: rest.referenceNo, outcome: 'reached' },
    { reason: 'overdue' },
  );
  expect(called.wrong).toMatch(/promise is kept so far\. Call/);
  await toDay(parts[1]?.on ?? '');
  await pays(anna, loanId, 30_480 * peso);
  expect((await detail(anna, loanId)).bill.state).toBe('repaid');
});

slow('after a missed plan part, the late charge grows again from the next day', async () => {
  const { anna, loanId } = await dueDebtor(8);
  const { parts } = await takes(anna, loanId, 4);
  await toDay(parts[0]?.on ?? '');
  expect((await detail(anna, loanId)).bill.currentDue.owedCentavos).toBe(60_960 * peso);
  await toDay(parts[0]?.on ?? '', 5);
  await app.work();
  // This is the same charge as for five overdue days without a plan.
  expect(await detail(anna, loanId)).toMatchObject({
    overdueFeeCentavos: 508 * peso,
    chargedDays: 5,
    granted: { promise: { isKept: false } },
  });
  // The borrower must wait 90 days before another plan, even if the first plan was broken.
  const again = await anna.client.ask(planCal, { loanId: loanId as never, count: 2 });
  expect([again.name, again.message]).toEqual([
    'planTooOften',
    expect.stringMatching(/from .*\. Until then, call customer service/),
  ]);
});

const rowsOfPlans = async (loanId: string) =>
  await app.db
    .selectFrom('promises_to_pay')
    .select(['id', 'made_on'])
    .where('loan_id', '=', loanId)
    .orderBy('number', 'desc')
    .execute();

slow('an extension on a plan’s first day replaces the plan', async () => {
  const { anna, loanId } = await dueDebtor(8);
  const before = (await ways(anna, loanId)).extension?.text.statement.notes ?? [];
  await takes(anna, loanId, 4);
  const { extension } = await extend(anna, loanId);
  const added = extension.text.statement.notes.filter((note) => !before.includes(note));
  expect(added).toEqual([
    expect.stringMatching(/^You are paying under a plan\. The extension ends it: /),
  ]);
  const { bill, granted } = await detail(anna, loanId);
  expect([granted.promise, bill.promised, bill.dueOn]).toEqual([null, null, extension.dueAfter.on]);
  await toDay(bill.lastFreeDay, 1);
  await app.work();
  // The late charge is floor((60,000 + 960) / 600), where 960 is the first term's unpaid interest.
  expect((await detail(anna, loanId)).overdueFeeCentavos).toBe(
    Math.floor(bill.currentDue.owedCentavos / 600),
  );
});

slow('a new holiday moves a plan part and reverses charges for days that became free', async () => {
  const { anna, loanId } = await dueDebtor(6);
  const { parts } = await takes(anna, loanId, 2);
  const [first = '', second = ''] = parts.map((part) => part.on);
  const proclaim = async (on: string) => {
    const file = {
      proclamation: 'Proclamation 1201 s.2026',
      days: [{ on, kind: 'special', name: 'Special day' }],
    };
    expect(
      (
        await (
          await person('finance')
        ).ask('holiday add', { file }, { reason: 'Proclamation 1201 s.2026' })
      ).status,
    ).toBe(200);
    await app.work();
  };
  const promised = async () => (await detail(anna, loanId)).granted.promise;
  await toDay(first, -1);
  await proclaim(first);
  const [moved] = (await promised())?.parts ?? [];
  expect(moved && moved.on > first).toBe(true);
  await toDay(moved?.on ?? '');
  await pays(anna, loanId, parts[0]?.amountCentavos ?? 0);
  await toDay(second, 2);
  await app.work();
  await closeDays(workCtx(app.context));
  const broken = await detail(anna, loanId);
  expect([broken.granted.promise?.isKept, broken.overdueFeeCentavos > 0]).toEqual([false, true]);
  await proclaim(second);
  const after = await detail(anna, loanId);
  expect(after.granted.promise?.parts[1]?.on).toBe(
    nextWorkingDayFrom(asDay(second), app.context.holidays),
  );
  expect(after.overdueFeeCentavos).toBeLessThan(broken.overdueFeeCentavos);
  // The plan suspends charges after the last free day anyway, so moving that day reverses no
  // charge.
  await proclaim(after.bill.lastFreeDay);
  expect((await detail(anna, loanId)).overdueFeeCentavos).toBe(after.overdueFeeCentavos);
  const acts = await app.db
    .selectFrom('audit_log')
    .select(['act', 'subject'])
    .where('who', '=', 'the calendar')
    .orderBy('id')
    .execute();
  expect(
    acts
      .filter(({ subject }) => [first, loanId].includes(subject ?? ''))
      .map(({ act, subject }) => [act, subject]),
  ).toEqual([
    ['lastFreeDayMoved', first],
    ['planPartMoved', first],
    ['lateChargeTakenBack', loanId],
    ['freeDaysMoved', loanId],
  ]);
  expect(await books(app.db)).toEqual([]);
});

slow('stores a plan’s accepted statement once, for the documents and the data export', async () => {
  const { anna, loanId } = await dueDebtor(6);
  const { totalCentavos, textHash, text } = await calculated(anna, loanId, 3);
  const wish = {
    loanId: loanId as never,
    count: 3 as const,
    totalCentavos,
    textHash,
    textRead: true as const,
  };
  const requestId = newId(app.clocks.wall());
  const answers = await Promise.all(
    [1, 2, 3].map(() => anna.client.ask(planApply, wish, requestId)),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
  const { loans } = await anna.client.must(documentList, { loanId: loanId as never });
  const papers = loans
    .flatMap((loan) => loan.documents)
    .filter((document) => document.kind === 'plan');
  expect(papers).toHaveLength(1);
  const planId = papers[0]?.itemId ?? null;
  const pdf = await anna.client.must(documentGet, {
    kind: 'plan',
    loanId: loanId as never,
    itemId: planId,
  });
  expect([pdf.name, Buffer.from(pdf.bytes, 'base64').subarray(0, 5).toString()]).toEqual([
    expect.stringMatching(/^sandali-plan-.*\.pdf$/),
    '%PDF-',
  ]);
  expect(
    (
      await anna.client.ask(documentGet, {
        kind: 'plan',
        loanId: loanId as never,
        itemId: newId(app.clocks.now()) as never,
      })
    ).name,
  ).toBe('documentMissing');
  const takenOnce = await app.db
    .selectFrom('audit_log')
    .select('detail')
    .where('act', '=', 'documentTaken')
    .execute();
  expect(takenOnce).toHaveLength(1); // A missing document is not recorded as taken.
  const copy = await anna.client.must(dataExport, { format: 'json' });
  const data = JSON.parse(Buffer.from(copy.bytes, 'base64').toString()) as {
    loans: { planTexts: unknown[] }[];
  };
  expect(data.loans.flatMap((loan) => loan.planTexts)).toEqual([text]);
  const { rows } = await sql<{
    hash: string;
  }>`select encode(hash, 'hex') as hash from plan_disclosures where promise_id = ${planId}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ hash: textHash }]);
  await app.owner.pool.query(
    `update plan_disclosures set hash = sha256('another') where promise_id = $1`,
    [planId],
  );
  expect(
    (await anna.client.ask(documentGet, { kind: 'plan', loanId: loanId as never, itemId: planId }))
      .name,
  ).toBe('systemError');
});

test('refuses plans that are too early, too large, too small, changed or running', async () => {
  const { anna, loanId } = await debtor(8);
  const ask = (count: 2 | 3 | 4) => anna.client.ask(planCal, { loanId: loanId as never, count });
  const early = await ask(2);
  expect([early.name, early.message]).toEqual([
    'planTooEarly',
    expect.stringMatching(/from .*, three days before the due date/),
  ]);
  expect((await ways(anna, loanId)).plans).toMatchObject({ obstacle: 'planTooEarly', choices: [] });
  await app.addDays(9);
  const read = await calculated(anna, loanId, 2);
  const wish = {
    loanId: loanId as never,
    count: 2 as const,
    totalCentavos: read.totalCentavos,
    textHash: read.textHash,
    textRead: true as const,
  };
  await pays(anna, loanId, 1000 * peso);
  expect((await anna.client.ask(planApply, wish)).name).toBe('planChanged');
  const { catalogue } = app.context;
  app.context.catalogue = { ...catalogue, planMostCentavos: (10_000 * peso) as never };
  expect((await ask(2)).name).toBe('planByPerson');
  app.context.catalogue = { ...catalogue, minimumPartialCentavos: (16_000 * peso) as never };
  expect([(await ask(3)).name, (await ask(4)).name]).toEqual(['success', 'planTooSmall']);
  app.context.catalogue = catalogue;
  await takes(anna, loanId, 2);
  expect((await ask(2)).name).toBe('planRunning');
  expect((await ways(anna, loanId)).plans).toMatchObject({
    obstacle: 'planRunning',
    choices: [],
    opensOn: null,
  });
});

slow('a new rules row changes the days between plans and how long a plan may last', async () => {
  const { anna, loanId } = await dueDebtor(8);
  const { parts } = await takes(anna, loanId, 2);
  await toDay(parts[0]?.on ?? '', 2);
  expect((await ways(anna, loanId)).plans.obstacle).toBe('planTooOften');
  await startRule(app, 'planPauseDays', 3);
  // Under the old row, the trigger would refuse this second plan.
  await takes(anna, loanId, 3);
  const [plan] = await rowsOfPlans(loanId);
  const extend = (days: number) =>
    app.db
      .updateTable('promise_installments')
      .set({ due_on: plan?.made_on.add({ days }) as Temporal.PlainDate })
      .where('promise_id', '=', plan?.id ?? '')
      .where('number', '=', 3)
      .execute();
  await expect(extend(61)).rejects.toThrow('must add up to the amount owed, by');
  await startRule(app, 'planDays', 70);
  await extend(61);
  await expect(extend(71)).rejects.toThrow('must add up to the amount owed, by');
  const other = await dueDebtor();
  await startRule(app, 'planDays', 30);
  await expect(calculated(other.anna, other.loanId, 4)).rejects.toThrow('planByPerson');
  expect((await takes(other.anna, other.loanId, 2)).parts).toHaveLength(2);
});
