import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { effortMs } from '#/testing/effort.ts';
import { readSettlementReport } from './settlement-report.ts';

const day = Temporal.PlainDate.from('2026-11-20');
const sample = fs.readFileSync(
  path.join(import.meta.dirname, '../../../docs/operators/settlement-report-sample.csv'),
  'utf8',
);

test('parses the documented sample report, even if a Windows program saved the file', () => {
  const lines = readSettlementReport(sample, day);
  expect(lines).toMatchObject([
    {
      id: 'mv-1',
      kind: 'payoutPaid',
      reference: '019a9f00-0000-7000-8000-000000000001',
      amountCentavos: 5_939_000,
    },
    {
      id: 'mv-2',
      kind: 'paymentReceived',
      reference: null,
      gatewayId: 'pay-9',
      amountCentavos: 125_050,
    },
  ]);
  expect(readSettlementReport(`\uFEFF${sample.replaceAll('\n', '\r\n')}`, day)).toEqual(lines);
  expect(readSettlementReport(sample, day.add({ days: 1 }))).toMatchObject({
    wrong: expect.stringContaining('Line 2: at is not on'),
  });
});

test('rejects a report file of empty lines within two seconds', async () => {
  const read = async () => readSettlementReport(`${'\n'.repeat(100_000)}x`, day);
  const spentMs = await effortMs(async () => {
    expect(await read()).toMatchObject({ wrong: expect.stringContaining('The first line') });
  });
  expect(spentMs).toBeLessThan(2_000);
});
