// Tests that all screens, documents and the trial balance show the same figures at each step of
// loans with late reports, reversals and waivers, and that no chained day changes.
import { userInfo } from '@sandali/contract/account.ts';
import { billStatement } from '@sandali/contract/accountStatement.ts';
import type { BillRow } from '@sandali/contract/bill.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { billList, loanApply, loanDetail, productCal } from '@sandali/contract/loan.ts';
import { type Centavos, centavos, formatPesos, sumCentavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { afterEach, expect } from 'vitest';
import type { AccountKind } from '#/ledger/chart.ts';
import { type TrialBalance, trialBalanceOn } from '#/ledger/trial-balance.ts';
import { verifyBooks } from '#/ledger/verify.ts';
import { textOfPdf } from '#/platform/pdf/testing.ts';
import { addWallet } from '#/sandbox/life.ts';
import { testOps } from '#/staff/testing.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { returnSteps } from '#/testing/returns.ts';

const app = await testApp();
const { debtor, loanOf, codeFor, pay, bookPayments, payoutOf, widenLine } = moneySteps(app);
const { codeToReturn } = returnSteps(app);
const ops = testOps(app.context);
const [{ ask }, { ask: askToo }] = [await ops.careful('finance'), await ops.careful('finance')];
const peso = 100;
const start = '2026-11-01';
const { today } = app;
const sumOf = <T>(all: readonly T[], amount: (item: T) => number | null) =>
  sumCentavos(all.map((item) => centavos(amount(item) ?? 0)));

/** Borrowers with open loans. `keptBefore` is the refundable money of all other borrowers. */
const people: Person[] = [];
let keptBefore = 0;
const chained = new Map<string, TrialBalance>();

/**
 * Checks that the bill, its timeline and its receipts show the same payments. The charges so far
 * must equal the paid amount plus the owed amount, less the arrival amount.
 */
async function billAgrees({ client }: Person, { loanId }: BillRow): Promise<Centavos> {
  const [detail, { loans }] = await Promise.all([
    client.must(billDetail, { loanId }),
    client.must(documentList, { loanId }),
  ]);
  const { bill, events, arrivalCentavos, chargesSoFarCentavos } = detail;
  const papers = loans[0]?.documents ?? [];
  const payments = events.filter((event) => event.kind === 'payment');
  const receipts = papers.filter((paper) => paper.kind === 'receipt');
  expect(sumOf(payments, (payment) => payment.amountCentavos)).toBe(bill.paidCentavos);
  // Payments on a reversed loan are refundable, so their receipts belong to no loan.
  expect(sumOf(receipts, (receipt) => receipt.amountCentavos)).toBe(
    bill.state === 'void' ? 0 : bill.paidCentavos,
  );
  expect(papers.some((paper) => paper.kind === 'certificate')).toBe(
    ['repaid', 'cooledOff'].includes(bill.state),
  );
  if (bill.state === 'void') expect(bill.currentDue.owedCentavos).toBe(0);
  else
    expect(bill.paidCentavos + bill.currentDue.owedCentavos - arrivalCentavos).toBe(
      chargesSoFarCentavos,
    );
  return bill.currentDue.owedCentavos;
}

/**
 * Compares all amounts that the app shows a borrower.
 * @returns the borrower's debt and refundable money according to the books
 */
async function agree(who: Person): Promise<{ owed: number; kept: number }> {
  const [list, statement] = await Promise.all([
    who.client.must(billList, {}),
    who.client.must(billStatement, { fromOn: start as never }),
  ]);
  const bills = [...list.open, ...list.settled];
  const { others } = await who.client.must(documentList, {});
  const ofNoLoan = others.flatMap(({ kind, amountCentavos }) =>
    kind === 'receipt' ? [amountCentavos] : [],
  );
  const ofVoid = bills.flatMap(({ state, paidCentavos }) =>
    state === 'void' ? [paidCentavos] : [],
  );
  expect(sumOf(ofNoLoan, (amount) => amount)).toBeGreaterThanOrEqual(
    sumOf(ofVoid, (amount) => amount),
  );
  const dues = await Promise.all(bills.map((bill) => billAgrees(who, bill)));
  expect(sumCentavos(dues)).toBe(list.totalDue.owedCentavos);
  expect(bills.map((bill) => bill.currentDue.owedCentavos)).toEqual(dues);
  const { closingCentavos: owed, pending, keptCentavos: kept } = statement;
  expect(owed + (pending?.interestCentavos ?? 0) + (pending?.lateCentavos ?? 0)).toBe(
    list.totalDue.owedCentavos,
  );
  expect(statement.owedCentavos).toBe(list.totalDue.owedCentavos);
  expect(kept).toBe(list.refundableCentavos);
  const { client } = who;
  const { userGid } = await client.must(userInfo, {});
  const receipts = await app.db
    .selectFrom('receipts')
    .select('amount_centavos')
    .where('borrower_id', '=', userGid)
    .execute();
  const onBills = sumOf(
    bills.filter((bill) => bill.state !== 'void'),
    (bill) => bill.paidCentavos,
  );
  expect(sumOf(receipts, (receipt) => Number(receipt.amount_centavos))).toBe(onBills + kept);
  return { owed, kept };
}

/** Checks that today's trial balance equals the sum of all borrowers' statements. */
async function booksAgree(): Promise<void> {
  const each = await Promise.all(people.map(agree));
  const balance = await trialBalanceOn(app.db, today(), 'booked');
  const closing = (...kinds: AccountKind[]) =>
    balance.accounts
      .filter((account) => kinds.includes(account.kind))
      .reduce((sum, account) => sum + account.closingCentavos, 0n);
  expect(balance.accounts.reduce((sum, account) => sum + account.closingCentavos, 0n)).toBe(0n);
  expect(closing('loan.principal', 'loan.interest', 'loan.late')).toBe(
    BigInt(each.reduce((sum, person) => sum + person.owed, 0)),
  );
  expect(closing('borrower.refundable')).toBe(
    -BigInt(each.reduce((sum, person) => sum + person.kept, keptBefore)),
  );
}

/** Moves the clock forward by some days, lets the worker chain them, and compares all figures. */
async function days(count: number): Promise<void> {
  await app.addDays(count);
  await app.work();
  const yesterday = today().subtract({ days: 1 });
  const balance = await trialBalanceOn(app.db, yesterday, 'booked');
  expect(balance.isChained).toBe(true);
  chained.set(yesterday.toString(), balance);
  await booksAgree();
}

async function debtorOf(termDays: number) {
  const who = await debtor(termDays);
  people.push(who.anna);
  return who;
}

/**
 * Creates a person with a paid-out loan of ₱60,000 for 8 days that used a welcome or campaign
 * coupon.
 */
async function withCoupon(campaign?: { kind: 'interest' | 'serviceFee'; amountCentavos: number }) {
  const anna = await app.person({ withCredit: true });
  people.push(anna);
  const accountId = (await addWallet(anna.life)) as never;
  if (campaign) {
    const grant = {
      ...campaign,
      people: [anna.life.phone],
      campaign: 'pasko-2026',
      minimumLoanCentavos: 0,
      startsOn: null,
    };
    await ask(
      'coupon grant',
      { ...grant, endsOn: today().add({ days: 90 }).toString() },
      { reason: 'a test' },
    );
  }
  const { userGid } = await anna.client.must(userInfo, {});
  const { discountInfoList } = await anna.client.must(voucherList, { userGid });
  const voucherId =
    discountInfoList.find((listed) => listed.campaign === (campaign ? 'campaign' : 'welcome'))
      ?.voucherId ?? null;
  const wish = {
    amountCentavos: centavos(60_000 * peso),
    termDays: 8,
    channel: 'wallet',
    accountId,
    voucherId,
  } as const;
  const { quoteId, disclosureHash, facts } = await anna.client.must(productCal, wish);
  // A campaign coupon on interest deducts at most the interest of ₱960.
  expect(facts.couponCentavos).toBe(
    campaign ? Math.min(campaign.amountCentavos, 960 * peso) : 200 * peso,
  );
  const agreed = agreedTo({ quoteId, disclosureHash });
  const { loanId } = await anna.client.must(loanApply, { ...agreed, password: anna.life.password });
  await app.until(
    'the payout',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'success',
  );
  const coupon = async () =>
    (await anna.client.must(voucherList, { userGid })).discountInfoList.find(
      (listed) => listed.voucherId === voucherId,
    );
  return { anna, loanId, facts, coupon };
}

async function payNow(who: Person, loanId: string, amountCentavos?: number): Promise<void> {
  const { code } = await codeFor(who, loanId, amountCentavos);
  await bookPayments(await pay(code));
}

/** Checks that the loan's certificate states the total paid. */
async function certified({ client }: Person, loanId: string, paidCentavos: number): Promise<void> {
  const { bytes } = await client.must(documentGet, {
    kind: 'certificate',
    loanId: loanId as never,
  });
  expect(textOfPdf(Buffer.from(bytes, 'base64'))).toContain(formatPesos(centavos(paidCentavos)));
}

const billOf = async ({ client }: Person, loanId: string) =>
  (await client.must(billDetail, { loanId: loanId as never })).bill;

afterEach(async () => {
  await booksAgree();
  expect((await verifyBooks(app.db, null)).broken).toBeNull();
  for (const [day, before] of chained)
    expect(await trialBalanceOn(app.db, Temporal.PlainDate.from(day), 'booked')).toEqual(before);
  for (const { owed, kept } of await Promise.all(people.splice(0).map(agree))) {
    expect(owed).toBe(0);
    keptBefore += kept;
  }
});

slow('figures agree after a fee coupon and payments before and after the due date', async () => {
  const { anna, loanId, facts, coupon } = await withCoupon();
  expect(facts.arrivalCentavos).toBe(59_590 * peso);
  await days(3);
  await payNow(anna, loanId, 20_000 * peso);
  await days(2);
  const { lastFreeDay } = await billOf(anna, loanId);
  await days(today().until(Temporal.PlainDate.from(lastFreeDay)).days + 4);
  await payNow(anna, loanId, 10_000 * peso);
  await days(3);
  // Interest: 360.00 on day 3, then 40,360 · 5/500. Overdue: floor((4 · 40,763.60 + 3 · 31,035.35)
  // / 600) = 426.93, of which 271.75 were paid.
  const { currentDue } = await billOf(anna, loanId);
  expect(currentDue.owedCentavos).toBe(3_119_053);
  await payNow(anna, loanId);
  expect(await billOf(anna, loanId)).toMatchObject({ state: 'repaid', paidCentavos: 6_119_053 });
  await certified(anna, loanId, 6_119_053);
  expect(await coupon()).toMatchObject({ useStatus: '1', isSetAside: false });
});

slow('figures agree after an interest coupon and an early payoff', async () => {
  const { anna, loanId, facts } = await withCoupon({
    kind: 'interest',
    amountCentavos: 500 * peso,
  });
  expect([facts.arrivalCentavos, facts.repayCentavos]).toEqual([59_390 * peso, 60_460 * peso]);
  await days(4);
  expect((await billOf(anna, loanId)).currentDue.owedCentavos).toBe(60_000 * peso);
  await days(1);
  await payNow(anna, loanId);
  expect((await billOf(anna, loanId)).paidCentavos).toBe(60_100 * peso);
  await certified(anna, loanId, 60_100 * peso);
});

slow('figures agree after the borrower pays part of a return and then abandons it', async () => {
  const { anna, loanId, coupon } = await withCoupon({
    kind: 'interest',
    amountCentavos: 1_500 * peso,
  });
  const { code } = await codeToReturn(anna, loanId);
  await bookPayments(await pay(code, 30_000 * peso));
  await days(16);
  expect((await billOf(anna, loanId)).state).toBe('overdue');
  await payNow(anna, loanId);
  expect((await billOf(anna, loanId)).state).toBe('repaid');
  expect(await coupon()).toMatchObject({ useStatus: '1' });
});

slow(
  'figures agree after two payments are reported later than a newer, chained payment',
  async () => {
    const { anna, loanId } = await debtorOf(15);
    const { code } = await codeFor(anna, loanId);
    await days(2);
    const first = await pay(code, 30_000 * peso);
    await days(4);
    await payNow(anna, loanId, 5_000.55 * peso);
    await days(9);
    const second = await pay(code, 10_000 * peso);
    await days(8);
    await payNow(anna, loanId, 1_000 * peso);
    await days(1);
    await bookPayments(second);
    await days(1);
    await bookPayments(first);
    await days(1);
    await payNow(anna, loanId);
    expect((await billOf(anna, loanId)).state).toBe('repaid');
  },
);

slow('figures agree after a payout is reversed while another bill is open', async () => {
  const { anna, accountId, loanId: first } = await debtorOf(8);
  await widenLine(first, 200_000 * peso);
  const second = await loanOf(anna, accountId, 15);
  const { code } = await codeFor(anna, first);
  await days(1);
  const silent = await pay(code, 7_000 * peso);
  await payNow(anna, first, 20_000 * peso);
  await days(14);
  const { id } = await payoutOf(first);
  await app.bank.call('/control/reverse', { reference: id });
  await hint(app, 'payout.reversed', id);
  await app.until('the reversal', async () => (await payoutOf(first)).state === 'reversed');
  expect(await agree(anna)).toMatchObject({ kept: 20_000 * peso });
  await days(1);
  await bookPayments(silent);
  // Payments on a reversed loan are refundable, whether reported before or after the reversal.
  expect((await billOf(anna, second)).paidCentavos).toBe(0);
  expect(await agree(anna)).toMatchObject({ kept: 27_000 * peso });
  await payNow(anna, second);
});

slow('figures agree if a timely return is reported after the overdue bill is paid', async () => {
  const { anna, loanId, coupon, facts } = await withCoupon();
  await widenLine(loanId, 200_000 * peso);
  const { accountId } = (await anna.client.must(loanDetail, { loanId })).receiver as {
    accountId: string;
  };
  const second = await loanOf(anna, accountId, 15);
  const { code } = await codeToReturn(anna, loanId);
  const silent = await pay(code);
  await days(13);
  await payNow(anna, loanId, 40_000 * peso);
  await days(2);
  await bookPayments(silent);
  expect(await billOf(anna, loanId)).toMatchObject({
    state: 'cooledOff',
    paidCentavos: facts.arrivalCentavos,
  });
  expect(await coupon()).toMatchObject({ loanId: null });
  expect(await agree(anna)).toMatchObject({ kept: 40_000 * peso });
  expect((await anna.client.must(billCancel, { loanId })).outcome).toBe('cooledOff');
  await days(1);
  await payNow(anna, second);
});

slow('figures agree after two waivers, a late report and a correction of interest', async () => {
  const { anna, loanId } = await debtorOf(15);
  const { code } = await codeFor(anna, loanId);
  await days(6);
  const silent = await pay(code, 10_000 * peso);
  const { referenceNo: reference } = await billOf(anna, loanId);
  const askTwice = async (command: string, input: object) => {
    for (const askAs of [ask, askToo])
      expect((await askAs(command, { reference, ...input }, { reason: 'a test' })).wrong).toBe('');
  };
  await askTwice('bill adjust', { part: 'interest', amountCentavos: 100 * peso });
  await days(20);
  await askTwice('bill waive', {});
  await booksAgree();
  await days(2);
  await payNow(anna, loanId, 20_000 * peso);
  await days(1);
  await bookPayments(silent);
  await days(3);
  await askTwice('bill waive', { amountCentavos: 30 * peso });
  await days(1);
  await payNow(anna, loanId);
  const { state, paidCentavos } = await billOf(anna, loanId);
  expect(state).toBe('repaid');
  await certified(anna, loanId, paidCentavos);
});

slow('figures agree if a late report makes bills use less of a newer payment', async () => {
  const { anna, accountId, loanId: first } = await debtorOf(15);
  await widenLine(first, 200_000 * peso);
  const { code } = await codeFor(anna, first);
  await days(1);
  const second = await loanOf(anna, accountId, 8);
  const silent = await pay(code, 30_000 * peso);
  await days(3);
  const third = await loanOf(anna, accountId, 15);
  await days(2);
  await bookPayments(await pay(code, 150_000 * peso));
  await booksAgree();
  await days(12);
  await bookPayments(silent);
  await days(1);
  for (const loanId of [second, third])
    if ((await billOf(anna, loanId)).currentDue.owedCentavos > 0) await payNow(anna, loanId);
  expect((await agree(anna)).owed).toBe(0);
});
