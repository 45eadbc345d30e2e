// Tests the commands for screening lists and decisions, and their output.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fakeServer } from './server.testing.ts';

const { state, says, type } = fakeServer();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ops-screening-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('importing a screening list sends its file unchanged', async () => {
  const file = path.join(folder, 'list.jsonl');
  fs.writeFileSync(file, '{"list":"sanctions"}\n{"name":"Kathang Isip Ñuñez"}\n');
  says({
    list: 'sanctions',
    version: 2,
    lines: 1,
    source: 'Invented',
    date: '2026-11-01',
    replaces: 1,
  });
  expect(
    await type(['screening', 'import', file, '--list', 'sanctions', '--reason', 'of November']),
  ).toMatchObject({
    exitCode: 0,
    printed:
      'sanctions version 2 is now in use: 1 lines of Invented, 2026-11-01, replacing version 1.',
  });
  expect(state.requests).toMatchObject([
    {
      url: '/ops/screening/import',
      body: {
        input: { list: 'sanctions', text: fs.readFileSync(file, 'utf8') },
        reason: 'of November',
      },
    },
  ]);
});

test('importing a screening list exits with 1 if its file is missing or not UTF-8', async () => {
  const file = path.join(folder, 'latin.jsonl');
  fs.writeFileSync(file, Buffer.from('{"name":"Pe\xf1a"}', 'latin1'));
  const options = ['--list', 'blocklist', '--reason', 'why'];
  expect(await type(['screening', 'import', file, ...options])).toMatchObject({
    exitCode: 1,
    complained: `${file} is not UTF-8 text.`,
  });
  expect(await type(['screening', 'import', `${file}.none`, ...options])).toMatchObject({
    exitCode: 1,
    complained: expect.stringContaining('cannot be read'),
  });
  expect(
    await type(['screening', 'import', file, '--list', 'greylist', '--reason', 'why']),
  ).toMatchObject({ exitCode: 2 });
  expect(state.requests).toEqual([]);
});

test('ops screening list exits with 1 if a required list is missing', async () => {
  const lists = [
    { list: 'blocklist', version: null },
    { list: 'sanctions', version: null },
  ];
  says({ lists, isNeeded: false });
  expect(await type(['screening', 'list'])).toMatchObject({ exitCode: 0 });
  says({ lists, isNeeded: true });
  expect(await type(['screening', 'list'])).toMatchObject({
    exitCode: 1,
    printed: expect.stringContaining('There is no sanctions list'),
  });
  says({
    versions: [
      {
        version: 1,
        source: 'Invented',
        date: '2026-11-01',
        lines: 3,
        fileHash: 'ab',
        importedAt: 't',
        importedBy: 'ana',
      },
    ],
  });
  expect((await type(['screening', 'show', 'sanctions'])).printed).toContain('Invented');
});

test('ops review why explains a decision rule by rule, and names the next commands', async () => {
  says({
    application: 'a1',
    person: 'p1',
    number: 1,
    submittedAt: 't',
    decisions: [
      {
        number: 1,
        outcome: 'manual',
        decidedAt: '2026-11-24T02:00:00Z',
        decidedBy: 'review engine',
        limitCentavos: null,
        reasonGroup: null,
        resubmitOn: null,
        rulesVersion: '2026-11',
        inputsHash: 'abcd',
        screened: { blocklist: null, sanctions: 3 },
        findings: [
          {
            words: 'needs a reviewer: the ID number of one other person',
            listed: ['sanctions version 3, line 12, by name'],
            others: ['a2'],
          },
        ],
      },
    ],
  });
  const { printed } = await type(['review', 'why', 'a1', '--reveal', '--reason', 'ticket 77']);
  expect(state.requests[0]).toMatchObject({
    url: '/ops/review/why',
    body: { input: { application: 'a1' }, reason: 'ticket 77', reveal: true },
  });
  for (const line of [
    'needs a reviewer: the ID number of one other person',
    'see application     a2',
    'line 12, by name',
    'rules 2026-11',
    'blocklist none, sanctions version 3',
  ])
    expect(printed).toContain(line);
});
