import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { capacityRows } from './capacity.ts';

test('the table of docs/operators/scale.md is what the calculator prints', () => {
  const page = fs.readFileSync(
    new URL('../../../docs/operators/scale.md', import.meta.url),
    'utf8',
  );
  const columns = [10_000, 100_000, 1_000_000, 10_000_000].map(capacityRows);
  for (const { need } of capacityRows(1)) {
    const amounts = columns.map((rows) => rows.find((row) => row.need === need)?.amount);
    expect(page).toContain(`| ${need} | ${amounts.join(' | ')} |`);
  }
});
