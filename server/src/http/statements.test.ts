// How much a call costs the database (docs/developers/performance.md): a read is one statement,
// with its session.
import { logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import {
  complaintCreate,
  complaintDetail,
  complaintList,
  complaintWrite,
} from '@sandali/contract/cases.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import { productExample } from '@sandali/contract/example.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList, loanApply, productCal, productList } from '@sandali/contract/loan.ts';
import { documentCheck } from '@sandali/contract/paperCode.ts';
import { expect, test } from 'vitest';
import { counted } from '#/db/counted.testing.ts';
import { statementNames } from '#/db/database.ts';
import { addWallet } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor } = moneySteps(app);

test('home, bills, a bill, products and coupons are one statement each', async () => {
  const { anna, loanId } = await debtor();
  const { client } = anna;
  const free = (await app.person({ withCredit: true })).client;
  const { borrower_id } = await app.db
    .selectFrom('loans')
    .select('borrower_id')
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();
  const found: Record<string, unknown> = {};
  const costs = async (name: string, work: () => Promise<unknown>) => {
    await work();
    const { statements, roundTrips, texts } = await counted(work);
    const nameOf = statementNames();
    found[name] = {
      statements,
      roundTrips,
      isPrepared: texts.every((text) => nameOf(text) !== null),
    };
  };
  await costs('home', () => client.must(userMulti, {}));
  await costs('bills', () => client.must(billList, {}));
  await costs('bill', () => client.must(billDetail, { loanId: loanId as never }));
  await costs('products', () => free.must(productList, {}));
  await costs('coupons', () => client.must(voucherList, { userGid: borrower_id as never }));
  const one = { statements: 1, roundTrips: 1, isPrepared: true };
  expect(found).toEqual({ home: one, bills: one, bill: one, products: one, coupons: one });
});

test('what a loan costs is said to a stranger without a statement', async () => {
  const stranger = app.device();
  const ask = () => stranger.must(productExample, {});
  await ask();
  expect((await counted(ask)).statements).toBe(0);
});

test('whether a paper is ours is answered to a stranger without a statement', async () => {
  const stranger = app.device();
  const code = `SANDALI-1-receipt-2026-11-20${'0'.repeat(192)}`;
  const ask = () => stranger.must(documentCheck, { code });
  await ask();
  expect((await counted(ask)).statements).toBe(0);
});

test('a login on a known device is three round trips', async () => {
  const { client, life } = await app.person();
  client.token = '';
  const { phone, password } = life;
  const login = () =>
    client.must(logonRegister, { by: 'password', phone, password, agreementVersion });
  await login();
  const { statements, roundTrips } = await counted(login);
  expect([statements, roundTrips]).toEqual([18, 3]);
});

test('a price and an application read in batches, and write with COMMIT', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const accountId = await addWallet(life);
  const priceOf = () =>
    client.must(productCal, {
      amountCentavos: 6_000_000,
      termDays: 15,
      channel: 'wallet',
      accountId,
      voucherId: 'best',
    } as never);
  await priceOf();
  const price = await counted(priceOf);
  const { quoteId, disclosureHash } = await priceOf();
  const application = await counted(() =>
    client.must(loanApply, {
      quoteId,
      disclosureHash,
      disclosureRead: true,
      agreementAccepted: true,
    } as never),
  );
  expect({
    price: [price.statements, price.roundTrips],
    application: [application.statements, application.roundTrips],
  }).toEqual({
    price: [8, 2],
    application: [14, 3],
  });
});

test('the cases of customer service, and one with its conversation, are one statement each; a turn is written in four round trips', async () => {
  const { client } = await app.person();
  const wish = {
    kind: 'charges',
    loanId: null,
    payment: null,
    words: 'Bakit may dagdag?',
  } as const;
  const { complaintId } = await client.must(complaintCreate, wish);
  const write = () => client.must(complaintWrite, { complaintId, words: 'Noong Marso 28.' });
  await write();
  const [list, one] = [
    () => client.must(complaintList, {}),
    () => client.must(complaintDetail, { complaintId }),
  ];
  for (const read of [list, one]) {
    await read();
    const { statements, roundTrips } = await counted(read);
    expect([statements, roundTrips]).toEqual([1, 1]);
  }
  const { statements, roundTrips } = await counted(write);
  expect([statements, roundTrips]).toEqual([11, 4]);
});
