import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { holidayAdd } from './commands/holiday-add.ts';
import { holidayList } from './commands/holiday-list.ts';
import { NotHere } from './input.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-holidays-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('a file is sent as it is; one that is not there or no JSON is said so', () => {
  const file = path.join(folder, 'eid.json');
  fs.writeFileSync(file, '{"proclamation":"P 1","days":[]}');
  expect(holidayAdd.input({ words: [file], options: {} })).toEqual({ proclamation: 'P 1', days: [] });
  fs.writeFileSync(file, 'no json');
  expect(() => holidayAdd.input({ words: [file], options: {} })).toThrow(new NotHere(`${file} is no JSON.`));
  expect(() => holidayAdd.input({ words: [`${file}x`], options: {} })).toThrow(new NotHere(`${file}x cannot be read.`));
  expect(holidayAdd.input({ words: [], options: {} })).toBe(null);
});

test('what was added, and how many bills it moves', () => {
  expect(holidayAdd.show({ proclamation: 'P 1', days: 1, bills: 3, charged: 1 })).toEqual({
    line: 'P 1: 1 day added. Open bills whose last free day moves: 3. Bills that get a late charge back: 1.',
  });
});

test('the list of a year', () => {
  expect(holidayList.input({ words: ['2027'], options: {} })).toEqual({ year: 2027 });
  expect(holidayList.input({ words: ['27'], options: {} })).toBe(null);
  expect(holidayList.show({ year: '2027', holidays: [] })).toMatchObject({ line: 'No holiday of 2027 is known yet.' });
  const one = { on: '2027-01-01', kind: 'regular', name: 'New Year’s Day', source: 'P 1', addedBy: 'ana' };
  expect(holidayList.show({ year: '2027', holidays: [one] }).rows?.[1]).toEqual(['2027-01-01', 'regular', 'New Year’s Day', 'P 1', 'ana']);
});
