import { expect, test } from 'vitest';
import { type Column, csvOf, shortPesos, shortShare, textOf } from './columns.ts';

type Row = { day: string; amount: number | null; share: number | null };
const columns: Column<Row>[] = [
  { name: 'Day', as: 'text', of: ({ day }) => day },
  { name: 'Written off, net', as: 'money', of: ({ amount }) => amount },
  { name: 'Share', as: 'share', of: ({ share }) => share },
];

test('a CSV has pesos and percent to the centavo, and empty fields for no value', () => {
  const rows = [
    { day: '2026-11-20', amount: -5, share: 0 },
    { day: '2026-11-21', amount: 123_456_789_01, share: 1234 },
    { day: 'the "last"', amount: null, share: null },
  ];
  expect(csvOf(columns, rows)).toBe(
    'Day,"Written off, net (PHP)",Share (%)\r\n' +
      '2026-11-20,-0.05,0.00\r\n2026-11-21,123456789.01,12.34\r\n"the ""last""",,\r\n',
  );
});

test.each([
  ['money', -150_000, '−₱1,500.00'],
  ['share', 5, '0.05%'],
  ['count', 1_234_567, '1,234,567'],
  ['text', '2026-11', '2026-11'],
  ['share', null, '–'],
] as const)('a table shows the %s %s as %s', (as, value, text) => {
  expect(textOf(as, value)).toBe(text);
});

test('an axis shortens amounts and shares', () => {
  expect([1_234_567_00, 45_000_00].map(shortPesos)).toEqual(['₱1.2M', '₱45K']);
  expect([2500, 1234].map(shortShare)).toEqual(['25%', '12.34%']);
});
