import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { geographyFiles, newestEdition } from './geography.ts';

const folder = path.join(import.meta.dirname, '../server/src/data/geography');
const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');

test('the committed geography tables are up to date', () => {
  const differing = Object.entries(geographyFiles()).filter(
    ([file, content]) => read(file) !== content,
  );
  expect(
    differing.map(([file]) => file),
    'run: npm run geography',
  ).toEqual([]);
});

test('the README names the edition of the geography tables', () => {
  expect(read('README.md')).toContain(`edition ${newestEdition()}`);
});

test('the geography tables stay under 1.5 MB', () => {
  const bytes = Object.values(geographyFiles()).reduce(
    (sum, content) => sum + Buffer.byteLength(content),
    0,
  );
  expect(bytes).toBeLessThan(1_500_000);
});
