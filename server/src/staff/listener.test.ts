import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { afterAll, expect, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { command, staffRoles } from '#/commands/command.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import { manualPace } from '#/platform/clock.ts';
import { createLog } from '#/platform/log.ts';
import { testContext } from '#/testing/context.ts';
import { openOpsKey } from './key.ts';
import { opsListener } from './listener.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'ops-'));
afterAll(() => fs.rmSync(dataDir, { recursive: true }));
const { app: context, clocks } = await testContext({ log: createLog('silent') });
const key = openOpsKey(dataDir);
const pace = manualPace();
const app = opsListener({
  context,
  key,
  pace,
  worker: { lastLookMs: () => 0, steps: () => [] },
  commands: allCommands,
});

async function act(command: string, body: unknown, more: { key?: string; user?: string } = {}) {
  const text = JSON.stringify(body);
  const answer = await app.request(`/ops/${command}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${more.key ?? key.text}`,
      'content-length': String(Buffer.byteLength(text)),
      'x-ops-user': more.user ?? 'ana',
    },
    body: text,
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { data?: Record<string, unknown>; wrong?: string },
  };
}
const trail = async (subject: string) =>
  (await act('audit/list', { input: { subject }, reason: 'looking' })).body.data?.rows as {
    who: string;
    act: string;
    reason: string;
    detail: unknown;
  }[];

test('config set changes a setting and records who changed it and why', async () => {
  const before = await context.settings.shown();
  expect(before.reviewMinutesMax).toBe(5);
  const set = await act('config/set', {
    input: { name: 'reviewMinutesMax', text: '9' },
    reason: 'holiday',
  });
  const shown = { lines: ['reviewMinutesMax is now 9'], isWell: true };
  const data = { name: 'reviewMinutesMax', from: 5, to: 9, outcome: 'set', id: null };
  expect(set).toEqual({ status: 200, body: { data, shown } });
  expect((await context.settings.shown()).reviewMinutesMax).toBe(9);
  const got = await act('config/get', { input: { name: 'reviewMinutesMax' } });
  expect(got.body.data).toMatchObject({
    setting: { value: 9, isDefault: false, changedBy: 'local:ana' },
  });
  expect(await trail('reviewMinutesMax')).toMatchObject([
    { who: 'local:ana', act: 'ops config get', reason: null },
    { who: 'local:ana', act: 'ops config set', reason: 'holiday', detail: { from: '5', to: '9' } },
  ]);
});

test('config set parses values that are not text as pesos or JSON', async () => {
  for (const [name, text, value] of [
    ['smsSwitch', 'false', false],
    ['dailyBudgetCentavos', '100000', 100_000],
    ['dailyBudgetCentavos', '₱999.50', 99_950],
    ['minVersion', '{"web":"1.2","native":"0"}', { web: '1.2', native: '0' }],
  ] as const) {
    const set = await act('config/set', { input: { name, text }, reason: 'trying' });
    expect(set.body.data).toMatchObject({ name, to: value, outcome: 'set' });
    expect((await context.settings.all())[name]).toEqual(value);
  }
  const listed = (await act('config/list', {})).body.data?.settings as {
    name: string;
    value: unknown;
  }[];
  expect(listed.find((row) => row.name === 'smsSwitch')).toMatchObject({
    value: false,
    isDefault: false,
  });
});

test.each([
  [
    'an unknown setting',
    'config/set',
    { input: { name: 'nothing', text: '1' }, reason: 'why not' },
    422,
    'there is no setting named nothing.',
  ],
  [
    'a name that every object has',
    'config/set',
    { input: { name: 'constructor', text: '1' }, reason: 'why not' },
    422,
    'no setting named constructor',
  ],
  [
    'a wrong value',
    'config/set',
    { input: { name: 'smsSwitch', text: 'perhaps' }, reason: 'why not' },
    422,
    'smsSwitch cannot be "perhaps": ',
  ],
  [
    'no reason',
    'config/set',
    { input: { name: 'telephone', text: '123' } },
    422,
    'A change needs a reason.',
  ],
  [
    'a blank reason',
    'config/set',
    { input: { name: 'telephone', text: '123' }, reason: '    ' },
    400,
    'a reason has 3 to 500 characters',
  ],
  [
    'a wrong input',
    'config/set',
    { input: { name: 'telephone' }, reason: 'why not' },
    422,
    'text: ',
  ],
  ['an unknown command', 'config/drop', {}, 404, 'There is no such command.'],
])('the ops API refuses %s with a sentence', async (_, command, body, status, wrong) => {
  const answer = await act(command, body);
  expect(answer.status).toBe(status);
  expect(answer.body.wrong).toContain(wrong);
  expect((await context.settings.all()).telephone).toBe('(02) 5550 0100');
});

test('the ops listener returns 401 for any path if the key is wrong or missing', async () => {
  for (const wrong of ['', 'x', `${key.text}x`, key.text.slice(1)])
    expect((await act('config/list', {}, { key: wrong })).status, wrong).toBe(401);
  expect((await app.request('/ops/config/list', { method: 'POST', body: '{}' })).status).toBe(401);
  expect((await act('no/such', {}, { key: 'x' })).status).toBe(401);
  expect(pace.rests).toEqual([1000, 1000, 1000, 1000, 1000, 1000]);
});

test('the list of commands requires a key and declares each command’s arguments', async () => {
  const ask = async (text: string) =>
    await app.request('/ops', { headers: { authorization: `Bearer ${text}` } });
  expect((await ask('x')).status).toBe(401);
  const { data } = (await (await ask(key.text)).json()) as {
    data: { commands: DeclaredCommand[] };
  };
  expect(data.commands.find((row) => row.name === 'config set')).toEqual({
    name: 'config set',
    menu: 'Settings',
    label: 'Change a setting',
    about: expect.stringMatching(/^Changes a setting on every server within five seconds\. /),
    examples: expect.arrayContaining([expect.stringContaining('config set smsSwitch')]),
    kind: 'change',
    aboutPerson: null,
    needsReason: true,
    roles: ['finance', 'manager', 'engineer'],
    mayReveal: [],
    twoPeople: {
      when: 'For settings that redirect people or lending',
      confirmedBy: 'config confirm',
      declinedBy: null,
    },
    arguments: [
      {
        key: 'name',
        place: 'word',
        name: 'setting',
        isOptional: false,
        about: expect.any(String),
        typing: { as: 'choice', of: expect.objectContaining({ telephone: 'telephone' }) },
        of: 'setting',
      },
      {
        key: 'text',
        place: 'word',
        name: 'value',
        isOptional: false,
        about: expect.any(String),
        typing: { as: 'text' },
      },
    ],
    display: { as: 'lines' },
    timeoutMs: 20_000,
  });
});

test('the ops listener delays, limits and logs only calls with a wrong key', async () => {
  clocks.addMs(3_600_000);
  const lines: string[] = [];
  const watched = opsListener({
    context: { ...context, log: createLog('warn', (line) => lines.push(line)) },
    key,
    pace,
    worker: { lastLookMs: () => 0, steps: () => [] },
    commands: allCommands,
  });
  const tryKey = async (text: string) => {
    const headers = { authorization: `Bearer ${text}`, 'content-length': '2' };
    return (await watched.request('/ops/audit/head', { method: 'POST', headers, body: '{}' }))
      .status;
  };
  const statuses = await Promise.all(Array.from({ length: 70 }, (_, n) => tryKey(`guess-${n}`)));
  expect([
    statuses.filter((status) => status === 401).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([60, 10]);
  expect(await tryKey(key.text)).toBe(200);
  expect(lines).toHaveLength(60);
  expect(lines.join()).not.toContain('guess');
  clocks.addMs(3_600_000);
  expect(await tryKey('x')).toBe(401);
});

test('the trail records failed commands without the text that was typed', async () => {
  await act('config/set', { input: { name: 'smsSwitch', text: 'perhaps' }, reason: 'marked try' });
  await act('config/set', { input: { name: 5 }, reason: 'marked try' });
  await act('config/set', { input: { name: 'telephone', text: '1' } });
  const rows = (await act('audit/list', { input: { limit: 3 } })).body.data?.rows as {
    act: string;
    reason: string;
    detail: object;
  }[];
  expect(rows.map((row) => [row.act, row.reason, row.detail])).toEqual([
    ['ops config set', null, { outcome: 'withoutReason', roles: staffRoles }],
    ['ops config set', 'marked try', { outcome: 'invalid', roles: staffRoles }],
    ['ops config set', 'marked try', { outcome: 'declined', roles: staffRoles }],
  ]);
});

test('audit list requires a reason to filter by one subject', async () => {
  expect((await act('audit/list', { input: { subject: 'telephone' } })).body.wrong).toBe(
    'Filtering by one subject needs a reason.',
  );
  await trail('telephone');
  expect(await trail('telephone')).toMatchObject([{ act: 'ops audit list', reason: 'looking' }]);
  for (const [reason, kept] of [
    ['why\u0000not', 'whynot'],
    ['why\u001b[2Jnot', 'why[2Jnot'],
  ]) {
    await act('audit/list', { input: { subject: 'dpoContact' }, reason });
    expect((await trail('dpoContact'))[0]).toMatchObject({ reason: kept });
  }
});

test('the trail records an invalid user name as unknown', async () => {
  await act(
    'config/set',
    { input: { name: 'fbAccount', text: 'Sandali PH' }, reason: 'rename' },
    { user: 'ana\tbo <b>' },
  );
  expect((await trail('fbAccount'))[0]).toMatchObject({ who: 'local:unknown' });
});

test('the ops listener refuses a body that is too large or not a JSON object', async () => {
  expect((await act('config/set', { input: 'x'.repeat(70_000) })).status).toBe(413);
  expect((await act('config/set', [1])).status).toBe(400);
});

test('the commands ledger check and ledger trial-balance return data', async () => {
  expect((await act('ledger/check', {})).body.data).toEqual({ breaks: [], next: null });
  expect((await act('ledger/trial-balance', {})).body.data).toMatchObject({
    by: 'booked',
    isChained: false,
  });
});

test('a command that throws changes no data and reveals no details of its error', async () => {
  const broken = command({
    name: 'loan break',
    menu: 'System',
    label: 'Break',
    about: 'Breaks.',
    examples: [],
    kind: 'change',
    seenFirst: { notNeeded: 'it only breaks' },
    roles: ['engineer'],
    run: async (_ctx, tx) => {
      await tx.insertInto('sandbox_seeding').values({ ends_at: clocks.now() }).execute();
      throw new Error('secret words');
    },
    shows: ({ lines }) => lines(() => 'done'),
  });
  const other = opsListener({
    context,
    key,
    worker: { lastLookMs: () => 0, steps: () => [] },
    commands: [broken],
  });
  const body = JSON.stringify({ input: {}, reason: 'trying' });
  const headers = { authorization: `Bearer ${key.text}`, 'content-length': String(body.length) };
  const answer = await other.request('/ops/loan/break', { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([
    500,
    expect.not.stringContaining('secret'),
  ]);
  expect(await context.db.selectFrom('sandbox_seeding').selectAll().execute()).toEqual([]);
  const row = context.db
    .selectFrom('audit_log')
    .select(['act', 'detail'])
    .orderBy('id', 'desc')
    .limit(1);
  expect(await row.executeTakeFirst()).toEqual({
    act: 'ops loan break',
    detail: { outcome: 'broken', roles: staffRoles },
  });
});

test('the ops key’s file is readable only by its owner', () => {
  expect(openOpsKey(dataDir)).toEqual(key);
  expect(fs.statSync(path.join(dataDir, 'keys/ops.key')).mode & 0o777).toBe(0o600);
});

test.each(['', 'short', `${'x'.repeat(40)} y`])(
  'the server does not start with the ops key "%s"',
  (text) => {
    const folder = fs.mkdtempSync(path.join(dataDir, 'damaged-'));
    const file = path.join(folder, 'keys/ops.key');
    fs.mkdirSync(path.dirname(file));
    fs.writeFileSync(file, text);
    expect(() => openOpsKey(folder)).toThrow(
      new CannotStart(
        `The ops key ${file} is too short or damaged. Delete it, and the next start makes another.`,
      ),
    );
  },
);

test('the listener accepts IP addresses, localhost and OPS_URL, and forbids caching', async () => {
  const ask = async (host: string) => await app.request(`http://${host}:8082/livez`);
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.1.2.3']) {
    const answer = await ask(host);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  }
  expect((await ask('evil.example')).status).toBe(403);
  const config = { ...context.config, opsUrl: 'https://ops.lender.example:8443' };
  const named = opsListener({ context: { ...context, config }, key, worker: null, commands: [] });
  const statuses = ['ops.lender.example', 'evil.example'].map(
    async (host) => (await named.request(`https://${host}/livez`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 403]);
});
