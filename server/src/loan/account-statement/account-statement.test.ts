// Tests that the statement of account lists every entry once, in order, and that its closing
// balance is today's debt.

import {
  billStatement,
  billStatementFile,
  partsOfLine,
} from '@sandali/contract/accountStatement.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { billList } from '@sandali/contract/loan.ts';
import { dataQuery } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { printPaper } from '#/platform/pdf/paper.ts';
import { textOfPdf } from '#/platform/pdf/testing.ts';
import { newId } from '#/platform/random.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { returnSteps } from '#/testing/returns.ts';
import { accountStatementPaper } from './account-statement-file.ts';

const app = await testApp();
const hands = moneySteps(app);
const { debtor, codeFor, pay, bookPayments, loanOf, widenLine } = hands;
const peso = 100;
type Debtor = Awaited<ReturnType<typeof debtor>>;

async function accountStatementOf(
  { anna: { client } }: Debtor,
  period: { fromOn?: string; toOn?: string } = {},
) {
  return await client.must(billStatement, period as never);
}

/**
 * Checks the statement's totals against its lines, and its closing balance against the bill list.
 */
async function checked(who: Debtor) {
  const statement = await accountStatementOf(who, { fromOn: '2026-11-01' });
  const { totalDue, refundableCentavos } = await who.anna.client.must(billList, {});
  let balance: number = statement.openingCentavos;
  for (const line of statement.lines) {
    balance += line.changeCentavos;
    expect(line.balanceCentavos).toBe(balance);
    expect(line.principalCentavos + line.interestCentavos + line.lateCentavos).toBe(
      line.changeCentavos,
    );
  }
  const { pending } = statement;
  expect(statement.closingCentavos).toBe(balance);
  expect(balance + (pending?.interestCentavos ?? 0) + (pending?.lateCentavos ?? 0)).toBe(
    statement.owedCentavos,
  );
  expect(statement.owedCentavos).toBe(totalDue.owedCentavos);
  expect(statement.keptCentavos).toBe(refundableCentavos);
  return statement;
}

test('a borrower without a loan has an empty statement', async () => {
  const anna = await app.person();
  const { today, lines, firstOn, owedCentavos, fromOn } = await anna.client.must(billStatement, {});
  expect({ today, lines, firstOn, owedCentavos, fromOn }).toEqual({
    today: '2026-11-20',
    lines: [],
    firstOn: null,
    owedCentavos: 0,
    fromOn: '2026-08-21',
  });
});

slow('the booked and pending amounts on a statement add up to the debt on each day', async () => {
  const who = await debtor(8);
  const first = await checked(who);
  expect(first.lines.map((line) => [line.kind, line.changeCentavos, partsOfLine(line)])).toEqual([
    [
      'paidOut',
      60_000 * peso,
      [
        { part: 'sent', amountCentavos: 59_390 * peso },
        { part: 'fees', amountCentavos: 610 * peso },
      ],
    ],
  ]);
  const { bill } = await who.anna.client.must(billDetail, { loanId: who.loanId as never });
  expect(first.lines[0]?.references).toEqual([bill.referenceNo]);
  for (let day = 0; day < 13; day += 1) {
    await app.addDays(1);
    await checked(who);
  }
  // Overdue by 2 days (3 December): only the payout is booked so far.
  const { code } = await codeFor(who.anna, who.loanId, 20_000 * peso);
  await bookPayments(await pay(code, 20_000 * peso));
  const second = await checked(who);
  expect(second.pending).toEqual({ interestCentavos: 0, lateCentavos: 0 });
  expect(second.lines.slice(1).map((line) => [line.kind, partsOfLine(line)])).toEqual([
    [
      'charges',
      [
        { part: 'late', amountCentavos: 20_320 },
        { part: 'interest', amountCentavos: 960 * peso },
      ],
    ],
    [
      'repayment',
      [
        { part: 'paid', amountCentavos: 20_000 * peso },
        { part: 'late', amountCentavos: 20_320 },
        { part: 'interest', amountCentavos: 960 * peso },
        { part: 'principal', amountCentavos: 1_883_680 },
      ],
    ],
  ]);
  await app.addDays(3);
  const third = await checked(who);
  expect(third.pending?.lateCentavos).toBe(205_81);
  const rest = await codeFor(who.anna, who.loanId);
  await bookPayments(await pay(rest.code, (third.owedCentavos ?? 0) + 77));
  const last = await checked(who);
  expect([last.owedCentavos, last.closingCentavos, last.keptCentavos]).toEqual([0, 0, 77]);
  expect(partsOfLine(last.lines.at(-1) as never).at(-1)).toEqual({
    part: 'kept',
    amountCentavos: 77,
  });
});

slow('a statement lists late-reported money and reversed charges under today’s date', async () => {
  const who = await debtor(8);
  await app.addDays(9);
  const early = await codeFor(who.anna, who.loanId, 5_000 * peso);
  const silent = await pay(early.code, 5_000 * peso);
  await app.addDays(6);
  const { code } = await codeFor(who.anna, who.loanId, 1_000 * peso);
  await bookPayments(await pay(code, 1_000 * peso));
  await bookPayments(silent);
  const { lines, today } = await checked(who);
  const back = lines.find((line) => line.kind === 'chargesBack');
  expect(back && partsOfLine(back)[0]?.amountCentavos).toBe(48_99);
  const late = lines.filter((line) => line.countsOn !== line.on);
  expect(late).toHaveLength(2);
  expect(late.every((line) => line.on === today && line.countsOn < today)).toBe(true);
});

slow('a statement balances after a payment to two loans and a reversed payout', async () => {
  const who = await debtor(8);
  await widenLine(who.loanId, 200_000 * peso);
  const secondId = await loanOf(who.anna, who.accountId, 15);
  const { code } = await codeFor(who.anna, who.loanId);
  await bookPayments(await pay(code, 61_000 * peso));
  const statement = await checked(who);
  expect(statement.lines.at(-1)?.references).toHaveLength(2);
  const { id } = await hands.payoutOf(secondId);
  await app.bank.call('/control/reverse', { reference: id });
  await hint(app, 'payout.reversed', id);
  await app.work();
  const { lines, owedCentavos } = await checked(who);
  expect(lines.at(-1)?.kind).toBe('reversed');
  expect(owedCentavos).toBe(0);
});

test('shows staff a statement only for a reason, which the borrower can see', async () => {
  const who = await debtor(8);
  const { ask } = await testOps(app.context).person('finance');
  const { phone } = who.anna.life;
  expect(await ask('ledger statement', { person: phone })).toMatchObject({
    status: 422,
    wrong: expect.stringContaining('needs a reason'),
  });
  const { data } = await ask(
    'ledger statement',
    { person: phone },
    { reason: 'asks about a charge' },
  );
  expect(data).toEqual(await accountStatementOf(who));
  expect((await who.anna.client.must(dataQuery, {})).looks).toMatchObject([
    { role: 'finance', act: 'ledger statement', reason: 'asks about a charge' },
  ]);
  const wrong = { person: phone, fromOn: '2026-12-02', toOn: '2026-12-01' };
  expect(await ask('ledger statement', wrong, { reason: 'asks about a charge' })).toMatchObject({
    status: 422,
  });
});

slow('a period’s statement starts with the earlier balance and omits later entries', async () => {
  const who = await debtor(8);
  const { today } = await accountStatementOf(who);
  await app.addDays(40);
  const { code } = await codeFor(who.anna, who.loanId);
  await bookPayments(await pay(code));
  const then = await accountStatementOf(who, { fromOn: today, toOn: today });
  expect([then.openingCentavos, then.lines.length, then.closingCentavos]).toEqual([
    0,
    1,
    60_000 * peso,
  ]);
  expect([then.pending, then.owedCentavos]).toEqual([null, null]);
  const later = await accountStatementOf(who);
  const after = await accountStatementOf(who, { fromOn: later.today });
  // The opening balance includes the charges of earlier days, although no payment has booked them:
  // interest of 960, and late charges for 31 days.
  expect([
    after.openingCentavos,
    after.lines.map((line) => line.kind),
    after.closingCentavos,
  ]).toEqual([60_960 * peso + Math.floor((60_960 * peso * 31) / 600), ['charges', 'repayment'], 0]);
});

slow.each([
  ['ends after today', { toOn: '2099-01-01' }],
  ['begins after its end', { fromOn: '2026-11-02', toOn: '2026-11-01' }],
  ['is longer than a year', { fromOn: '2025-01-01', toOn: '2026-01-02' }],
])('refuses a statement period that %s', async (_, period) => {
  const { client } = await app.person();
  expect((await client.ask(billStatement, period as never)).name).toBe('periodWrong');
  expect((await client.ask(billStatementFile, period as never)).name).toBe('periodWrong');
});

slow('prints the statement in every language, at most twenty times a day', async () => {
  const who = await debtor(8);
  await app.addDays(14);
  const { code } = await codeFor(who.anna, who.loanId, 20_000 * peso);
  await bookPayments(await pay(code, 20_000 * peso));
  const { client } = who.anna;
  const { lines, owedCentavos } = await accountStatementOf(who);
  const id = newId(app.clocks.wall());
  const file = await client.must(billStatementFile, {}, id);
  expect(file.name).toMatch(/^sandali-statement-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.pdf$/);
  const words = textOfPdf(Buffer.from(file.bytes, 'base64'));
  for (const word of [
    'Loanpaidout',
    'Charges',
    'Yourpayment',
    '+₱60,000.00',
    '−₱20,000.00',
    lines[0]?.references[0] ?? '',
    'Owedtoday',
  ])
    expect(words).toContain(word);
  expect(words).toContain(
    ((owedCentavos ?? 0) / 100).toLocaleString('en', { minimumFractionDigits: 2 }),
  );
  expect((await client.must(billStatementFile, {}, id)).bytes).toBe(file.bytes);
  const statement = await accountStatementOf(who);
  for (const [locale, title] of Object.entries({
    fil: 'Naipadalaangloan',
    vi: 'Đãgiảingânkhoảnvay',
    zh: '放款',
  })) {
    const paper = accountStatementPaper(statement, {
      locale: locale as 'fil',
      name: 'Ligaya',
      lender: 'Sandali',
    });
    const printed = textOfPdf(await printPaper(paper, { lane: 'copy', key: '' }));
    for (const word of [title, '+₱60,000.00', 'Ligaya']) expect(printed).toContain(word);
  }
  for (let n = 0; n < 18; n += 1)
    expect((await client.ask(billStatementFile, {})).name).toBe('success');
  expect((await client.ask(billStatementFile, {})).name).toBe('statementsSpent');
  expect((await client.ask(billStatementFile, {}, id)).name).toBe('statementsSpent');
});

slow('a return reverses all the loan’s charges, so the borrower owes nothing', async () => {
  const who = await debtor(8);
  const { codeToReturn } = returnSteps(app);
  await app.addDays(1);
  const { code: part } = await codeFor(who.anna, who.loanId, 10_000 * peso);
  await bookPayments(await pay(part));
  const { code } = await codeToReturn(who.anna, who.loanId);
  await bookPayments(await pay(code ?? ''));
  const { lines, owedCentavos } = await checked(who);
  expect(lines.map((line) => line.kind)).toContain('returned');
  const returned = lines.find((line) => line.kind === 'returned');
  expect(returned && partsOfLine(returned)).toContainEqual({
    part: 'fees',
    amountCentavos: 610 * peso,
  });
  expect(owedCentavos).toBe(0);
});

slow('a return covered by earlier payments appears as one new allocation', async () => {
  const who = await debtor(8);
  await app.addDays(1);
  const { code } = await codeFor(who.anna, who.loanId, 59_500 * peso);
  await bookPayments(await pay(code));
  expect((await who.anna.client.must(billCancel, { loanId: who.loanId })).outcome).toBe(
    'cooledOff',
  );
  const { lines, keptCentavos, owedCentavos } = await checked(who);
  expect(lines.map((line) => line.kind)).toEqual([
    'paidOut',
    'charges',
    'repayment',
    'shared',
    'returned',
  ]);
  expect({ keptCentavos, owedCentavos }).toEqual({ keptCentavos: 110 * peso, owedCentavos: 0 });
});
