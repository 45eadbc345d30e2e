import { asDay } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  complaintForm,
  initialComplaint,
  knownOfBill,
  knownOfCode,
  stillToFill,
  wordKinds,
} from './complaintForm.ts';

type Known = Parameters<typeof knownOfBill>[0];
const form = complaintForm(asDay('2026-11-22'));
const paid = {
  ...initialComplaint('paymentNotShown', null),
  channel: 'sevenEleven',
  paidOn: '2026-11-20',
  amount: '1,500.50',
} as const;
const wrong = (values: object) =>
  v.safeParse(form, values).issues?.map(({ path, message }) => [path?.[0]?.key, message]);

test('a complaint form reads a known kind and a loan from its address', () => {
  expect(initialComplaint('transferReceipt', 'abc')).toMatchObject({
    kind: 'transferReceipt',
    loanId: 'abc',
    channel: 'offlineTransfer',
  });
  expect(initialComplaint('<b>', null)).toMatchObject({ kind: '', loanId: '', channel: '' });
});

test('a complaint form fills in a payment code’s facts and a transfer’s reference', () => {
  const today = asDay('2026-11-22');
  const amountCentavos = centavos(6_180_050);
  const bill = {
    state: 'upcoming',
    currentDue: { owedCentavos: amountCentavos, on: today },
    nextDue: null,
  } as const;
  const transfer = {
    channel: 'offlineTransfer',
    amountCentavos: null,
    code: 'TR-7KQ2-M4XX',
    bill,
  } as const;
  const start = (kind: string, code: Parameters<typeof knownOfCode>[0]) =>
    initialComplaint(kind, 'abc', knownOfCode(code, today));
  expect(v.parse(form, start('transferReceipt', transfer))).toEqual({
    kind: 'transferReceipt',
    loanId: 'abc',
    payment: {
      channel: 'offlineTransfer',
      paidOn: today,
      amountCentavos,
      reference: 'TR-7KQ2-M4XX',
    },
    words: null,
  });
  const counter = start('paymentNotShown', { ...transfer, channel: 'sevenEleven' });
  expect(counter).toMatchObject({
    channel: 'sevenEleven',
    amount: '',
    reference: '',
    paidOn: today,
  });
  expect(start('paymentNotShown', { ...transfer, amountCentavos })).toMatchObject({
    amount: '61,800.50',
  });
});

test('without a chosen code, a complaint form uses the bill’s open code or the amount owed', () => {
  const today = asDay('2026-11-22');
  const currentDue = { owedCentavos: centavos(6_180_050), on: today };
  const bill = {
    currentDue,
    nextDue: { owedCentavos: centavos(6_190_000), on: asDay('2026-12-05') },
    promised: null,
  } as Known['bill'];
  const code = {
    channel: 'sevenEleven',
    amountCentavos: centavos(5_000_000),
    code: '1234',
  } as Known['openCode'];
  const start = (known: Known, kind = 'paymentNotShown') =>
    initialComplaint(kind, 'abc', knownOfBill(known));
  expect(start({ bill, openCode: code, today })).toMatchObject({
    channel: 'sevenEleven',
    amount: '50,000',
    reference: '',
    paidOn: today,
  });
  expect(start({ bill, openCode: null, today })).toMatchObject({
    channel: '',
    amount: '61,800.50',
    paidOn: today,
    loanId: 'abc',
  });
  const ofPlan = { ...bill, promised: { on: today, amountCentavos: centavos(2_032_000) } };
  expect(start({ bill: ofPlan, openCode: null, today })).toMatchObject({ amount: '20,320' });
  const repaid = { ...bill, nextDue: null, currentDue: { owedCentavos: centavos(0), on: today } };
  expect(start({ bill: repaid, openCode: null, today }).amount).toBe('');
  const transfer = {
    ...code,
    channel: 'offlineTransfer',
    amountCentavos: null,
    code: 'TR-7KQ2-M4XX',
  } as Known['openCode'];
  expect(start({ bill, openCode: transfer, today }, 'transferReceipt')).toMatchObject({
    amount: '61,800.50',
    reference: 'TR-7KQ2-M4XX',
  });
});

test('choosing another bill keeps typed values and replaces prefilled values', () => {
  const empty = initialComplaint('paymentNotShown', '');
  const first = { ...empty, amount: '100', paidOn: '2026-11-22', channel: 'gcash' };
  expect(stillToFill({ ...empty, amount: '77' }, first, {})).toEqual({
    channel: 'gcash',
    paidOn: '2026-11-22',
    reference: '',
  });
  const typed = { ...first, paidOn: '2026-11-20' };
  expect(stillToFill(typed, { ...empty, amount: '200' }, first)).toEqual({
    amount: '200',
    channel: '',
    reference: '',
  });
});

test('a complaint about a payment requires its channel, day and amount', () => {
  expect(v.parse(form, paid)).toEqual({
    kind: 'paymentNotShown',
    loanId: null,
    payment: {
      channel: 'sevenEleven',
      paidOn: '2026-11-20',
      amountCentavos: 150_050,
      reference: null,
    },
    words: null,
  });
  expect(v.parse(form, { ...paid, channel: 'elsewhere' })).toMatchObject({
    payment: { channel: null },
  });
  expect(wrong({ ...paid, channel: '' })).toEqual([['channel', 'cases.wrong.channel']]);
  for (const paidOn of ['2026-11-23', ''])
    expect(wrong({ ...paid, paidOn })).toEqual([['paidOn', 'cases.wrong.paidOn']]);
  for (const amount of ['', 'abc', '0'])
    expect(wrong({ ...paid, amount })).toEqual([['amount', 'cases.wrong.amount']]);
});

test('a complaint that is not about a payment requires only a description', () => {
  expect(wrong(initialComplaint(null, null))).toEqual([['kind', 'cases.wrong.kind']]);
  for (const kind of wordKinds) {
    expect(wrong({ ...initialComplaint(kind, null), words: '  ' })).toEqual([
      ['words', 'cases.wrong.words'],
    ]);
    expect(v.parse(form, { ...initialComplaint(kind, null), words: ' Bakit? ' })).toEqual({
      kind,
      loanId: null,
      payment: null,
      words: 'Bakit?',
    });
  }
});

test('a complaint’s texts are checked without invisible characters and never truncated', () => {
  expect(v.parse(form, { ...paid, reference: '\u200b AB\t1 ', words: '\u200b' })).toMatchObject({
    payment: { reference: 'AB 1' },
    words: null,
  });
  const inWords = { ...initialComplaint('charges', null), words: '\u200b\ufeff' };
  expect(wrong(inWords)).toEqual([['words', 'cases.wrong.words']]);
  expect(wrong({ ...inWords, words: 'x'.repeat(1001) })).toEqual([['words', 'cases.wrong.long']]);
  expect(wrong({ ...paid, reference: 'x'.repeat(61) })).toEqual([
    ['reference', 'cases.wrong.long'],
  ]);
});
