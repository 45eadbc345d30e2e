import { expect, test } from 'vitest';
import { type Column, csvOf } from './columns.ts';

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
