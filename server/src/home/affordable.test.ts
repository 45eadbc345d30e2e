// Offers, quotes and limit increases stay within what the borrower's income can carry, and the
// amount that fits is shown.
import { userInfo } from '@sandali/contract/account.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import { loanApply, productCal, productList } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { afterEach, expect, test } from 'vitest';
import { inTx } from '#/db/database.ts';
import { addWallet } from '#/sandbox/life.ts';
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

/** Sets how much of a pay period's income may fall due within it; of 1,300,000 a month. */
async function share(percent: number) {
  await inTx(app.db, (tx) =>
    storeSetting(tx, 'dueShareMostPercent', percent, 'test', app.clocks.wall()),
  );
  app.context.settings.forget();
}
afterEach(() => share(50));

test('more than fits is refused at the price, with what fits; nothing larger is offered', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const accountId = await addWallet(life);
  // 14 % of 650,000 is 91,000: 80,000 with its interest is 82,400, and 90,000 would be 92,700.
  await share(14);
  expect((await client.must(productList, {})).availableCentavos).toBe(80_000 * peso);
  const came = await client.ask(productCal, lends(90_000, accountId));
  expect(came).toMatchObject({ code: '4022' });
  expect(came.message).toContain('₱80,000 fits now');
  expect((await client.ask(productCal, lends(80_000, accountId))).code).toBe('0000');
  // 9 % is 58,500, and the least loan of the product 60,000.
  await share(9);
  expect(await client.ask(productList, {})).toMatchObject({ code: '4022' });
  expect((await client.must(userMulti, {})).canBorrow).toBe(false);
  expect((await client.ask(productCal, lends(60_000, accountId))).message).toContain(
    'Repay part of what is open first',
  );
});

test('what was priced before the share was lowered cannot be signed', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const quote = await client.must(productCal, lends(100_000, await addWallet(life)));
  await share(14);
  const signed = {
    quoteId: quote.quoteId,
    disclosureHash: quote.disclosureHash,
    disclosureRead: true,
    agreementAccepted: true,
  } as const;
  expect(await client.ask(loanApply, signed)).toMatchObject({ code: '4022' });
  await share(50);
  expect((await client.ask(loanApply, signed)).code).toBe('0000');
});

test('a loan on its way counts before its bill is there', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const accountId = await addWallet(life);
  const limitOf = async () => (await client.must(productList, {})).availableCentavos;
  await raised({ client }, 200_000);
  // 30 % is 195,000: 190,000 for 8 days are 193,040. Beside 100,000 with its interest for 15,
  // 92,000 is left: 90,000 for 8 days are 91,440.
  await share(30);
  expect(await limitOf()).toBe(190_000 * peso);
  const quote = await client.must(productCal, lends(100_000, accountId));
  const { quoteId, disclosureHash } = quote;
  await client.must(loanApply, {
    quoteId,
    disclosureHash,
    disclosureRead: true,
    agreementAccepted: true,
  });
  expect(await limitOf()).toBe(90_000 * peso);
});

test('a limit grows no further than the income carries', async () => {
  const { client } = await app.person({ withCredit: true });
  await share(14);
  const { quota } = await client.must(userMulti, {});
  expect(quota).toMatchObject({
    obstacle: 'quotaUnaffordable',
    maximumCentavos: 80_000 * peso,
    offerCentavos: null,
  });
  const came = await client.ask(quotaAddApply, { wantedCentavos: centavos(110_000 * peso) });
  expect(came).toMatchObject({ code: '2141' });
  expect(came.message).toContain('₱80,000 at most');
  // 18 % is 117,000: 110,000 with its interest is 113,300.
  await share(18);
  expect(
    await client.ask(quotaAddApply, { wantedCentavos: centavos(120_000 * peso) }),
  ).toMatchObject({ code: '2141' });
  expect((await client.must(userMulti, {})).quota?.obstacle).toBe('quotaTooFewLoans');
});

/** Their limit as staff would have raised it. */
async function raised({ client }: Pick<Person, 'client'>, limit: number) {
  const { userGid } = await client.must(userInfo, {});
  await app.owner.db
    .updateTable('credit_lines')
    .set({ limit_centavos: BigInt(limit * peso) })
    .where('borrower_id', '=', userGid)
    .execute();
}
