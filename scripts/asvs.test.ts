// Checks that docs/developers/asvs.md lists each level 1 and level 2 requirement of ASVS once, and
// names only tests that exist.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const page = fs.readFileSync(path.join(root, 'docs/developers/asvs.md'), 'utf8');
const entries = page.split(/^- (?=\*\*\d)/m).slice(1);
const rows = entries.map((entry) => {
  const [, numbers = '', how = ''] = /^\*\*([\d.,\s]+)\*\* ([\s\S]*?)(?=\n\n|$)/.exec(entry) ?? [];
  const files = [...how.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(
    ([, file = '']) => file,
  );
  return { numbers: numbers.split(/,\s+/), how, files };
});

/** The sections of ASVS 5.0.0, each with its number of level 1 and level 2 requirements. */
const sections = `1.1 2, 1.2 9, 1.3 11, 1.4 3, 1.5 2, 2.1 3, 2.2 3, 2.3 4, 2.4 1, 3.2 2, 3.3 4, 3.4 6, 3.5 5,
  3.7 2, 4.1 3, 4.2 1, 4.3 2, 4.4 4, 5.1 1, 5.2 3, 5.3 2, 5.4 3, 6.1 3, 6.2 12, 6.3 4, 6.4 4,
  6.5 5, 6.6 3, 6.8 4, 7.1 3, 7.2 4, 7.3 2, 7.4 5, 7.5 2, 7.6 2, 8.1 2, 8.2 3, 8.3 1, 8.4 1,
  9.1 3, 9.2 4, 10.1 2, 10.2 2, 10.3 4, 10.4 11, 10.5 5, 10.6 2, 10.7 3, 11.1 2, 11.2 3, 11.3 3,
  11.4 4, 11.5 1, 11.6 1, 12.1 3, 12.2 2, 12.3 4, 13.1 1, 13.2 5, 13.3 2, 13.4 5, 14.1 2, 14.2 4,
  14.3 3, 15.1 3, 15.2 3, 15.3 7, 16.1 1, 16.2 5, 16.3 4, 16.4 3, 16.5 3, 17.1 1, 17.2 4, 17.3 2`;
const wanted = sections.split(',').flatMap((entry) => {
  const [section, count] = entry.trim().split(' ');
  return Array.from({ length: Number(count) }, (_, nth) => `${section}.${nth + 1}`);
});

test('asvs.md lists every level 1 and level 2 requirement exactly once', () => {
  expect(wanted).toHaveLength(253);
  expect(rows.flatMap(({ numbers }) => numbers).sort()).toEqual(wanted.sort());
});

test.each(rows)('asvs.md names existing tests for $numbers', ({ how, files }) => {
  if (!how.startsWith('Not here: ')) expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(fs.existsSync(path.join(root, file)), file).toBe(true);
});
