// The commands about screening lists and reviews, as they are typed and shown.
import * as fs from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { run } from './run.ts';
import { noFiles } from './testing.ts';

let asked: { url: string | undefined; body: unknown }[];
let data: unknown;
const server = http.createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request);
  asked.push({ url: request.url, body: JSON.parse(Buffer.concat(chunks).toString()) });
  response.writeHead(200).end(JSON.stringify({ data }));
});
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ops-screening-'));
beforeAll(() => new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready)));
afterAll(() => {
  server.close();
  fs.rmSync(folder, { recursive: true });
});
beforeEach(() => {
  asked = [];
});

async function type(...args: string[]) {
  const [printed, complained] = [[] as string[], [] as string[]];
  const exitCode = await run(args, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: { key: 'k' },
    user: 'ana',
    temporary: noFiles,
    now: () => Temporal.Instant.from('2026-12-01T00:00:00Z'),
    print: (line) => printed.push(line),
    complain: (line) => complained.push(line),
  });
  return { exitCode, printed: printed.join('\n'), complained: complained.join('\n') };
}

test('a list is sent as its file is', async () => {
  const file = path.join(folder, 'list.jsonl');
  fs.writeFileSync(file, '{"list":"sanctions"}\n{"name":"Kathang Isip Ñuñez"}\n');
  data = { list: 'sanctions', version: 2, lines: 1, source: 'Invented', date: '2026-11-01', replaces: 1 };
  expect(await type('screening', 'import', file, '--list', 'sanctions', '--reason', 'of November')).toMatchObject({
    exitCode: 0,
    printed: 'sanctions version 2 is in force: 1 lines of Invented, 2026-11-01, in the place of version 1.',
  });
  expect(asked).toEqual([
    { url: '/ops/screening/import', body: { input: { list: 'sanctions', text: fs.readFileSync(file, 'utf8') }, reason: 'of November' } },
  ]);
});

test('a file that is not there or no UTF-8 is not sent: exit code 1', async () => {
  const file = path.join(folder, 'latin.jsonl');
  fs.writeFileSync(file, Buffer.from('{"name":"Pe\xf1a"}', 'latin1'));
  const why = ['--list', 'blocklist', '--reason', 'why'];
  expect(await type('screening', 'import', file, ...why)).toMatchObject({ exitCode: 1, complained: `${file} is no text in UTF-8.` });
  expect(await type('screening', 'import', `${file}.none`, ...why)).toMatchObject({
    exitCode: 1,
    complained: expect.stringContaining('cannot be read'),
  });
  expect(await type('screening', 'import', file, '--list', 'greylist', '--reason', 'why')).toMatchObject({ exitCode: 2 });
  expect(asked).toEqual([]);
});

test('a list that is needed and missing ends with exit code 1', async () => {
  const lists = [
    { list: 'blocklist', version: null },
    { list: 'sanctions', version: null },
  ];
  data = { lists, isNeeded: false };
  expect(await type('screening', 'list')).toMatchObject({ exitCode: 0 });
  data = { lists, isNeeded: true };
  expect(await type('screening', 'list')).toMatchObject({ exitCode: 1, printed: expect.stringContaining('There is no sanctions list') });
  data = {
    versions: [{ version: 1, source: 'Invented', date: '2026-11-01', lines: 3, fileHash: 'ab', importedAt: 't', importedBy: 'ana' }],
  };
  expect((await type('screening', 'show', 'sanctions')).printed).toContain('Invented');
});

test('why an application was decided: every rule in words, and where else to look', async () => {
  data = {
    application: 'a1',
    person: 'p1',
    number: 1,
    submittedAt: 't',
    decisions: [
      {
        number: 1,
        outcome: 'manual',
        decidedAt: 't',
        decidedBy: 'review engine',
        limitCentavos: null,
        reasonGroup: null,
        resubmitOn: null,
        rulesVersion: '2026-11',
        inputsHash: 'abcd',
        screened: { blocklist: null, sanctions: 3 },
        findings: [
          { words: 'asks a person: the ID number of one other person', listed: ['sanctions version 3, line 12, by name'], others: ['a2'] },
        ],
      },
    ],
  };
  const { printed } = await type('review', 'why', 'a1', '--reveal', '--reason', 'ticket 77');
  expect(asked[0]).toEqual({ url: '/ops/review/why', body: { input: { application: 'a1' }, reason: 'ticket 77', reveal: true } });
  for (const line of [
    'asks a person: the ID number of one other person',
    'see application     a2',
    'line 12, by name',
    'rules 2026-11',
    'blocklist none, sanctions version 3',
  ])
    expect(printed).toContain(line);
});
