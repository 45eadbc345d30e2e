import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fakeServer } from './server.testing.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-banks-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const { state, says, type } = fakeServer();

test('ops bank import sends a list with its gateway and day, and prints the changes', async () => {
  const file = path.join(folder, 'list.csv');
  fs.writeFileSync(file, 'name,instapayCode\nA1,ABC');
  const list = ['--gateway', 'xendit', '--dated', '2026-11-20', '--reason', 'of November'];
  says({
    gateway: 'xendit',
    version: 2,
    dated: '2026-11-20',
    added: ['rcbc'],
    changed: [],
    gone: ['pnb', 'bpi'],
    unchanged: 3,
    notOffered: [],
    notTaken: ['Bank of Somewhere'],
  });
  expect((await type(['bank', 'import', file, ...list])).printed.split('\n')).toEqual([
    'Version 2 of the banks of xendit, as of 2026-11-20, is in force.',
    'Added: rcbc',
    'Changed: none',
    'Gone, and no longer payable: pnb, bpi',
    'Unchanged: 3',
    'On the list, but not offered by us: none',
    'On the list, but not payable because of unusable codes: Bank of Somewhere',
  ]);
  const input = { gateway: 'xendit', dated: '2026-11-20', text: 'name,instapayCode\nA1,ABC' };
  expect(state.requests.map(({ body }) => body)).toEqual([{ input, reason: 'of November' }]);
  expect(
    await type(['bank', 'import', file, '--gateway', 'xendit', '--reason', 'why']),
  ).toMatchObject({
    exitCode: 2,
    complained: expect.stringContaining('--dated is missing: the day of the list'),
  });
  expect(await type(['bank', 'import', `${file}x`, ...list])).toMatchObject({
    exitCode: 1,
    complained: `${file}x cannot be read.`,
  });
  fs.writeFileSync(file, Buffer.from([0xff, 0xfe, 0x41]));
  expect(await type(['bank', 'import', file, ...list])).toMatchObject({
    exitCode: 1,
    complained: `${file} is not UTF-8 text.`,
  });
});

test('ops bank list prints a gateway’s banks', async () => {
  const banks = [
    { id: 'bdo', name: 'BDO', instapay: { code: 'ABC', mostCentavos: 5_000_000 }, pesonet: null },
  ];
  says({ gateway: 'xendit', list: null, banks });
  expect((await type(['bank', 'list'])).printed.split('\n')).toEqual([
    'id   name  InstaPay  InstaPay at most  PESONet  PESONet at most',
    'bdo  BDO   ABC             ₱50,000.00  –        –',
    'No list of xendit was imported; these are the confirmed codes of this release.',
  ]);
});
