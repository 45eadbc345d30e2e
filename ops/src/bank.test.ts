import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bankImport } from './commands/bank-import.ts';
import { bankList } from './commands/bank-list.ts';
import { NotHere } from './input.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-banks-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('a list is sent as it is, with its gateway and day', () => {
  const file = path.join(folder, 'list.csv');
  fs.writeFileSync(file, 'name,instapayCode\nA1,ABC');
  const options = { gateway: 'xendit', dated: '2026-11-20' };
  expect(bankImport.input({ words: [file], options })).toEqual({ ...options, text: 'name,instapayCode\nA1,ABC' });
  expect(bankImport.input({ words: [file], options: { gateway: 'xendit' } })).toBe(null);
  expect(() => bankImport.input({ words: [`${file}x`], options })).toThrow(new NotHere(`${file}x cannot be read.`));
  fs.writeFileSync(file, Buffer.from([0xff, 0xfe, 0x41]));
  expect(() => bankImport.input({ words: [file], options })).toThrow(new NotHere(`${file} is no text in UTF-8.`));
});

test('what a list changed, and what is in force', () => {
  const came = {
    gateway: 'xendit',
    version: 2,
    dated: '2026-11-20',
    added: ['rcbc'],
    changed: [],
    gone: ['pnb', 'bpi'],
    unchanged: 3,
    notOffered: [],
    notTaken: ['Bank of Somewhere'],
  };
  expect(bankImport.show(came).lines).toEqual([
    'Version 2 of the banks of xendit, as of 2026-11-20, is in force.',
    'Added: rcbc',
    'Changed: none',
    'Gone, and not payable now: pnb, bpi',
    'Unchanged: 3',
    'On the list, and not offered by us: none',
    'On the list by codes that are not taken, and not payable: Bank of Somewhere',
  ]);
  const banks = [{ id: 'bdo', name: 'BDO', instapay: { code: 'ABC', most: '₱50,000.00' }, pesonet: null }];
  expect(bankList.show({ gateway: 'xendit', list: null, banks })).toEqual({
    rows: [
      ['id', 'name', 'InstaPay', 'at most', 'PESONet', 'at most'],
      ['bdo', 'BDO', 'ABC', '₱50,000.00', null, null],
    ],
    line: 'No list of xendit was imported; these are the confirmed codes of this release.',
  });
});
