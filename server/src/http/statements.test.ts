// Tests the database cost of calls (docs/developers/performance.md): a read takes one statement,
// including its session.
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
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { counted } from '#/db/counted.testing.ts';
import { statementNames } from '#/db/database.ts';
import { addWallet } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor } = moneySteps(app);

slow('reads home, bills, a bill, products and coupons in one statement each', async () => {
  const { anna, loanId } = await debtor();
  const { client } = anna;
  const free = (await app.person({ withCredit: true })).client;
  const { borrower_id } = await app.db
    .selectFrom('loans')
    .select('borrower_id')
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();
  const measured: Record<string, unknown> = {};
  const costs = async (name: string, work: () => Promise<unknown>) => {
    await work();
    const { statements, roundTrips, texts } = await counted(work);
    const nameOf = statementNames();
    measured[name] = {
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
  const least = { statements: 1, roundTrips: 1, isPrepared: true };
  const names = ['home', 'bills', 'bill', 'products', 'coupons'];
  expect(measured).toEqual(Object.fromEntries(names.map((name) => [name, least])));
});

test('an example of a loan’s cost runs no database statement', async () => {
  const stranger = app.device();
  const ask = () => stranger.must(productExample, {});
  await ask();
  expect((await counted(ask)).statements).toBe(0);
});

test('checking a document’s code runs no database statement', async () => {
  const stranger = app.device();
  const code = `SANDALI-1-receipt-2026-11-20${'0'.repeat(192)}`;
  const ask = () => stranger.must(documentCheck, { code });
  await ask();
  expect((await counted(ask)).statements).toBe(0);
});

test('a login on a known device takes four database round trips', async () => {
  const { client, life } = await app.person();
  client.token = '';
  const { phone, password } = life;
  const login = () =>
    client.must(logonRegister, { by: 'password', phone, password, agreementVersion });
  await login();
  const { statements, roundTrips } = await counted(login);
  expect([statements, roundTrips]).toEqual([16, 4]);
});

slow('quotes and loan applications read in batches and send writes with COMMIT', async () => {
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
  const agreed = agreedTo(await priceOf());
  const application = await counted(() => client.must(loanApply, agreed));
  expect({
    price: [price.statements, price.roundTrips],
    application: [application.statements, application.roundTrips],
  }).toEqual({
    price: [8, 3],
    application: [14, 3],
  });
});

test('reads complaints in one statement, and adds a message in five round trips', async () => {
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
  const [list, detail] = [
    () => client.must(complaintList, {}),
    () => client.must(complaintDetail, { complaintId }),
  ];
  for (const read of [list, detail]) {
    await read();
    const { statements, roundTrips } = await counted(read);
    expect([statements, roundTrips]).toEqual([1, 1]);
  }
  const { statements, roundTrips } = await counted(write);
  expect([statements, roundTrips]).toEqual([9, 5]);
});
