import { billDetail } from '@sandali/contract/billDetail.ts';
import { userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { billList, loanApply, loanDetail, productCal } from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { payoutSteps } from '#/payout/testing.ts';
import { newId } from '#/platform/random.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';

const app = await testApp({ isCrowded: true });
const { bankAccount, payoutOf } = payoutSteps(app);
const peso = 100;

async function signed(anna: Person, accountId: string) {
  const { loanId } = await takeLoan(anna.life, accountId, { termDays: 15 });
  return loanId;
}

async function arrived(anna: Person, loanId: string) {
  return await app.until('the loan to end', async () => {
    const loan = await anna.client.must(loanDetail, { loanId });
    return loan.state === 'success' || loan.state === 'failed' ? loan : null;
  });
}

test('a loan is quoted, signed and paid out, and then becomes a bill', async () => {
  const anna = await app.person({ withCredit: true });
  const loan = await arrived(anna, await signed(anna, await addWallet(anna.life)));
  expect(loan).toMatchObject({
    state: 'success',
    principalCentavos: 60_000 * peso,
    arrivalCentavos: 58_850 * peso,
    repayCentavos: 61_800 * peso,
    dueOn: '2026-12-05',
  });
  expect(loan.steps.map((step) => step.state)).toEqual([
    'submitting',
    'approving',
    'paying',
    'bankProcessing',
    'success',
  ]);
  const { open, totalDue } = await anna.client.must(billList, {});
  expect(open).toMatchObject([
    {
      loanId: loan.loanId,
      state: 'upcoming',
      currentDue: { owedCentavos: 60_000 * peso },
      dueOn: '2026-12-05',
    },
  ]);
  expect(totalDue).toEqual({ owedCentavos: 60_000 * peso, on: '2026-11-20' });
  const home = await anna.client.must(userMulti, {});
  expect(home.line).toMatchObject({ usedCentavos: 60_000 * peso, heldCentavos: 0 });
  expect(app.bank.settlementLinesOf((await payoutOf(loan.loanId)).id)).toHaveLength(1);
});

async function loanTo(anna: Person, accountId: string) {
  const quote = await anna.client.must(productCal, {
    amountCentavos: 60_000 * peso,
    termDays: 8,
    channel: 'bankCard',
    accountId,
  });
  return (await anna.client.must(loanApply, agreedTo(quote))).loanId;
}

test('if the bank refuses a payout, the loan fails and releases its held credit', async () => {
  const anna = await app.person({ withCredit: true });
  const loan = await arrived(anna, await loanTo(anna, await bankAccount(anna, '1000000001')));
  expect(loan).toMatchObject({ state: 'failed', failure: 'accountClosed' });
  expect((await anna.client.must(userMulti, {})).line).toMatchObject({
    usedCentavos: 0,
    heldCentavos: 0,
  });
});

test('no screen promises an arrival once the promised minutes have passed', async () => {
  const anna = await app.person({ withCredit: true });
  const loanId = await loanTo(anna, await bankAccount(anna, '1000000012'));
  const facts = await app.until('the order', async () => {
    const loan = await anna.client.must(loanDetail, { loanId });
    return loan.state === 'bankProcessing' ? loan : null;
  });
  const fees = {
    interestCentavos: 960 * peso,
    serviceFeeCentavos: 600 * peso,
    channelFeeCentavos: 10 * peso,
  };
  expect(facts).toMatchObject({
    arrival: { how: 'minutes', minutes: 10 },
    arrivalCentavos: 59_390 * peso,
    ...fees,
  });
  const home = async () => (await anna.client.must(userMulti, {})).loan;
  const status = async () => await anna.client.must(userStatusQuery, { loanId });
  const { arrival, expectedBy } = facts;
  expect([await home(), await status()]).toMatchObject([
    { arrival, expectedBy },
    { showType: 'bankProcessing', arrival },
  ]);
  app.clocks.addMs(11 * 60_000);
  expect([
    await anna.client.must(loanDetail, { loanId }),
    await home(),
    await status(),
  ]).toMatchObject([
    { arrival: null, expectedBy: null },
    { arrival: null, expectedBy: null },
    { showType: 'bankProcessing', arrival: null },
  ]);
});

const characters: [string, string][] = [
  ['1000000002', 'answers 500 after paying'],
  ['1000000003', 'hangs past the timeout after paying'],
  ['1000000004', 'cuts the connection after paying'],
  ['1000000005', 'repeats and shuffles its webhooks'],
  ['1000000008', 'hides the payout for a while'],
  ['1000000009', 'sends no webhook'],
];
slow.each(characters)('pays account %s once although the bank %s', async (accountNumber) => {
  await app.bank.call('/control/behave', { hiddenMs: 400 });
  const anna = await app.person({ withCredit: true });
  const loanId = await loanTo(anna, await bankAccount(anna, accountNumber));
  const loan = await app.until('the payout', async () => {
    app.clocks.addMs(2000);
    const detail = await anna.client.must(loanDetail, { loanId });
    return detail.state === 'success' ? detail : null;
  });
  expect(loan.state).toBe('success');
  const { id } = await payoutOf(loanId);
  expect(app.bank.settlementLinesOf(id)).toHaveLength(1);
});

test('a borrower owes nothing after the payout is reversed', async () => {
  await app.bank.call('/control/behave', { reverseDelayMs: 0 });
  const anna = await app.person({ withCredit: true });
  const loanId = await loanTo(anna, await bankAccount(anna, '1000000006'));
  const loan = await app.until('the reversal', async () => {
    const detail = await anna.client.must(loanDetail, { loanId });
    return detail.state === 'reversed' ? detail : null;
  });
  expect(loan.steps.map((step) => step.state).slice(-2)).toEqual(['success', 'reversed']);
  const { open, settled } = await anna.client.must(billList, {});
  expect([open.length, settled[0]?.state]).toEqual([0, 'void']);
  expect((await anna.client.must(userMulti, {})).line).toMatchObject({
    usedCentavos: 0,
    heldCentavos: 0,
  });
});

test('refuses each kind of impossible quote for its own reason', async () => {
  const anna = await app.person();
  const wish = {
    amountCentavos: 60_000 * peso,
    termDays: 15,
    channel: 'wallet',
    accountId: null,
  } as const;
  const refusal = async (change: object) =>
    (await anna.client.ask(productCal, { ...wish, ...change })).name;
  expect(await refusal({})).toBe('creditNotApproved');
  const bert = await app.person({ withCredit: true });
  const ofBert = async (change: object) =>
    (await bert.client.ask(productCal, { ...wish, ...change })).name;
  expect(await ofBert({ amountCentavos: 50_000 * peso })).toBe('amountNotOffered');
  expect(await ofBert({ amountCentavos: 65_000 * peso })).toBe('amountNotOffered');
  expect(await ofBert({ termDays: 9 })).toBe('termNotOffered');
  expect(await ofBert({ accountId: newId(app.clocks.now()) })).toBe('accountMissing');
  expect(await ofBert({ amountCentavos: 300_000 * peso })).toBe('lineExceeded');
});

async function quoteOf(anna: Person) {
  const accountId = await addWallet(anna.life);
  const quote = await anna.client.must(productCal, {
    amountCentavos: 60_000 * peso,
    termDays: 15,
    channel: 'wallet',
    accountId,
  });
  return agreedTo(quote);
}

test('only its borrower can sign a quote, once and within ten minutes', async () => {
  const anna = await app.person({ withCredit: true });
  const bert = await app.person({ withCredit: true });
  const agreed = await quoteOf(anna);
  expect((await bert.client.ask(loanApply, agreed)).name).toBe('quoteExpired');
  expect(
    (await anna.client.ask(loanApply, { ...agreed, disclosureHash: '0'.repeat(64) })).name,
  ).toBe('disclosureChanged');
  expect((await anna.client.ask(loanApply, agreed)).name).toBe('success');
  expect((await anna.client.ask(loanApply, agreed)).name).toBe('quoteUsed');
  const late = await quoteOf(bert);
  app.clocks.addMs(10 * 60_000 + 1);
  expect((await bert.client.ask(loanApply, late)).name).toBe('quoteExpired');
});

test('twelve concurrent requests with the same request id create one loan', async () => {
  const anna = await app.person({ withCredit: true });
  const agreed = await quoteOf(anna);
  const requestId = newId(app.clocks.wall());
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => anna.client.ask(loanApply, agreed, requestId)),
  );
  expect(new Set(answers.map((answer) => answer.data?.loanId)).size).toBe(1);
  expect(answers.every((answer) => answer.name === 'success')).toBe(true);
  const other = await anna.client.ask(
    loanApply,
    { ...agreed, disclosureHash: '1'.repeat(64) },
    requestId,
  );
  expect(other.name).toBe('requestIdReused');
  expect((await anna.client.must(userMulti, {})).line?.heldCentavos).toBe(60_000 * peso);
});

test('twelve concurrent signatures never exceed the credit line', async () => {
  const anna = await app.person({ withCredit: true });
  const quotes = [];
  for (let i = 0; i < 12; i++) quotes.push(await quoteOf(anna));
  const answers = await Promise.all(quotes.map((agreed) => anna.client.ask(loanApply, agreed)));
  // The line for the highest income band is 100,000, and each quote is for 60,000.
  expect(answers.filter((answer) => answer.name === 'success')).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.name))).toEqual(
    new Set(['success', 'lineExceeded']),
  );
});

slow('treats another borrower’s loan and bill as if they did not exist', async () => {
  const anna = await app.person({ withCredit: true });
  const bert = await app.person({ withCredit: true });
  const { loanId } = await arrived(anna, await signed(anna, await addWallet(anna.life)));
  for (const call of [loanDetail, billDetail]) {
    const [foreign, missing] = [
      await bert.client.ask(call, { loanId }),
      await bert.client.ask(call, { loanId: newId(app.clocks.now()) }),
    ];
    expect(foreign).toEqual(missing);
    expect(foreign.name).toBe('loanUnknown');
  }
});
