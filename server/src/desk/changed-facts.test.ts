// Tests that a confirmation is for what the person saw, when only the facts change: the proposal
// stays, but a day passes or the borrower pays.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { type Confirmation, deskPaths } from '@sandali/contract/desk.ts';
import { expect, test } from 'vitest';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { signedBy, testDesk } from './testing.ts';

const app = await testApp();
const { browser, person, careful, newKey } = testDesk(app.context);
const [eva, ivan] = [await person('engineer'), await person('engineer')];
const reason = 'as agreed, ticket 812';

test('a waiver is not confirmed after a day has passed or a payment was made', async () => {
  const { debtor, codeFor, pay, bookPayments } = moneySteps(app);
  const { anna, loanId } = await debtor(8);
  const { bill } = await anna.client.must(billDetail, { loanId });
  const lateOn = Temporal.PlainDate.from(bill.lastFreeDay).add({ days: 5 });
  await app.addDays(app.today().until(lateOn).days);
  await app.work();

  const [wes, key] = [browser(), newKey()];
  const { fingerprint } = (await wes.makePasskey('wes', key)).data;
  const member = { name: 'wes', roles: ['finance'], hash: fingerprint };
  for (const { ask } of [eva, ivan]) await ask('staff add', member, { reason });
  await app.addDays(1);

  const input = { reference: bill.referenceNo };
  const ben = await careful('finance');
  expect((await ben.ask('bill waive', input, { reason })).data).toMatchObject({
    bill: { outcome: 'proposed' },
  });
  const midnight = app.clocks
    .now()
    .toZonedDateTimeISO('Asia/Manila')
    .with({ hour: 23, minute: 59 });
  app.clocks.setNow(midnight.with({ second: 30 }).toInstant().toString());
  const called = { command: 'bill waive', input };
  const askToConfirm = async () => {
    await wes.run('bill show', input, { reason });
    const { data } = await wes.send<Confirmation>(deskPaths.confirmation, called);
    if (!data.challenge) throw new Error('a passkey confirms');
    const confirmation = signedBy(key, data.challenge);
    return async () => await wes.run('bill waive', input, { reason, confirmation });
  };
  expect((await wes.signIn(key)).status).toBe(200);
  const confirmToday = await askToConfirm();
  app.clocks.addMs(60_000);
  expect((await confirmToday()).wrong).toContain('has changed since you looked');

  const confirmUnpaid = await askToConfirm();
  const { code } = await codeFor(anna, loanId, 500_00);
  await bookPayments(await pay(code));
  await wes.run('bill show', input, { reason });
  expect((await confirmUnpaid()).wrong).toContain('has changed since you looked');

  const confirm = await askToConfirm();
  expect((await confirm()).data).toMatchObject({ bill: { outcome: 'confirmed' } });
});
