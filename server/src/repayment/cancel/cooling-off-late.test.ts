// Return payments that are reported late or out of order, and payouts that the bank reverses after
// a return.

import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { isAtLength } from '#/testing/effort.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { returnSteps } from '#/testing/returns.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, billRow, payoutOf } = moneySteps(app);
const { earned, detail, refundable, codeToReturn, toMidnightAfter, toMorning, expectReturned } =
  returnSteps(app);
const peso = 100;

slow('reverses late charges if a return payment made in time is reported late', async () => {
  const before = await earned();
  const { anna, loanId } = await debtor(8);
  const { code } = await codeToReturn(anna, loanId);
  const payment = await pay(code);
  await app.addDays(25);
  // A partial payment in the meantime makes the server post interest and late charges.
  const { code: partCode } = await codeFor(anna, loanId, 2_000 * peso);
  await bookPayments(await pay(partCode));
  expect((await earned())[1]).toBeLessThan(before[1] ?? 0n);
  expect((await detail(anna, loanId)).bill.state).toBe('overdue');
  await bookPayments(payment);
  await expectReturned(anna, loanId, before);
  expect(await refundable(anna)).toBe(2_000 * peso);
});

test('makes a payoff refundable if an earlier return payment is reported after it', async () => {
  const before = await earned();
  const { anna, loanId } = await debtor(8);
  const { code } = await codeToReturn(anna, loanId);
  const payment = await pay(code);
  const { endsOn } = (await detail(anna, loanId)).coolingOff as { endsOn: string };
  await toMidnightAfter(endsOn);
  const { code: full } = await codeFor(anna, loanId);
  const paid = (await detail(anna, loanId)).bill.currentDue.owedCentavos;
  await bookPayments(await pay(full));
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid' });
  await bookPayments(payment);
  await expectReturned(anna, loanId, before);
  expect(await refundable(anna)).toBe(paid);
});

slow('makes a return payment refundable if the bank reverses the payout', async () => {
  const before = await earned();
  const { anna, loanId } = await debtor(8);
  const { code } = await codeToReturn(anna, loanId);
  await bookPayments(await pay(code));
  const { id } = await payoutOf(loanId);
  await app.bank.call('/control/reverse', { reference: id });
  await hint(app, 'payout.reversed', id);
  await app.until('the reversal', async () => (await billRow(loanId)).settled_as === 'void');
  expect(await refundable(anna)).toBe(59_390 * peso);
  expect(await earned()).toEqual(before);
  expect((await detail(anna, loanId)).bill).toMatchObject({
    state: 'void',
    currentDue: { owedCentavos: 0 },
  });
});

slow(
  'returns a loan no matter in which order its three payments are reported',
  async () => {
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ] as const;
    for (const order of isAtLength ? orders : orders.slice(1, 4)) {
      const before = await earned();
      const { anna, loanId } = await debtor(8);
      const { code } = await codeToReturn(anna, loanId);
      const { endsOn } = (await detail(anna, loanId)).coolingOff as { endsOn: string };
      const payments = [await pay(code), await pay(code, 20_000 * peso)];
      await toMidnightAfter(endsOn);
      payments.push(await pay(code, 10_000 * peso));
      for (const nth of order) await bookPayments(payments[nth] as string);
      await expectReturned(anna, loanId, before);
      expect({ order, refundable: await refundable(anna) }).toEqual({
        order,
        refundable: 30_000 * peso,
      });
      await toMorning();
    }
  },
  30_000,
);

slow('extends the deadline of a requested return if a holiday is proclaimed', async () => {
  const before = await earned();
  const { anna, loanId } = await debtor(8);
  const { code } = await codeToReturn(anna, loanId);
  const { endsOn } = (await detail(anna, loanId)).coolingOff as { endsOn: string };
  const { ask } = await testOps(app.context).person('finance');
  const days = [{ on: endsOn, kind: 'special', name: 'Special day' }];
  const added = await ask(
    'holiday add',
    { file: { proclamation: 'Proclamation 1200 s.2026', days } },
    { reason: 'it was proclaimed' },
  );
  expect(added.status).toBe(200);
  await toMidnightAfter(endsOn);
  await toMorning();
  await app.work();
  const { coolingOff, events } = await detail(anna, loanId);
  expect(coolingOff).toMatchObject({ isAsked: true, amountCentavos: 59_390 * peso });
  expect(coolingOff?.endsOn && coolingOff.endsOn > endsOn).toBe(true);
  expect(events.map((event) => event.kind)).not.toContain('returnLapsed');
  await bookPayments(await pay(code));
  await expectReturned(anna, loanId, before);
  expect((await billRow(loanId)).return_ends_on?.toString()).toBe(coolingOff?.endsOn);
});
