// Tests that each step of a loan, tried too early or too late, is refused and changes nothing.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { basicSave, contactSave, identitySave, workSave } from '@sandali/contract/credit.ts';
import { renewApply, renewCal } from '@sandali/contract/extension.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import {
  loanApply,
  loanDetail,
  paychannelList,
  productCal,
  productList,
} from '@sandali/contract/loan.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import { planApply, planCal } from '@sandali/contract/plan.ts';
import {
  repaymentApply,
  repaymentChannelList,
  repaymentStatus,
} from '@sandali/contract/repayment.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { requestsOf } from '#/testing/good-requests.ts';
import { moneySteps } from '#/testing/money.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments } = moneySteps(app);
const peso = 100;
const nobodys = newId(app.clocks.wall());

// Calls in the order in which a borrower makes them.
const steps = {
  basicSave,
  contactSave,
  workSave,
  identitySave,
  productList,
  paychannelList,
  productCal,
  loanStatement,
  loanApply,
  loanDetail,
  billCancel,
  billDetail,
  repaymentChannelList,
  repaymentApply,
  repaymentStatus,
  renewCal,
  renewApply,
  planCal,
  planApply,
  quotaAddApply,
} as const;
type Step = keyof typeof steps;
const ofOpenBills: readonly Step[] = [
  'repaymentChannelList',
  'repaymentApply',
  'renewCal',
  'renewApply',
  'planCal',
  'planApply',
];

/** Returns the state that must not change: money, loans, credit lines and applications. */
async function countAll(): Promise<string> {
  const { rows } = await sql<{ all: string }>`select json_build_array(
    (select count(*) from ledger_entries),
    (select count(*) from loans),
    (select count(*) from loan_state_changes),
    (select count(*) from payouts),
    (select count(*) from bills where settled_at is null),
    (select count(*) from extensions),
    (select count(*) from repayment_codes),
    (select count(*) from quotes),
    (select sum(limit_centavos) from credit_lines),
    (select count(*) from credit_applications where submitted_at is not null),
    (select count(*) from limit_increase_requests))::text as all`.execute(app.db);
  return rows[0]?.all ?? '';
}

/** Tries steps as a borrower, on the borrower's loan if there is one; returns the responses. */
async function answersTo(
  { client, life }: Person,
  of: { walletId?: string; loanId?: string },
  names: readonly Step[],
) {
  const requests = requestsOf({
    phone: life.phone,
    amountCentavos: 60_000 * peso,
    walletId: of.walletId ?? nobodys,
    nobodys,
  });
  const before = await countAll();
  const answers: Partial<Record<Step, string>> = {};
  for (const name of names) {
    const request = { ...(requests.get(steps[name]) ?? {}) };
    if (of.loanId && 'loanId' in request) request.loanId = of.loanId;
    answers[name] = (await client.ask(steps[name], request as never)).name;
  }
  expect(await countAll()).toBe(before);
  return answers;
}

const all = Object.keys(steps) as Step[];
const afterApproval = all.slice(all.indexOf('productList'));

test('before the application is filled in, every later step is refused', async () => {
  const anna = await app.person();
  expect(await answersTo(anna, {}, all.slice(1))).toEqual({
    contactSave: 'creditStepMissing',
    workSave: 'creditStepMissing',
    identitySave: 'creditStepMissing',
    productList: 'creditNotApproved',
    paychannelList: 'creditNotApproved',
    productCal: 'creditNotApproved',
    loanStatement: 'quoteExpired',
    loanApply: 'creditNotApproved',
    loanDetail: 'loanUnknown',
    billCancel: 'loanUnknown',
    billDetail: 'loanUnknown',
    repaymentChannelList: 'loanUnknown',
    repaymentApply: 'loanUnknown',
    repaymentStatus: 'repaymentCodeUnknown',
    renewCal: 'loanUnknown',
    renewApply: 'loanUnknown',
    planCal: 'loanUnknown',
    planApply: 'loanUnknown',
    quotaAddApply: 'quotaNoLine',
  });
});

test('after approval, refuses application steps and the steps of an unsigned loan', async () => {
  const anna = await app.person({ withCredit: true });
  const names = all.filter(
    (name) => !['productList', 'paychannelList', 'productCal', 'quotaAddApply'].includes(name),
  );
  expect(await answersTo(anna, {}, names)).toEqual({
    basicSave: 'creditLocked',
    contactSave: 'creditLocked',
    workSave: 'creditLocked',
    identitySave: 'creditLocked',
    loanStatement: 'quoteExpired',
    loanApply: 'quoteExpired',
    loanDetail: 'loanUnknown',
    billCancel: 'loanUnknown',
    billDetail: 'loanUnknown',
    repaymentChannelList: 'loanUnknown',
    repaymentApply: 'loanUnknown',
    repaymentStatus: 'repaymentCodeUnknown',
    renewCal: 'loanUnknown',
    renewApply: 'loanUnknown',
    planCal: 'loanUnknown',
    planApply: 'loanUnknown',
  });
});

test('before its payout arrives, a signed loan has no bill', async () => {
  await app.db
    .transaction()
    .execute((tx) => storeSetting(tx, 'payoutsOn', false, 'test', app.clocks.wall()));
  app.context.settings.forget();
  const anna = await app.person({ withCredit: true });
  const walletId = await addWallet(anna.life);
  const price = {
    amountCentavos: 60_000 * peso,
    termDays: 8,
    channel: 'wallet',
    accountId: walletId,
  } as never;
  const agreed = agreedTo(await anna.client.must(productCal, price));
  const { loanId } = await anna.client.must(loanApply, { ...agreed, password: anna.life.password });
  const names: Step[] = ['billDetail', ...ofOpenBills];
  const allUnknown = Object.fromEntries(names.map((name) => [name, 'loanUnknown']));
  expect(await answersTo(anna, { walletId, loanId }, names)).toEqual(allUnknown);
  expect((await anna.client.ask(loanApply, agreed)).name).toBe('quoteUsed');
  await app.db
    .transaction()
    .execute((tx) => storeSetting(tx, 'payoutsOn', true, 'test', app.clocks.wall()));
  app.context.settings.forget();
  await app.work();
});

test('a repaid loan cannot be paid, extended or returned again', async () => {
  const { anna, loanId } = await debtor(8);
  await app.addDays(6);
  const stranger = await app.person({ withCredit: true });
  const own = afterApproval.filter((name) =>
    ['loanDetail', 'billDetail', 'billCancel', ...ofOpenBills].includes(name),
  );
  expect(new Set(Object.values(await answersTo(stranger, { loanId }, own)))).toEqual(
    new Set(['loanUnknown']),
  );
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code));
  expect(await answersTo(anna, { loanId }, ['billCancel', ...ofOpenBills])).toEqual({
    billCancel: 'coolingOffClosed',
    repaymentChannelList: 'repaymentClosed',
    repaymentApply: 'repaymentClosed',
    renewCal: 'repaymentClosed',
    renewApply: 'repaymentClosed',
    planCal: 'repaymentClosed',
    planApply: 'repaymentClosed',
  });
});
