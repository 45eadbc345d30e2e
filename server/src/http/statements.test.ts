// How much a call costs the database (docs/performance.md): a read is one statement, with its session.
import { voucherList } from '@sandali/contract/coupon.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billDetail, billList, productList } from '@sandali/contract/loan.ts';
import { expect, test } from 'vitest';
import { counted } from '#/db/counted.testing.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor } = moneySteps(app);

test('home, bills, a bill, products and coupons are one statement each', async () => {
  const { anna, loanId } = await debtor();
  const { client } = anna;
  const free = (await app.person({ withCredit: true })).client;
  const { borrower_id } = await app.db.selectFrom('loans').select('borrower_id').where('id', '=', loanId).executeTakeFirstOrThrow();
  const found: Record<string, unknown> = {};
  const costs = async (name: string, work: () => Promise<unknown>) => {
    await work();
    const { statements, roundTrips } = await counted(work);
    found[name] = { statements, roundTrips };
  };
  await costs('home', () => client.must(userMulti, {}));
  await costs('bills', () => client.must(billList, {}));
  await costs('bill', () => client.must(billDetail, { loanId: loanId as never }));
  await costs('products', () => free.must(productList, {}));
  await costs('coupons', () => client.must(voucherList, { userGid: borrower_id as never }));
  const one = { statements: 1, roundTrips: 1 };
  expect(found).toEqual({ home: one, bills: one, bill: one, products: one, coupons: one });
});
