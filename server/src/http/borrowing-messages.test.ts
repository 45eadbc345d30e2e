// Tests the specification's messages about borrowing, and what causes each (§8).
import { basicSave, creditQuery } from '@sandali/contract/credit.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { productCal, productList } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { expect, test, vi } from 'vitest';
import { inTx } from '#/db/database.ts';
import { applyForCredit } from '#/sandbox/credit-life.ts';
import { addWallet } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp();
const set = async (
  name: 'dailyBudgetCentavos' | 'applicationsOn' | 'gatewaysOff',
  value: unknown,
) => {
  await inTx(app.db, (tx) => storeSetting(tx, name, value, 'a test', app.clocks.wall()));
  app.context.settings.forget();
};

test('a successful call returns code 0000 and no message', async () => {
  const { client } = await app.person();
  const { code, message, data } = await client.ask(userMulti, {});
  expect([code, message, data !== null]).toEqual(['0000', '', true]);
});

test('refuses new loans until 10:00 the next day once the day’s budget is spent', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const accountId = await addWallet(life);
  await set('dailyBudgetCentavos', centavos(5_999_900));
  const refusal = await client.ask(productCal, {
    amountCentavos: 6_000_000,
    termDays: 8,
    channel: 'wallet',
    accountId,
  } as never);
  expect(refusal.message).toBe(
    'There are too many current borrowers. Please try again at 10 tomorrow.',
  );
  await set('dailyBudgetCentavos', null);
});

test('if the gateway is off, the message says that the system is busy', async () => {
  const { client } = await app.person({ withCredit: true });
  await set('gatewaysOff', ['bank.sandbox']);
  expect((await client.ask(productList, {})).message).toBe(
    'The system is busy. Please try again later, or tomorrow.',
  );
  await set('gatewaysOff', []);
});

test('if lending is paused, the message says that it is paused', async () => {
  const { client } = await app.person({ withCredit: true });
  await set('applicationsOn', false);
  expect((await client.ask(productList, {})).message).toBe(
    'Lending is paused, so you cannot borrow right now. Please try again tomorrow.',
  );
  await set('applicationsOn', true);
});

test('a borrower is not qualified without a line and cannot change data under review', async () => {
  const { client, life } = await app.person();
  expect((await client.ask(productList, {})).message).toBe(
    'You are not qualified to loan now. Finish your credit application, or wait for its result.',
  );
  await applyForCredit(life);
  const { personal } = await client.must(creditQuery, {});
  if (!personal) throw new Error('the first step was just sent');
  expect((await client.ask(basicSave, personal)).message).toBe(
    'Your information is under review and cannot be changed now. Please try again later.',
  );
});

test('the message for an internal error contains no details', async () => {
  const { client } = await app.person();
  const fault = vi
    .spyOn(app.context.settings, 'pin')
    .mockRejectedValue(new Error('an internal secret'));
  const { message } = await client.ask(userMulti, {});
  fault.mockRestore();
  expect(message).toBe('System error, please retry.');
});
