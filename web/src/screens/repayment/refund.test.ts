import { centavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { refundables, refunds } from '#stories/repayment/refund.fixtures.ts';
import { readAmount, refundForm, sceneOf, spanOf, startOf } from './refundForm.ts';

const peso = 100;

test('a refund is limited by the refundable amount and by the account’s channel', () => {
  const { some, held } = refundables;
  expect(spanOf(some, some.accounts[0])).toEqual({ least: peso, most: 1_120_50 });
  expect(spanOf(held, held.accounts[0])).toEqual({ least: peso, most: 50_000 * peso });
  expect(spanOf(some, undefined)).toEqual({ least: 1, most: 1_120_50 });
});

test('parses the amount typed for a refund, or reports its problem', () => {
  const span = { least: centavos(peso), most: centavos(1_120_50) };
  expect(readAmount('1,120.50', span)).toEqual({ amountCentavos: 1_120_50 });
  expect(readAmount('₱ 5', span)).toEqual({ amountCentavos: 500 });
  expect(readAmount('', span)).toEqual({ problem: 'empty' });
  expect(readAmount('1.234', span)).toEqual({ problem: 'ambiguous' });
  expect(readAmount('0.99', span)).toEqual({ problem: 'small' });
  expect(readAmount('1,120.51', span)).toEqual({ problem: 'large' });
});

test('a refund defaults to the whole amount and the first account that can be paid', () => {
  const start = startOf(refundables.held);
  expect(start).toEqual({ account: refundables.held.accounts[0]?.accountId, amount: '50,000' });
  expect(v.parse(refundForm(refundables.held), start)).toEqual({
    accountId: start.account,
    amountCentavos: 50_000 * peso,
  });
  const wrong = (values: object) =>
    v
      .safeParse(refundForm(refundables.held), { ...start, ...values })
      .issues?.map(({ message }) => message);
  expect(wrong({ amount: '50,000.01' })).toEqual(['large']);
  expect(
    v.is(refundForm(refundables.held), {
      ...start,
      account: refundables.held.accounts[1]?.accountId,
    }),
  ).toBe(false);
});

test('/refund shows a refund in transit, but a finished one only if the address names it', () => {
  const { some } = refundables;
  const none = { ...some, refundableCentavos: centavos(0) };
  expect(sceneOf(some, null)).toBe('form');
  expect(sceneOf({ ...some, refund: refunds.ordered }, null)).toBe('result');
  expect(sceneOf({ ...some, refund: refunds.failed }, null)).toBe('form');
  expect(sceneOf({ ...some, refund: refunds.failed }, refunds.failed.refundId)).toBe('result');
  expect(sceneOf({ ...none, refund: refunds.paid }, 'another')).toBe('nothing');
  expect(sceneOf(refundables.tooLittle, null)).toBe('tooLittle');
  expect(sceneOf({ ...refundables.tooLittle, refundableCentavos: centavos(1_00) }, null)).toBe(
    'form',
  );
});
