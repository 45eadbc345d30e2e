// Offers, quotes and limit increases stay within the borrower's income, and refusals show the
// amount that fits.
import { userInfo } from '@sandali/contract/account.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import { loanApply, productCal, productList } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { afterEach, expect, test } from 'vitest';
import { inTx } from '#/db/database.ts';
import { addWallet } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp();
const peso = 100;
const lends = (amount: number, accountId: string) =>
  ({
    amountCentavos: centavos(amount * peso),
    termDays: 15,
    channel: 'wallet',
    accountId,
  }) as const;

/**
 * Sets the share of the income per pay period (₱650,000 of ₱1,300,000 a month) that may fall due.
 */
async function share(percent: number) {
  await inTx(app.db, (tx) =>
    storeSetting(tx, 'dueShareMostPercent', percent, 'test', app.clocks.wall()),
  );
  app.context.settings.forget();
}
afterEach(() => share(50));

test('refuses a quote above the affordable amount and states that amount', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const accountId = await addWallet(life);
  // 14 % of 650,000 is 91,000. With interest, 80,000 is 82,400 and fits; 90,000 would be 92,700.
  await share(14);
  expect((await client.must(productList, {})).availableCentavos).toBe(80_000 * peso);
  const refusal = await client.ask(productCal, lends(90_000, accountId));
  expect(refusal).toMatchObject({ code: '4022' });
  expect(refusal.message).toContain('you can borrow at most ₱80,000 now');
  expect((await client.ask(productCal, lends(80_000, accountId))).code).toBe('0000');
  // 9 % is 58,500, less than the smallest loan of 60,000.
  await share(9);
  expect(await client.ask(productList, {})).toMatchObject({ code: '4022' });
  expect((await client.must(userMulti, {})).canBorrow).toBe(false);
  expect((await client.ask(productCal, lends(60_000, accountId))).message).toContain(
    'Repay part of what you owe first',
  );
});

test('refuses to sign a quote that a lower income share made unaffordable', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const quote = await client.must(productCal, lends(100_000, await addWallet(life)));
  await share(14);
  const signed = agreedTo(quote);
  expect(await client.ask(loanApply, signed)).toMatchObject({ code: '4022' });
  await share(50);
  expect((await client.ask(loanApply, signed)).code).toBe('0000');
});

test('a loan being paid out reduces the affordable amount even before it has a bill', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const accountId = await addWallet(life);
  const limitOf = async () => (await client.must(productList, {})).availableCentavos;
  await raiseLimit({ client }, 200_000);
  // 30 % is 195,000, so 190,000 for 8 days (193,040) fits. After a loan of 100,000 for 15 days,
  // 92,000 remains, so 90,000 for 8 days (91,440) fits.
  await share(30);
  expect(await limitOf()).toBe(190_000 * peso);
  const quote = await client.must(productCal, lends(100_000, accountId));
  await client.must(loanApply, agreedTo(quote));
  expect(await limitOf()).toBe(90_000 * peso);
});

test('a limit can be raised only as far as the income allows', async () => {
  const { client } = await app.person({ withCredit: true });
  await share(14);
  const { quota } = await client.must(userMulti, {});
  expect(quota).toMatchObject({
    obstacle: 'quotaUnaffordable',
    maximumCentavos: 80_000 * peso,
    offerCentavos: null,
  });
  const refusal = await client.ask(quotaAddApply, { wantedCentavos: centavos(110_000 * peso) });
  expect(refusal).toMatchObject({ code: '2141' });
  expect(refusal.message).toContain('₱80,000 at most');
  // 18 % is 117,000, so 110,000 with its interest (113,300) fits.
  await share(18);
  expect(
    await client.ask(quotaAddApply, { wantedCentavos: centavos(120_000 * peso) }),
  ).toMatchObject({ code: '2141' });
  expect((await client.must(userMulti, {})).quota?.obstacle).toBe('quotaTooFewLoans');
});

/** Raises the borrower's limit in the database. */
async function raiseLimit({ client }: Pick<Person, 'client'>, limit: number) {
  const { userGid } = await client.must(userInfo, {});
  await app.owner.db
    .updateTable('credit_lines')
    .set({ limit_centavos: BigInt(limit * peso) })
    .where('borrower_id', '=', userGid)
    .execute();
}
