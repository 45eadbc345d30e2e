// Returns are free, but after two of them the borrower must wait for the next loan. The app
// announces this before the second return; afterwards home, the offer and the price state the day.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { addDays } from '@sandali/contract/day.ts';
import { renewCal } from '@sandali/contract/extension.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { loanApply, loanDetail, productCal, productList } from '@sandali/contract/loan.ts';
import { locales } from '@sandali/contract/locale.ts';
import { centavos } from '@sandali/contract/money.ts';
import { repaymentChannelList } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { todayOf } from '#/platform/days.ts';
import { addWallet } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { insertCopyOfLoan } from '#/testing/copy-loan.ts';
import { moneySteps } from '#/testing/money.ts';
import { returnSteps } from '#/testing/returns.ts';
import { startRule } from '#/testing/rules.ts';
import { writtenDay } from '#/texts/written-day.ts';

const app = await testApp();
const { loanOf, pay, bookPayments } = moneySteps(app);
const { codeToReturn } = returnSteps(app);
const today = () => todayOf(app.clocks.now());
const peso = 100;

async function returned(anna: Person, accountId: string): Promise<string> {
  const loanId = await loanOf(anna, accountId, 8);
  await bookPayments(await pay((await codeToReturn(anna, loanId)).code));
  expect((await anna.client.must(billDetail, { loanId })).bill.state).toBe('cooledOff');
  return loanId;
}

const nextLoanOf = async ({ client }: Person, loanId: string) => [
  (await client.must(billDetail, { loanId })).coolingOff?.nextLoanOn,
  (await client.must(repaymentChannelList, { loanId })).coolingOff?.nextLoanOn,
  (await client.must(renewCal, { loanId })).coolingOff?.nextLoanOn,
];

slow('after two returns the next loan waits 30 days, as announced before the second', async () => {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const wish = {
    amountCentavos: centavos(60_000 * peso),
    termDays: 8,
    channel: 'wallet',
    accountId,
  } as const;
  const first = await loanOf(anna, accountId, 8);
  expect(await nextLoanOf(anna, first)).toEqual([null, null, null]);
  await bookPayments(await pay((await codeToReturn(anna, first)).code));
  expect((await anna.client.must(userMulti, {})).canBorrow).toBe(true);
  await app.addDays(7);

  const second = await loanOf(anna, accountId, 8);
  const from = addDays(today(), 30);
  expect(await nextLoanOf(anna, second)).toEqual([from, from, from]);
  // A quote made before the second return can no longer be signed after it.
  await app.db
    .updateTable('credit_lines')
    .set({ limit_centavos: BigInt(200_000 * peso) })
    .execute();
  const { quoteId, disclosureHash } = await anna.client.must(productCal, wish as never);
  await bookPayments(await pay((await codeToReturn(anna, second)).code));

  const agreed = agreedTo({ quoteId, disclosureHash });
  expect((await anna.client.ask(loanApply, agreed)).name).toBe('returnedTwice');
  for (const locale of locales) {
    const client = app.device(locale, anna.client);
    const day = writtenDay(locale, Temporal.PlainDate.from(from));
    const answers = [
      await client.ask(productList, {}),
      await client.ask(productCal, wish as never),
    ];
    const { whyNotBorrow, canBorrow, line } = await client.must(userMulti, {});
    expect([canBorrow, line?.borrowableCentavos]).toEqual([false, 0]);
    for (const answer of [...answers, whyNotBorrow]) {
      expect(answer).toMatchObject({
        name: 'returnedTwice',
        message: expect.stringContaining(day),
      });
    }
  }

  await app.addDays(29);
  expect((await anna.client.ask(productList, {})).name).toBe('returnedTwice');
  await app.addDays(1);
  expect((await anna.client.ask(productList, {})).name).toBe('success');
  const third = await loanOf(anna, accountId, 8);
  await bookPayments(await pay((await codeToReturn(anna, third)).code));
  expect((await anna.client.must(loanDetail, { loanId: third })).state).toBe('success');
  expect((await anna.client.ask(productList, {})).name).toBe('returnedTwice');
});

test('the database refuses a loan while its borrower must wait after two returns', async () => {
  const bea = await app.person({ withCredit: true });
  const accountId = await addWallet(bea.life);
  await returned(bea, accountId);
  const loanId = await returned(bea, accountId);
  await expect(insertCopyOfLoan(app, loanId)).rejects.toThrow(/must wait for the next one/);
});

slow('a new rules row changes how long the borrower must wait after two returns', async () => {
  const cora = await app.person({ withCredit: true });
  const accountId = await addWallet(cora.life);
  await returned(cora, accountId);
  await returned(cora, accountId);
  await startRule(app, 'returnsWaitDays', 7);
  await app.addDays(6);
  expect((await cora.client.ask(productList, {})).name).toBe('returnedTwice');
  await app.addDays(1);
  // The trigger would refuse this loan under the old row.
  await loanOf(cora, accountId, 8);
});
