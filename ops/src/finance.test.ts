// What finance types for days, reconciliation and the journal, and how the answers are shown.
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { run } from './run.ts';
import { noFiles } from './testing.ts';

let asked: unknown[];
let answer: { data: unknown };
const server = http.createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request);
  asked.push(JSON.parse(Buffer.concat(chunks).toString()));
  response.writeHead(200).end(JSON.stringify(answer));
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  answer = { data: {} };
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
