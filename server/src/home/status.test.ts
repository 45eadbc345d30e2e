import { billDetail } from '@sandali/contract/billDetail.ts';
import { basicSave, creditQuery } from '@sandali/contract/credit.ts';
import { userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { viewForApproval, waitingPerson } from '#/credit/manual/testing.ts';
import { payoutSteps } from '#/payout/testing.ts';
import { createClient } from '#/sandbox/client.ts';
import { applyForCredit, submitPersonal } from '#/sandbox/credit-life.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp();
const ops = testOps(app.context);
const { debtor, bookPayments } = moneySteps(app);
const { signed, until } = payoutSteps(app);
const rosa = await ops.person('reviewer');
const withReason = { reason: 'employer confirmed' };
const wordOf = async ({ client }: Pick<Person, 'client'>) =>
  (await client.must(userStatusQuery, {})).showType;

test('the message on /status follows an application until its first loan is paid out', async () => {
  const anna = await app.person();
  expect(await wordOf(anna)).toBe(null);
  await applyForCredit(anna.life);
  expect(await wordOf(anna)).toBe('autoReview');
  app.clocks.setNow('2026-11-20T19:00:00Z');
  const night = await app.person();
  await applyForCredit(night.life);
  expect(await wordOf(night)).toBe('submitted');
  app.clocks.setNow('2026-11-20T02:00:00Z');

  const [ben, carla] = [await waitingPerson(app), await waitingPerson(app)];
  expect([await wordOf(ben), await wordOf(carla)]).toEqual(['manualReview', 'manualReview']);
  for (const { application } of [ben, carla]) await rosa.ask('review take', { application });
  await viewForApproval(rosa, ben.application);
  await rosa.ask('review approve', { application: ben.application }, withReason);
  await rosa.ask('review reject', { application: carla.application, group: 'income' }, withReason);
  expect([await wordOf(ben), await wordOf(carla)]).toEqual(['reviewDone', 'rejected']);

  await takeLoan(ben.life, await addWallet(ben.life), { termDays: 15 });
  expect(['loanSubmitting', 'approving', 'paying', 'bankProcessing']).toContain(await wordOf(ben));
  await app.until('the payout', async () => (await wordOf(ben)) === 'loanSuccess');
});

slow('the message on /status follows the borrower’s own loan to its end', async () => {
  const { anna, loanId } = await debtor();
  const statusNow = (of: string) => anna.client.must(userStatusQuery, { loanId: of });
  expect(await statusNow(loanId)).toEqual({
    showType: 'loanSuccess',
    loanId,
    message: null,
    arrival: null,
    heldUntil: null,
    channel: null,
  });
  const stranger = await app.person();
  expect(await stranger.client.must(userStatusQuery, { loanId })).toEqual({
    showType: null,
    loanId: null,
    message: null,
    arrival: null,
    heldUntil: null,
    channel: null,
  });

  const { currentDue } = (await anna.client.must(billDetail, { loanId })).bill;
  const amountCentavos = currentDue.owedCentavos;
  const { repaymentId } = await anna.client.must(repaymentApply, {
    loanId,
    channel: 'gcash',
    amountCentavos,
  });
  const code = await app.until(
    'a link',
    async () => (await anna.client.must(repaymentStatus, { repaymentId })).code,
  );
  await app.bank.call('/control/behave', { takeDelayMs: 86_400_000 });
  await app.bank.call('/control/checkout', { code, isYes: true });
  await app.until(
    'the payment at the bank',
    async () => (await statusNow(loanId)).showType === 'repaymentInProgress',
  );
  expect(await anna.client.must(userStatusQuery, {})).toEqual({
    showType: 'repaymentInProgress',
    loanId,
    message: null,
    arrival: null,
    heldUntil: null,
    channel: null,
  });
  await app.bank.call('/control/behave', { takeDelayMs: 0 });
  const { id } = (await app.bank.call('/control/pay', { code, force: true })).body;
  await bookPayments(id);
  expect(await statusNow(loanId)).toEqual({
    showType: 'repaid',
    loanId,
    message: null,
    arrival: null,
    heldUntil: null,
    channel: null,
  });
  expect(await anna.client.must(userStatusQuery, {})).toMatchObject({ showType: 'repaid', loanId });
  const { notices } = await anna.client.must(noticeList, {});
  expect(notices.map(({ opens }) => opens)).toEqual(
    expect.arrayContaining([
      `/status/repaid?loanId=${loanId}`,
      `/status/loanSuccess?loanId=${loanId}`,
      '/creditStatus',
    ]),
  );
});

async function set(
  name: 'applicationsOn' | 'dailyBudgetCentavos' | 'minVersion',
  value: unknown,
): Promise<void> {
  await storeSetting(app.db, name, value, 'a test', app.clocks.wall());
  app.context.settings.forget();
}

slow('shows a failed loan until a later loan arrives', async () => {
  const { anna, loanId } = await signed('0007');
  await until(loanId, 'failed');
  const shown = async () => [
    (await anna.client.must(userMulti, {})).loan?.loanId ?? null,
    await wordOf(anna),
  ];
  expect(await shown()).toEqual([loanId, 'loanFailed']);
  await takeLoan(anna.life, await addWallet(anna.life), { termDays: 8 });
  await app.until('the payout', async () => (await wordOf(anna)) === 'loanSuccess');
  expect(await shown()).toEqual([null, 'loanSuccess']);
});

test('/status returns “busy” with a reason while no borrower can borrow', async () => {
  const { client } = await app.person({ withCredit: true });
  const statusNow = async () => await client.must(userStatusQuery, {});
  expect(await statusNow()).toEqual({
    showType: 'reviewDone',
    loanId: null,
    message: null,
    arrival: null,
    heldUntil: null,
    channel: null,
  });
  await set('dailyBudgetCentavos', 0);
  const message = 'There are too many current borrowers. Please try again at 10 tomorrow.';
  expect(await statusNow()).toEqual({
    showType: 'busy',
    loanId: null,
    message,
    arrival: null,
    heldUntil: null,
    channel: null,
  });
  await set('dailyBudgetCentavos', null);
  await set('applicationsOn', false);
  expect(await statusNow()).toMatchObject({
    showType: 'busy',
    message: expect.not.stringContaining('10 tomorrow'),
  });
  await set('applicationsOn', true);
});

test('/status returns “upgrade” to an outdated client', async () => {
  const { client } = await app.person();
  await set('minVersion', { web: '2.0', native: '0' });
  const old = createClient({
    fetch: (request) => {
      request.headers.set('x-version', '1.9');
      return app.listener.fetch(request);
    },
    origin: 'http://localhost:8080',
    deviceId: client.deviceId,
    wallMs: () => app.clocks.wall().epochMilliseconds,
    isPlain: true,
  });
  old.token = client.token;
  expect((await old.ask(userMulti, {})).name).toBe('clientTooOld');
  expect(await old.must(userStatusQuery, {})).toEqual({
    showType: 'upgrade',
    loanId: null,
    message: null,
    arrival: null,
    heldUntil: null,
    channel: null,
  });
  await set('minVersion', { web: '0', native: '0' });
});

test('an approved borrower cannot borrow while new applications are switched off', async () => {
  const { client } = await app.person({ withCredit: true });
  expect((await client.must(userMulti, {})).canBorrow).toBe(true);
  const engineer = await ops.person('engineer');
  expect(
    (
      await engineer.ask(
        'config set',
        { name: 'applicationsOn', text: 'false' },
        { reason: 'a fault at the bank' },
      )
    ).status,
  ).toBe(200);
  app.context.settings.forget();
  expect((await client.must(userMulti, {})).canBorrow).toBe(false);
});

test('a Facebook link raises the estimated limit by the catalogue’s bonus', async () => {
  const { client, life } = await app.person();
  const estimate = async () => (await client.must(userMulti, {})).estimate;
  expect(await estimate()).toEqual({ minimumCentavos: 60_000_00, maximumCentavos: 200_000_00 });
  await submitPersonal(life);
  const { personal } = await client.must(creditQuery, {});
  if (!personal) throw new Error('the first step was just saved');
  await client.must(basicSave, { ...personal, facebookLink: 'https://www.facebook.com/kunwari' });
  expect(await estimate()).toEqual({ minimumCentavos: 60_000_00, maximumCentavos: 210_000_00 });
});
