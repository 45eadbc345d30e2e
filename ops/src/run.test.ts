import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allCommands } from './all.ts';
import { opsUrl } from './port.ts';
import { run } from './run.ts';
import { plain, table } from './table.ts';

type Asked = { url: string | undefined; headers: http.IncomingHttpHeaders; body: unknown };
let asked: Asked[];
let answer: { status: number; body: unknown };
const server = http.createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request);
  asked.push({ url: request.url, headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
  response.writeHead(answer.status).end(JSON.stringify(answer.body));
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  answer = { status: 200, body: { data: {} } };
});

async function type(args: string[], more: { key?: null; url?: string } = {}) {
  const printed: string[] = [];
  const complained: string[] = [];
  const exitCode = await run(args, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'k',
    keyFile: 'data/keys/ops.key',
    user: 'ana',
    print: (line) => printed.push(line),
    complain: (line) => complained.push(line),
    ...more,
  });
  return { exitCode, printed: printed.join('\n'), complained: complained.join('\n') };
}

test('a change is sent with key, person and reason', async () => {
  answer.body = { data: { name: 'announcement', value: 'Hello' } };
  expect(await type(['config', 'set', 'announcement', 'Hello', '--reason', 'trying'])).toEqual({
    exitCode: 0,
    printed: 'announcement is now "Hello"',
    complained: '',
  });
  expect(asked).toMatchObject([
    {
      url: '/ops/config/set',
      headers: { authorization: 'Bearer k', 'x-ops-user': 'ana' },
      body: { input: { name: 'announcement', text: 'Hello' }, reason: 'trying' },
    },
  ]);
});

test.each([
  ['no reason', ['config', 'set', 'announcement', 'x'], 'A change needs a reason'],
  ['too few words', ['config', 'set', 'announcement', '--reason', 'why'], 'Usage: npm run ops -- config set'],
  ['too many words', ['config', 'get', 'a', 'b'], 'Usage: npm run ops -- config get'],
  ['an unknown option', ['config', 'list', '--loud'], "Unknown option '--loud'"],
  ['an unknown command', ['config', 'drop'], 'There is no command "config drop".'],
  ['a limit that is none', ['audit', 'list', '--limit', '0'], 'Usage: npm run ops -- audit list'],
])('%s: exit code 2, and nothing is asked', async (_, args, words) => {
  const typed = await type(args);
  expect([typed.exitCode, asked]).toEqual([2, []]);
  expect(typed.complained).toContain(words);
});

test('what the server declines is told in its words, with exit code 1', async () => {
  answer = { status: 422, body: { wrong: 'smsSwitch cannot be "perhaps".' } };
  expect(await type(['config', 'set', 'smsSwitch', 'perhaps', '--reason', 'why not'])).toMatchObject({
    exitCode: 1,
    complained: 'smsSwitch cannot be "perhaps".',
  });
});

test('no server, no key, or another key: exit code 3', async () => {
  expect(await type(['config', 'list'], { url: 'http://127.0.0.1:1' })).toMatchObject({ exitCode: 3 });
  expect(await type(['config', 'list'], { key: null })).toMatchObject({
    exitCode: 3,
    complained: expect.stringContaining('data/keys/ops.key'),
  });
  answer = { status: 401, body: { wrong: 'no' } };
  expect(await type(['config', 'list'])).toMatchObject({ exitCode: 3 });
});

test('books that do not hold end with exit code 1', async () => {
  answer.body = { data: { breaks: [] } };
  expect(await type(['ledger', 'check'])).toMatchObject({ exitCode: 0, printed: 'The books hold.' });
  answer.body = { data: { breaks: [{ invariant: 'I1', subject: 'ledger', detail: '5' }] } };
  expect(await type(['ledger', 'check'])).toMatchObject({ exitCode: 1 });
});

test('a table or JSON', async () => {
  answer.body = {
    data: {
      accounts: [
        { kind: 'gateway.float', balanceCentavos: -5 },
        { kind: 'suspense', balanceCentavos: 5 },
      ],
    },
  };
  expect((await type(['ledger', 'trial-balance'])).printed).toBe(
    'account        balance\ngateway.float  −₱0.05\nsuspense       ₱0.05\nsum            ₱0.00',
  );
  expect(JSON.parse((await type(['ledger', 'trial-balance', '--json'])).printed)).toEqual((answer.body as { data: unknown }).data);
});

test('nothing a terminal would act on is printed', async () => {
  answer.body = { data: { name: 'x', value: '\u001b[2Jgone\u202e' } };
  const { printed } = await type(['config', 'set', 'x', 'y', '--reason', 'why']);
  expect(printed).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const listed = { rows: [{ detail: '\u202e\u0085' }] };
  answer.body = { data: listed };
  const json = (await type(['audit', 'list', '--json'])).printed;
  expect(json).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(JSON.parse(json)).toEqual(listed);
  expect(plain('a\u001b[31mred\u0007\u202e')).toBe('a\\u{1b}[31mred\\u{7}\\u{202e}');
  expect(table([['a'], ['\u009b1m']])).toBe('a\n\\u{9b}1m');
});

test('help names every command, and every example fits its own usage', async () => {
  const { printed, exitCode } = await type(['help']);
  expect(exitCode).toBe(0);
  for (const command of allCommands) {
    expect(printed).toContain(command.name);
    expect((await type(['help', ...command.name.split(' ')])).printed).toContain(command.about);
    for (const example of command.examples) {
      const words = (example.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
      expect(await type(words, { url: 'http://127.0.0.1:1' }), example).toMatchObject({ exitCode: 3 });
    }
  }
});

test('the ports are those of the server, and wrong ones are named', () => {
  expect(opsUrl({})).toEqual({ url: 'http://127.0.0.1:8082' });
  expect(opsUrl({ PORT: '9180', OPS_PORT: '' })).toEqual({ url: 'http://127.0.0.1:9182' });
  expect(opsUrl({ PORT: '9180', OPS_PORT: '9300' })).toEqual({ url: 'http://127.0.0.1:9300' });
  expect(opsUrl({ PORT: 'abc' })).toEqual({ wrong: 'PORT must be a whole number from 1 to 65535, not "abc".' });
  expect(opsUrl({ OPS_PORT: '99999' })).toEqual({ wrong: 'OPS_PORT must be a whole number from 1 to 65535, not "99999".' });
});
