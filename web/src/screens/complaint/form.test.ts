import { asDay } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { readForm, startForm, wordKinds } from './form.ts';

const today = asDay('2026-11-22');
const paid = { ...startForm('paymentNotShown', null), channel: 'sevenEleven', paidOn: '2026-11-20', amount: '1,500.50' } as const;

test('the address says what the form is about, and nothing else is taken from it', () => {
  expect(startForm('transferReceipt', 'abc')).toMatchObject({ kind: 'transferReceipt', loanId: 'abc', channel: 'offlineTransfer' });
  expect(startForm('<b>', null)).toMatchObject({ kind: '', loanId: '', channel: '' });
});

test('a payment is told with where, when and how much; its first gap is named', () => {
  expect(readForm(paid, today)).toEqual({
    input: {
      kind: 'paymentNotShown',
      loanId: null,
      payment: { channel: 'sevenEleven', paidOn: '2026-11-20', amountCentavos: 150_050, reference: null },
      words: null,
    },
  });
  expect(readForm({ ...paid, channel: 'elsewhere' }, today)).toMatchObject({ input: { payment: { channel: null } } });
  expect(readForm({ ...paid, channel: '' }, today)).toEqual({ wrong: 'channel' });
  expect(readForm({ ...paid, paidOn: '2026-11-23' }, today)).toEqual({ wrong: 'paidOn' });
  expect(readForm({ ...paid, paidOn: '' }, today)).toEqual({ wrong: 'paidOn' });
  for (const amount of ['', 'abc', '0']) expect(readForm({ ...paid, amount }, today)).toEqual({ wrong: 'amount' });
});

test('everything else is told in words', () => {
  expect(readForm(startForm(null, null), today)).toEqual({ wrong: 'kind' });
  for (const kind of wordKinds) {
    expect(readForm({ ...startForm(kind, null), words: '  ' }, today)).toEqual({ wrong: 'words' });
    expect(readForm({ ...startForm(kind, null), words: ' Bakit? ' }, today)).toEqual({
      input: { kind, loanId: null, payment: null, words: 'Bakit?' },
    });
  }
});
