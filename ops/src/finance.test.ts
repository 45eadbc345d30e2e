// What finance types for days, reconciliation and the journal, and how the answers are shown.
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { run } from './run.ts';
import { noFiles } from './testing.ts';

let asked: unknown[];
let answer: { data: unknown };
let isCutOff = false;
const server = http.createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request);
  asked.push(JSON.parse(Buffer.concat(chunks).toString()));
  if (isCutOff) response.writeHead(200).write('half', () => response.destroy());
  else response.writeHead(200).end(JSON.stringify(answer));
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  answer = { data: {} };
  isCutOff = false;
});

async function type(args: string[]) {
  const [printed, complained]: [string[], string[]] = [[], []];
  const exitCode = await run(args, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: { key: 'k' },
    user: 'ana',
    now: () => Temporal.Instant.from('2026-12-01T00:00:00Z'),
    temporary: noFiles,
    print: (line) => printed.push(line),
    complain: (line) => complained.push(line),
  });
  return { exitCode, printed: printed.join('\n'), complained: complained.join('\n') };
}

test('days that are closed, and one that waits ends with exit code 1', async () => {
  const day = {
    day: '2026-11-19',
    closedAt: 't',
    entries: 2,
    interestCentavos: 12_000,
    lateCentavos: 0,
    billsDue: 1,
    billsOverdue: 3,
    codesEnded: 4,
  };
  const days = [{ ...day, remindersTold: 5, remindersUntold: 0 }];
  answer = { data: { alarm: 'ok', days } };
  expect(await type(['day', 'status'])).toMatchObject({
    exitCode: 0,
    printed: expect.stringMatching(/2026-11-19 +t +2 +₱120.00 +₱0.00 +1 +3 +4 +5 +0\nEvery day/),
  });
  answer = { data: { alarm: '2026-11-20 is not closed since t', days: [] } };
  expect(await type(['day', 'status'])).toMatchObject({
    exitCode: 1,
    printed: expect.stringContaining('2026-11-20 is not closed since t.'),
  });
  expect(await type(['day', 'close'])).toMatchObject({ exitCode: 2 });
  answer = { data: { transactions: 1, last: days[0], alarm: 'ok' } };
  expect(await type(['day', 'close', '--reason', 'the worker was off'])).toMatchObject({
    exitCode: 0,
    printed: 'Days are closed up to 2026-11-19.',
  });
});

test('a day that is reconciled: both sides, and exit code 1 while a break is open or nothing was read', async () => {
  const sums = { bankCentavos: 500, booksCentavos: 700, explainedCentavos: 200, unexplainedCentavos: 0 };
  const day = { day: '2026-11-19', lines: 3, source: 'gateway', openBreaks: 0, ...sums };
  answer = { data: { isRead: true, ...day } };
  expect(await type(['reconcile', 'day', '2026-11-19'])).toMatchObject({
    exitCode: 0,
    printed: expect.stringMatching(/2026-11-19 +₱5.00 +₱7.00 +₱2.00 +₱0.00 +0\n3 lines, read from the gateway\./),
  });
  expect(asked.at(-1)).toEqual({ input: { day: '2026-11-19' } });
  answer = { data: { isRead: true, ...day, openBreaks: 2 } };
  expect((await type(['reconcile', 'day'])).exitCode).toBe(1);
  answer = { data: { isRead: false, ...day } };
  expect(await type(['reconcile', 'day'])).toMatchObject({ exitCode: 1, printed: expect.stringContaining('did not tell') });
  expect((await type(['reconcile', 'day', 'yesterday'])).exitCode).toBe(2);
});

test('breaks are listed, shown and settled', async () => {
  const one = { id: 'b1', kind: 'missingAtBank', movement: 'payoutPaid', subject: 'p1', bank: null, bankOn: null, currency: null };
  const row = { ...one, books: '−₱5.00', booksOn: '2026-11-19', ageDays: 3, proposedBy: null };
  answer = { data: { alarm: '1 break is open, the oldest of 2026-11-19', breaks: [row] } };
  expect(await type(['reconcile', 'breaks'])).toMatchObject({ exitCode: 1, printed: expect.stringMatching(/b1 +missingAtBank .* 3/) });
  answer = { data: { alarm: 'ok', breaks: [] } };
  expect(await type(['reconcile', 'breaks'])).toMatchObject({ exitCode: 0, printed: expect.stringContaining('agree') });
  answer = { data: { break: { ...row, said: { proposedBy: 'ana' } } } };
  expect((await type(['reconcile', 'show', 'b1'])).printed).toMatch(/said +\{"proposedBy":"ana"\}/);
  expect((await type(['reconcile', 'settle', 'b1'])).exitCode).toBe(2);
  answer = { data: { outcome: 'proposed' } };
  expect((await type(['reconcile', 'settle', 'b1', '--reason', 'letter'])).printed).toContain('another person');
});

test('a statement file is sent as it is; one that is not there is said', async () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-statement-')), 's.csv');
  fs.writeFileSync(file, 'id\n');
  const sums = { bankCentavos: 0, booksCentavos: 0, explainedCentavos: 0, unexplainedCentavos: 0 };
  answer = { data: { found: 1, matched: 0, asked: 0, day: '2026-11-19', lines: 0, source: 'file', openBreaks: 1, ...sums } };
  const words = ['reconcile', 'import', file, '--day', '2026-11-19', '--reason', 'by mail'];
  expect(await type(words)).toMatchObject({ exitCode: 1, printed: expect.stringContaining('read from the file. 1 new break.') });
  expect(asked.at(-1)).toMatchObject({ input: { day: '2026-11-19', text: 'id\n' } });
  fs.rmSync(path.dirname(file), { recursive: true });
  expect(await type(words)).toMatchObject({ exitCode: 1, complained: expect.stringContaining('cannot be read') });
});

test('the journal is written to a new file as it comes; one that is there stays, and one that is cut off is gone', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-journal-'));
  const file = path.join(folder, 'j.csv');
  const words = ['journal', 'export', '2026-11-01', '2026-11-30', '--out', file];
  answer = { data: 'a,b' };
  const printed = `${file}: ${JSON.stringify(answer).length} bytes.`;
  expect(await type(words)).toMatchObject({ exitCode: 0, printed });
  expect(fs.readFileSync(file, 'utf8')).toBe(JSON.stringify(answer));
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(await type(words)).toMatchObject({ exitCode: 1, complained: expect.stringContaining('is there already') });
  isCutOff = true;
  expect(await type([...words.slice(0, -1), `${file}2`])).toMatchObject({ exitCode: 1, complained: expect.stringContaining('cut off') });
  expect(fs.readdirSync(folder)).toEqual(['j.csv']);
  fs.rmSync(folder, { recursive: true });
  expect((await type(['journal', 'export', '2026-11-01', '--out', file])).exitCode).toBe(2);
});
