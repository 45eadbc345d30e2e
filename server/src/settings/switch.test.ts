// Tests the switches that stop parts of the app. Each stops and resumes its part on every server
// within five seconds.
import { codeSms } from '@sandali/contract/account.ts';
import { loanApply, loanDetail, productCal } from '@sandali/contract/loan.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { testOps } from '#/staff/testing.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp();
const ops = testOps(app.context);
const eva = await ops.person('engineer');
const withReason = { reason: 'the gateway is down, ticket 812' };
const peso = 100;

async function turn(name: string, way: 'off' | 'on'): Promise<void> {
  expect(await eva.ask(`switch ${way}`, { name }, withReason)).toMatchObject({
    status: 200,
    data: { switch: { name, isOn: way === 'on' } },
  });
}
const findState = async (name: string) =>
  ((await eva.ask('switch list')).data.switches as { name: string; isOn: boolean }[]).find(
    (row) => row.name === name,
  )?.isOn;

slow('staff can list and flip every switch, and the trail records each change', async () => {
  const { switches } = (await eva.ask('switch list')).data as {
    switches: { name: string; isOn: boolean }[];
  };
  expect(switches.map((row) => [row.name, row.isOn])).toEqual([
    ['payouts', true],
    ['applications', true],
    ['sms', true],
    ['bank.sandbox', true],
    ['payout.bankCard', true],
    ['payout.wallet', true],
    ['payout.cashPickup', true],
    ['payout.pawnshop', true],
    ['payout.remittance', true],
    ['payout.cardless', true],
    ['sms.sandbox', true],
  ]);
  for (const { name } of switches) {
    await turn(name, 'off');
    expect(await ops.lastRow()).toMatchObject({
      who: eva.name,
      role: 'engineer',
      act: 'ops switch off',
      subject: name,
      reason: withReason.reason,
    });
    expect((await eva.ask('switch off', { name }, withReason)).wrong).toBe(
      `${name} is off already.`,
    );
  }
  expect(await Promise.all(switches.map(({ name }) => findState(name)))).toEqual(
    switches.map(() => false),
  );
  for (const { name } of switches) await turn(name, 'on');
  expect((await app.context.settings.all()).gatewaysOff).toEqual([]);
  expect((await eva.ask('switch on', { name: 'sms' }, withReason)).wrong).toBe(
    'sms is on already.',
  );
  expect((await eva.ask('switch off', { name: 'bank.other' }, withReason)).wrong).toMatch(
    'There is no switch named bank.other. Switches: payouts,',
  );
  expect((await eva.ask('switch off', { name: 'sms' })).wrong).toMatch('needs a reason');
  const support = await ops.person('support');
  expect([
    (await support.ask('switch list')).status,
    (await support.ask('switch off', { name: 'sms' }, withReason)).status,
  ]).toEqual([200, 403]);
});

test('two gateways that are switched off concurrently both stay off', async () => {
  await Promise.all([turn('bank.sandbox', 'off'), turn('sms.sandbox', 'off')]);
  expect((await app.context.settings.all()).gatewaysOff.toSorted()).toEqual([
    'bank.sandbox',
    'sms.sandbox',
  ]);
  await Promise.all([turn('bank.sandbox', 'on'), turn('sms.sandbox', 'on')]);
  expect((await app.context.settings.all()).gatewaysOff).toEqual([]);
});

test('a switch takes effect on other servers within five seconds', async () => {
  const otherServer = await app.another();
  expect((await otherServer.context.settings.all()).payoutsOn).toBe(true);
  await turn('payouts', 'off');
  app.clocks.addMs(4_900);
  expect((await otherServer.context.settings.all()).payoutsOn).toBe(false);
  await turn('payouts', 'on');
});

/** Returns a borrower with a credit line. */
async function borrower() {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const wish = {
    amountCentavos: 60_000 * peso,
    termDays: 15,
    channel: 'wallet',
    accountId,
  } as const;
  return { anna, accountId, wish };
}

test('refuses quotes and loans while applications are off', async () => {
  const { anna, wish } = await borrower();
  const agreed = agreedTo(await anna.client.must(productCal, wish));
  await turn('applications', 'off');
  expect([
    (await anna.client.ask(productCal, wish)).name,
    (await anna.client.ask(loanApply, agreed)).name,
  ]).toEqual(['lendingPaused', 'lendingPaused']);
  await turn('applications', 'on');
  expect((await anna.client.ask(loanApply, agreed)).name).toBe('success');
});

test('a gateway that is off gets no payouts and issues no payment codes', async () => {
  const { anna, accountId, wish } = await borrower();
  const agreed = agreedTo(await anna.client.must(productCal, wish));
  const request = newId(app.clocks.wall());
  await turn('bank.sandbox', 'off');
  const busy = await anna.client.ask(loanApply, agreed, request);
  expect([busy.name, (await anna.client.ask(productCal, wish)).name]).toEqual([
    'systemBusy',
    'systemBusy',
  ]);
  expect(busy.message).toBe('The system is busy. Please try again later, or tomorrow.');
  await turn('bank.sandbox', 'on');
  // The refusal was temporary, so the same request id succeeds now.
  const { loanId } = await anna.client.must(loanApply, agreed, request);
  await app.until(
    'the payout',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'success',
  );

  const ask = { loanId, channel: 'sevenEleven', amountCentavos: 1_000 * peso } as const;
  const { repaymentId } = await anna.client.must(repaymentApply, ask);
  await turn('bank.sandbox', 'off');
  expect((await anna.client.ask(repaymentApply, ask)).name).toBe('systemBusy');
  await app.work();
  expect((await anna.client.must(repaymentStatus, { repaymentId })).code).toBe(null);
  await turn('bank.sandbox', 'on');
  await app.until(
    'the code',
    async () => (await anna.client.must(repaymentStatus, { repaymentId })).code,
  );
  expect(accountId).toBe(wish.accountId);
});

test('does not send a message through an SMS gateway that is off', async () => {
  const carla = app.device();
  const phone = '+639175559901';
  const texts = async () =>
    await app.db
      .selectFrom('sandbox_messages')
      .select('phone')
      .where('phone', '=', phone)
      .execute();
  await turn('sms.sandbox', 'off');
  expect((await carla.ask(codeSms, { phone, purpose: 'register' })).name).toBe('success');
  await expect(app.work()).rejects.toThrow('No SMS gateway accepted the message');
  expect(await texts()).toEqual([]);
  await turn('sms.sandbox', 'on');
  await turn('sms', 'off');
  app.clocks.addMs(61_000);
  expect((await carla.ask(codeSms, { phone, purpose: 'register' })).name).toBe('codeSendingFailed');
  await turn('sms', 'on');
});

test('a waiting loan is paid out once payouts are on again', async () => {
  const { anna, accountId } = await borrower();
  await turn('payouts', 'off');
  const { loanId } = await takeLoan(anna.life, accountId, { termDays: 15 });
  await app.work();
  expect((await anna.client.must(loanDetail, { loanId })).state).toBe('approving');
  await turn('payouts', 'on');
  await app.until(
    'the payout',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'success',
  );
});
