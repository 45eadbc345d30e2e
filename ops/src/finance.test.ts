// Tests finance's commands for days, reconciliation and the journal, and their output.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { fakeServer } from './server.testing.ts';

const { state, says, type } = fakeServer();

test('ops day status lists closed days, and exits with 1 if a day is not yet closed', async () => {
  const day = {
    day: '2026-11-19',
    state: 'chained',
    blocks: ['its report figures are not written yet', '1 open break'],
    closedAt: '2026-11-19T16:00:05Z',
    entries: 2,
    interestCentavos: 12_000,
    lateCentavos: 0,
    billsDue: 1,
    billsOverdue: 3,
    codesEnded: 4,
  };
  const days = [{ ...day, remindersSent: 5, remindersMissed: 0 }];
  says({ alarm: 'ok', days });
  expect(await type(['day', 'status'])).toMatchObject({
    exitCode: 0,
    printed: expect.stringMatching(
      /2026-11-19 +chained +its report figures are not written yet; 1 open break +2026-11-20 00:00 +2 +₱120.00 +₱0.00 +1 +3 +4 +5 +0\nEvery past day/,
    ),
  });
  says({ alarm: '2026-11-20 has been waiting to close since t', days: [] });
  expect(await type(['day', 'status'])).toMatchObject({
    exitCode: 1,
    printed: expect.stringContaining('2026-11-20 has been waiting to close since t.'),
  });
  expect(await type(['day', 'close'])).toMatchObject({ exitCode: 2 });
  says({ transactions: 1, last: day.day, alarm: 'ok' });
  expect(await type(['day', 'close', '--reason', 'the worker was off'])).toMatchObject({
    exitCode: 0,
    printed: 'Days are closed up to 2026-11-19.',
  });
});

test('ops reconcile day prints both totals, and exits with 1 if a break is open', async () => {
  const sums = {
    bankCentavos: 500,
    booksCentavos: 700,
    explainedCentavos: 200,
    unexplainedCentavos: 0,
  };
  const day = { day: '2026-11-19', lines: 3, source: 'gateway', openBreaks: 0, ...sums };
  says({ isRead: true, ...day });
  expect(await type(['reconcile', 'day', '2026-11-19'])).toMatchObject({
    exitCode: 0,
    printed: expect.stringMatching(
      /2026-11-19 +₱5.00 +₱7.00 +₱2.00 +₱0.00 +0\n3 lines, read from the gateway\./,
    ),
  });
  expect(state.requests.at(-1)?.body).toEqual({ input: { day: '2026-11-19' } });
  says({ isRead: true, ...day, openBreaks: 2 });
  expect((await type(['reconcile', 'day'])).exitCode).toBe(1);
  says({ isRead: false, ...day });
  expect(await type(['reconcile', 'day'])).toMatchObject({
    exitCode: 1,
    printed: expect.stringContaining('gave no settlement report'),
  });
  expect((await type(['reconcile', 'day', 'yesterday'])).exitCode).toBe(2);
});

test('ops reconcile lists and shows breaks, and proposes to settle a break', async () => {
  const one = {
    id: 'b1',
    kind: 'missingAtBank',
    movement: 'payoutPaid',
    subject: 'p1',
    bankCentavos: null,
    bankOn: null,
    currency: null,
  };
  const row = { ...one, booksCentavos: -500, booksOn: '2026-11-19', ageDays: 3, proposedBy: null };
  says({ alarm: '1 break is open, the oldest of 2026-11-19', breaks: [row] });
  expect(await type(['reconcile', 'breaks'])).toMatchObject({
    exitCode: 1,
    printed: expect.stringMatching(/b1 +missingAtBank .* 3/),
  });
  says({ alarm: 'ok', breaks: [] });
  expect(await type(['reconcile', 'breaks'])).toMatchObject({
    exitCode: 0,
    printed: expect.stringContaining('agree'),
  });
  says({ break: { ...row, decision: { proposedBy: 'ana' } } });
  expect((await type(['reconcile', 'show', 'b1'])).printed).toMatch(
    /books +−₱5\.00\n.*proposed by +ana/s,
  );
  expect((await type(['reconcile', 'settle', 'b1'])).exitCode).toBe(2);
  says({ outcome: 'proposed' });
  expect((await type(['reconcile', 'settle', 'b1', '--reason', 'letter'])).printed).toContain(
    'another person',
  );
});

test('ops reconcile sends a settlement report, and reports a missing file', async () => {
  const file = path.join(
    fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-settlement-report-')),
    's.csv',
  );
  fs.writeFileSync(file, 'id\n');
  const sums = { bankCentavos: 0, booksCentavos: 0, explainedCentavos: 0, unexplainedCentavos: 0 };
  says({
    found: 1,
    matched: 0,
    asked: 0,
    day: '2026-11-19',
    lines: 0,
    source: 'file',
    openBreaks: 1,
    ...sums,
  });
  const words = ['reconcile', 'import', file, '--day', '2026-11-19', '--reason', 'by mail'];
  expect(await type(words)).toMatchObject({
    exitCode: 1,
    printed: expect.stringContaining('read from the file. 1 new break.'),
  });
  expect(state.requests.at(-1)?.body).toMatchObject({ input: { day: '2026-11-19', text: 'id\n' } });
  fs.rmSync(path.dirname(file), { recursive: true });
  expect(await type(words)).toMatchObject({
    exitCode: 1,
    complained: expect.stringContaining('cannot be read'),
  });
});

test('ops journal export writes only to a new file, and removes a partial file', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-journal-'));
  const file = path.join(folder, 'j.csv');
  const words = ['journal', 'export', '2026-11-01', '2026-11-30', '--out', file];
  says('a,b');
  const printed = `${file}: ${JSON.stringify(state.answer.body).length} bytes.`;
  expect(await type(words)).toMatchObject({ exitCode: 0, printed });
  expect(fs.readFileSync(file, 'utf8')).toBe(JSON.stringify(state.answer.body));
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(await type(words)).toMatchObject({
    exitCode: 1,
    complained: expect.stringContaining('exists already'),
  });
  state.isCutOff = true;
  expect(await type([...words.slice(0, -1), `${file}2`])).toMatchObject({
    exitCode: 1,
    complained: expect.stringContaining('cut off'),
  });
  expect(fs.readdirSync(folder)).toEqual(['j.csv']);
  fs.rmSync(folder, { recursive: true });
  expect((await type(['journal', 'export', '2026-11-01', '--out', file])).exitCode).toBe(2);
});
