// Takes borrowers through the states of applications, lines, loans and bills on the real server,
// renders the real screens from its responses, and checks each sentence that claims something.
import { allCalls } from '@sandali/contract/all.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { draftSave } from '@sandali/contract/draft.ts';
import { showTypes } from '@sandali/contract/home.ts';
import { planApply, planCal } from '@sandali/contract/plan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { workCtx } from '@sandali/server/context/ctx.ts';
import { addWallet, logIn, takeLoan } from '@sandali/server/sandbox/life.ts';
import { testOps } from '@sandali/server/staff/testing.ts';
import { gidOf, type Person, testApp } from '@sandali/server/testing/app.ts';
import { isAtLength } from '@sandali/server/testing/effort.ts';
import { extensionSteps } from '@sandali/server/testing/extensions.ts';
import { hint, moneySteps } from '@sandali/server/testing/money.ts';
import { returnSteps } from '@sandali/server/testing/returns.ts';
import { storeSetting } from '@sandali/server/testing/settings.ts';
import { afterAll, expect } from 'vitest';
import { claims, messageClaims, notWalked } from './claims.ts';
import { openScreens } from './screens.ts';
import { type Truth, truthOf } from './truth.ts';

const app = await testApp({ checksBooks: 'atEnd' });
const money = moneySteps(app);
const { debtor, codeFor, pay, bookPayments, reversePayment, payoutOf, widenLine, loanOf } = money;
const { extend, feeCode } = extensionSteps(app, money);
const { codeToReturn } = returnSteps(app);
const ops = testOps(app.context);
const screens = await openScreens(allCalls);
afterAll(screens.close);

const pages = [
  '/home',
  '/wealth',
  '/my',
  '/quota',
  '/loan',
  '/creditStatus',
  '/vouchers',
  '/refund',
];
const statuses = showTypes.map((word) => `/status/${word}`);
const ofLoan = (loanId: string) => [
  `/billDetail?loanId=${loanId}`,
  ...['part', 'all', 'extend', 'plan'].map((way) => `/renew?loanId=${loanId}&way=${way}`),
  `/repayment?loanId=${loanId}`,
  `/repayment?loanId=${loanId}&how=full`,
  `/repayment?loanId=${loanId}&how=return`,
  `/loanResult?loanId=${loanId}`,
  `/status/repaid?loanId=${loanId}`,
];

const checkedTexts = new Set<string>();
const untrue: string[] = [];
const readMessages = new Set<string>();

/** The states that every run renders; a run with FULL=1 renders all states. */
const always: readonly string[] = [
  'an income too low for any loan',
  'approved without a loan',
  'the return asked for',
  'returned, then its payment reversed',
  'returned after a reversal',
  'extended inside cooling-off',
  'a payment reversed in part',
  'a plan of an overdue bill',
  'written off with something left',
];

/** Renders every page for a borrower in a state, and collects untrue sentences. */
async function look(
  state: string,
  person: Person,
  { hasStatuses = false, hasWork = true } = {},
): Promise<void> {
  if (!isAtLength && !always.includes(state)) return;
  if (hasWork) await app.work();
  const gid = await gidOf(person);
  const truth = await truthOf(app, person);
  const codes = await app.db
    .selectFrom('repayment_codes')
    .select(['id', 'loan_id'])
    .where('borrower_id', '=', gid)
    .execute();
  const addresses = [
    ...pages,
    ...(hasStatuses ? statuses : []),
    ...truth.loans.flatMap(({ id }) => [
      ...ofLoan(id),
      ...(hasStatuses ? statuses.map((status) => `${status}?loanId=${id}`) : []),
    ]),
    ...codes.map(({ id, loan_id }) => `/repayment?loanId=${loan_id}&repaymentId=${id}`),
  ];
  for (const address of addresses) {
    const loanId = new URLSearchParams(address.split('?')[1]).get('loanId');
    const bill = truth.bills.find((candidate) => candidate.loanId === loanId);
    for (const { id, words } of await screens.draw(person.client, gid, address)) {
      checkedTexts.add(id);
      if (claims[id] && !claims[id](truth, { bill, address, words }))
        untrue.push(`${state}, ${address.replace(/=[^&]*/g, '')}: ${id} "${words}"`);
    }
  }
  await lookAtMessages(state, gid, truth);
}

async function lookAtMessages(state: string, gid: string, truth: Truth): Promise<void> {
  const rows = await app.db
    .selectFrom('messages')
    .select(['id', 'kind'])
    .where('borrower_id', '=', gid)
    .execute();
  for (const { id, kind } of rows.filter((row) => !readMessages.has(row.id))) {
    readMessages.add(id);
    checkedTexts.add(`sms.${kind}`);
    const holds = messageClaims[kind];
    if (holds && !holds(truth, { bill: undefined, address: '', words: '' }))
      untrue.push(`${state}: message ${kind}`);
  }
}

const [reporter, confirmer] = [await ops.careful('finance'), await ops.careful('finance')];

/** Has two members of finance decide on a loan. */
async function decide(
  command: 'bill waive' | 'bill write-off',
  { client }: Person,
  loanId: string,
): Promise<void> {
  const { bill } = await client.must(billDetail, { loanId });
  for (const person of [reporter, confirmer]) {
    const answer = await person.ask(
      command,
      { reference: bill.referenceNo },
      { reason: 'ticket 812' },
    );
    expect(answer.status, answer.wrong).toBe(200);
  }
}

async function setSwitch(name: 'payoutsOn' | 'applicationsOn', isOn: boolean): Promise<void> {
  const now = app.clocks.wall();
  await app.db.transaction().execute((tx) => storeSetting(tx, name, isOn, 'test', now));
  app.context.settings.forget();
}

const pays = async (person: Person, loanId: string, amountCentavos?: number) => {
  const { code } = await codeFor(person, loanId, amountCentavos);
  await bookPayments(await pay(code, amountCentavos));
};

/** Moves the clock to a later Manila day, and logs the people in again. */
async function toDay(day: string, ...people: Person[]): Promise<void> {
  await app.addDays(app.today().until(Temporal.PlainDate.from(day)).days);
  for (const { life } of people) await logIn(life);
}

async function takePlan({ client }: Person, loanId: string, count: 2 | 3 | 4): Promise<void> {
  const wish = { loanId, count };
  const { totalCentavos, textHash } = await client.must(planCal, wish);
  await client.must(planApply, { ...wish, totalCentavos, textHash, textRead: true });
}

/** Creates a person whose 8-day loan arrived today. */
const owing = async () => {
  const { anna, accountId, loanId } = await debtor(8);
  return { person: anna, accountId, loanId };
};
type Owing = Awaited<ReturnType<typeof owing>>;

/** Checks the states that a borrower can reach on the first day. */
async function firstDay(): Promise<void> {
  await look('registered', await app.person(), { hasStatuses: true });
  const poor = await app.person();
  await poor.client.must(draftSave, {
    form: 'work',
    values: { incomeBand: 'from20to40k', payday: 'day15and30' },
    leftAt: null,
  });
  await look('an income too low for any loan', poor);
  const approved = await app.person({ withCredit: true });
  await look('approved without a loan', approved, { hasStatuses: true });
  await setSwitch('applicationsOn', false);
  await look('lending switched off', approved, { hasStatuses: true });
  await setSwitch('applicationsOn', true);
  const accountId = await addWallet(approved.life);
  await app.bank.call('/control/behave', { payout: 'silent' });
  const { loanId } = await takeLoan(approved.life, accountId, { termDays: 8 });
  await look('a loan on its way', approved, { hasStatuses: true });
  await app.bank.call('/control/behave', { payout: null });
  await app.until('the money', async () => (await payoutOf(loanId)).state === 'paid');

  const failed = await app.person({ withCredit: true, withCoupon: false });
  await app.bank.call('/control/behave', { payout: 'refuse' });
  await takeLoan(failed.life, await addWallet(failed.life), { termDays: 8 });
  await app.until(
    'the failure',
    async () => (await truthOf(app, failed)).loans[0]?.state === 'failed',
  );
  await app.bank.call('/control/behave', { payout: null });
  await look('a payout that failed', failed, { hasStatuses: true });

  const cancelled = await app.person({ withCredit: true, withCoupon: false });
  await setSwitch('payoutsOn', false);
  const { loanId: waitingId } = await takeLoan(cancelled.life, await addWallet(cancelled.life), {
    termDays: 8,
  });
  await look('a loan that waits for its approval', cancelled, { hasStatuses: true });
  await setSwitch('payoutsOn', true);
  await app.app.steps.find(({ name }) => name === 'approve')?.run(workCtx(app.context));
  await look('a loan that is approved', cancelled, { hasStatuses: true, hasWork: false });
  await cancelled.client.must(billCancel, { loanId: waitingId, channel: null });
  await look('a loan that was cancelled', cancelled);

  const almost = await owing();
  await pays(almost.person, almost.loanId, 5_939_000);
  await look('what arrived is paid, the return open', almost.person);

  const repaid = await owing();
  await pays(repaid.person, repaid.loanId);
  await look('repaid on the first day, the return open', repaid.person);

  const chargedBack = await owing();
  const { code } = await codeFor(chargedBack.person, chargedBack.loanId, 1_000_000);
  const paymentId = await pay(code);
  await bookPayments(paymentId);
  await reversePayment(paymentId, 'chargeback', 400_000);
  await look('a payment reversed in part', chargedBack.person);

  const reversed = await owing();
  const { id } = await payoutOf(reversed.loanId);
  await app.bank.call('/control/reverse', { reference: id });
  await hint(app, 'payout.reversed', id);
  await app.until(
    'the reversal',
    async () => (await payoutOf(reversed.loanId)).state === 'reversed',
  );
  await look('a payout that came back', reversed.person);
}

/** Checks a returned loan whose return payment is then reversed. */
async function returned({ person, loanId }: Owing): Promise<void> {
  await look('open, the return open', person, { hasStatuses: true });
  const { code } = await codeToReturn(person, loanId);
  await look('the return asked for', person);
  const paymentId = await pay(code);
  await bookPayments(paymentId);
  await look('returned', person);
  await reversePayment(paymentId);
  await look('returned, then its payment reversed', person);
}

/** Checks a loan that is returned after the gateway reversed a partial payment. */
async function returnedAfterReversal({ person, loanId }: Owing): Promise<void> {
  const part = await codeFor(person, loanId, 1_000_000);
  const paymentId = await pay(part.code);
  await bookPayments(paymentId);
  await reversePayment(paymentId);
  const { code } = await codeToReturn(person, loanId);
  await bookPayments(await pay(code));
  await look('returned after a reversal', person);
}

/** Checks three extensions of a loan, each paid two days late. */
async function extendedThrice({ person, loanId }: Owing): Promise<void> {
  for (const count of [1, 2, 3]) {
    const { code } = await feeCode(person, loanId);
    if (count === 1) await look('the code of an extension', person);
    await bookPayments(await pay(code));
    const { bill } = await person.client.must(billDetail, { loanId });
    const lateDay = Temporal.PlainDate.from(bill.lastFreeDay).add({ days: 2 });
    await toDay(lateDay.toString(), person);
  }
  await look('extended as often as it can be', person);
}

/** Checks loans before their due date: partly paid, repaid early, extended early, or in a plan. */
async function untilDue({
  early,
  partly,
  extended,
  planned,
  due,
}: Record<'early' | 'partly' | 'extended' | 'planned' | 'due', Owing>): Promise<void> {
  await toDay('2026-11-22');
  await pays(early.person, early.loanId);
  await pays(partly.person, partly.loanId, 2_000_000);
  await look('repaid under half the term', early.person);
  // On the last day on which a loan can be returned, it can already be extended.
  await toDay('2026-11-25');
  await extend(extended.person, extended.loanId);
  await look('extended inside cooling-off', extended.person);
  await takePlan(planned.person, planned.loanId, 3);
  await look('a plan before the due date', planned.person);
  await look('part paid', partly.person);
  await toDay('2026-11-28');
  await look('due today', due.person);
  await toDay('2026-11-30');
  await look('after the due date, in the free days', due.person);
  const { bill } = await due.person.client.must(billDetail, { loanId: due.loanId });
  await toDay(bill.lastFreeDay);
  await look('the last free day', due.person);
  await pays(due.person, due.loanId);
  await look('settled on time', due.person, { hasStatuses: true });
}

/** Checks overdue loans, including a written-off one. */
async function late({
  planned,
  twice,
  partly,
  lost,
  early,
}: Record<'planned' | 'twice' | 'partly' | 'lost' | 'early', Owing>): Promise<void> {
  await toDay('2026-12-03');
  await look('a part of the plan missed', planned.person);
  await look('two overdue bills', twice.person);
  await look('overdue, part paid', partly.person);
  await takePlan(partly.person, partly.loanId, 2);
  await look('a plan of an overdue bill', partly.person);
  await decide('bill waive', lost.person, lost.loanId);
  await look('late charge waived', lost.person);
  const { code } = await codeFor(lost.person, lost.loanId);
  await look('a code of an overdue bill', lost.person);
  await toDay('2026-12-24', lost.person, early.person);
  await look('the welcome coupon ended', early.person);
  await decide('bill write-off', lost.person, lost.loanId);
  await look('written off with something left', lost.person, { hasStatuses: true });
  await bookPayments(await pay(code, 2_000_000));
  await look('written off, part paid', lost.person);
  await bookPayments(await pay(code, (await truthOf(app, lost.person)).owedCentavos + 1_000));
  await look('written off, paid too much', lost.person);
}

slow(
  'each sentence on a screen or in a message is true in every state of a borrower',
  {
    timeout: isAtLength ? 600_000 : 120_000,
  },
  async () => {
    await firstDay();
    await returned(await owing());
    await returnedAfterReversal(await owing());
    const due = await owing();
    const [early, partly, extended, planned] = [
      await owing(),
      await owing(),
      await owing(),
      await owing(),
    ];
    const [twice, lost, kept] = [await owing(), await owing(), await owing()];
    await codeToReturn(kept.person, kept.loanId);
    await widenLine(twice.loanId, 6_000_000);
    await look('the line used up', twice.person);
    await widenLine(twice.loanId, 20_000_000);
    await look('a loan, and room for another', twice.person);
    const secondId = await loanOf(twice.person, twice.accountId, 8);
    await untilDue({ early, partly, extended, planned, due });
    await look('the return lapsed', kept.person);
    await late({ planned, twice, partly, lost, early });
    await extendedThrice(kept);
    if (isAtLength) {
      await toDay('2028-07-20', twice.person);
      await look('at the cap', twice.person);
      await takePlan(twice.person, secondId, 2);
      await look('a plan at the cap', twice.person);
      await toDay('2028-07-29', twice.person);
      await look('a plan missed at the cap', twice.person);
    }
    expect(untrue).toEqual([]);
    const unseen = [
      ...Object.keys(claims),
      ...Object.keys(messageClaims).map((kind) => `sms.${kind}`),
    ].filter((id) => !checkedTexts.has(id));
    if (isAtLength) expect(unseen.toSorted()).toEqual(notWalked.toSorted());
  },
);
