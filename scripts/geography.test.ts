import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { geographyFiles, newestEdition } from './geography.ts';

const folder = path.join(import.meta.dirname, '../server/src/data/geography');
const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');

test('the checked-in geography is what the script writes', () => {
  const differing = Object.entries(geographyFiles()).filter(
    ([file, content]) => read(file) !== content,
  );
  expect(
    differing.map(([file]) => file),
    'run: npm run geography',
  ).toEqual([]);
});

test('the README names the edition that the tables come from', () => {
  expect(read('README.md')).toContain(`edition ${newestEdition()}`);
});

test('the tables stay small', () => {
  const bytes = Object.values(geographyFiles()).reduce(
    (sum, content) => sum + Buffer.byteLength(content),
    0,
  );
  expect(bytes).toBeLessThan(1_500_000);
});
