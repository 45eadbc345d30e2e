import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { expect, test } from 'vitest';
import { opsUrl } from './address.ts';
import { findKey } from './key.ts';
import { declared, fakeServer } from './server.testing.ts';
import { plain, table } from './table.ts';

const { state, says, type } = fakeServer();

const person = {
  userGid: 'g',
  account: {
    phone: '0917 •••• 567',
    name: 'J. C.',
    locale: 'fil',
    registeredAt: 't',
    hasPassword: true,
    newAccountsHeldHours: 0,
    openSessions: 1,
    devices: 1,
    lastSeenAt: null,
  },
  credit: {
    state: 'approved',
    decidedAt: 't',
    reasonGroup: null,
    resubmitOn: null,
    idNumber: '•••• 6789',
    line: {
      limitCentavos: 500_000,
      usedCentavos: 200_000,
      heldCentavos: 0,
      availableCentavos: 300_000,
    },
  },
  bills: [
    {
      referenceNo: '4021938857',
      state: 'overdue',
      currentDue: { owedCentavos: 210_000, on: '2026-11-04' },
      dueOn: '2026-11-01',
      overdueDays: 3,
    },
  ],
  takenBack: [],
  claimCentavos: 0,
  loansOnTheWay: [],
  payoutAccounts: [{ label: 'GCash', last4: '0044', whyNotPaid: 'nameDiffers' }],
  messages: [{ at: '2026-11-24T02:00:00Z', kind: 'code.login', state: 'sent' }],
};

test('a change is sent with the key, the user’s name and the reason', async () => {
  says({ name: 'announcement', from: '', to: 'Hello', outcome: 'set', id: null });
  expect(await type(['config', 'set', 'announcement', 'Hello', '--reason', 'trying'])).toEqual({
    exitCode: 0,
    printed: 'announcement is now "Hello"',
    complained: '',
  });
  expect(state.requests).toMatchObject([
    {
      url: '/ops/config/set',
      headers: { authorization: 'Bearer k', 'x-ops-user': 'ana' },
      body: { input: { name: 'announcement', text: 'Hello' }, reason: 'trying' },
    },
  ]);
});

test.each([
  ['no reason', ['config', 'set', 'announcement', 'x'], 'A change needs a reason'],
  [
    'too few words',
    ['config', 'set', 'announcement', '--reason', 'why'],
    'Usage: npm run ops -- config set',
  ],
  ['too many words', ['config', 'get', 'a', 'b'], 'Usage: npm run ops -- config get'],
  ['an unknown option', ['config', 'list', '--loud'], "Unknown option '--loud'"],
  ['an unknown command', ['config', 'drop'], 'There is no command "config drop".'],
  [
    'no reason for a look at a dispute',
    ['dispute', 'show', 'a'],
    'Viewing a person needs a reason',
  ],
  [
    'no reason for a look at a request',
    ['requests', 'show', 'a'],
    'Viewing a person needs a reason',
  ],
  [
    'no reason for a look at a limit request',
    ['quota', 'show', 'a'],
    'Viewing a person needs a reason',
  ],
  [
    'no reason for a look at feedback',
    ['feedback', 'show', 'a'],
    'Viewing a person needs a reason',
  ],
  ['no reason for a look at a hold', ['screening', 'hold', 'a'], 'Viewing a person needs a reason'],
  [
    'an invalid amount',
    ['suspense', 'list', '--amount', '600,00'],
    '--amount must be pesos such as 1,500 or 1500.50, not "600,00".',
  ],
  [
    'an invalid day',
    ['ledger', 'trial-balance', '--day', 'today'],
    '--day must be a day such as 2026-11-20, not "today".',
  ],
  [
    'an unknown role',
    ['staff', 'add', 'ana', '--role', 'boss', '--hash', 'x', '--reason', 'why'],
    '--role must be some of reviewer,',
  ],
  [
    'an invalid part',
    ['overdue', 'promise', '1', '2026-12-15', '--reason', 'why'],
    '<parts> must be like day=pesos|rest, not "2026-12-15".',
  ],
  [
    'no reason for a look at a person',
    ['person', 'show', '09171234567'],
    'Viewing a person needs a reason',
  ],
  [
    '--reveal without masked data',
    ['sms', 'log', '--reveal', '--reason', 'why'],
    "Unknown option '--reveal'",
  ],
  ['an invalid head', ['audit', 'verify', '--head', '12'], 'Usage: npm run ops -- audit verify'],
  [
    'a key without a hash',
    ['staff', 'add', 'ana', '--role', 'support', '--reason', 'why'],
    'Usage: npm run ops -- staff add',
  ],
  [
    'an invalid session',
    ['sessions', 'end', '1', '--session', 'x', '--reason', 'why'],
    'Usage: npm run ops -- sessions end',
  ],
  ['an invalid limit', ['audit', 'list', '--limit', '0'], 'Usage: npm run ops -- audit list'],
])('the command line exits with 2 and sends nothing for %s', async (_, args, words) => {
  const typed = await type(args);
  expect([typed.exitCode, state.requests]).toEqual([2, []]);
  expect(typed.complained).toContain(words);
});

test('the command line prints a refusal by the server and exits with 1', async () => {
  state.answer = { status: 422, body: { wrong: 'smsSwitch cannot be "perhaps".' } };
  expect(
    await type(['config', 'set', 'smsSwitch', 'perhaps', '--reason', 'why not']),
  ).toMatchObject({
    exitCode: 1,
    complained: 'smsSwitch cannot be "perhaps".',
  });
});

test('a command exits with 3 if no server is running or there is no valid key', async () => {
  expect(await type(['config', 'list'], { url: 'http://127.0.0.1:1' })).toMatchObject({
    exitCode: 3,
  });
  expect(await type(['config', 'list'], { key: { wrong: 'There is no key.' } })).toEqual({
    exitCode: 3,
    printed: '',
    complained: 'There is no key.',
  });
  state.answer = { status: 401, body: { wrong: 'The key of ana has ended.' } };
  expect(await type(['config', 'list'])).toMatchObject({
    exitCode: 3,
    complained: 'The server did not accept the key. The key of ana has ended.',
  });
});

test('viewing a person’s data sends the reason and --reveal', async () => {
  says({ sessions: [] });
  await type(['sessions', 'list', '0917 123 4567', '--reason', 'ticket 812']);
  says(person);
  const { printed } = await type([
    'person',
    'show',
    '4021938857',
    '--reveal',
    '--reason',
    'ticket 812',
  ]);
  expect(state.requests.map(({ body }) => body)).toEqual([
    { input: { person: '0917 123 4567' }, reason: 'ticket 812' },
    { input: { person: '4021938857' }, reason: 'ticket 812', reveal: true },
  ]);
  expect(printed).toContain('number                    0917 •••• 567');
  expect(printed).toContain(
    'line                      ₱3,000.00 of ₱5,000.00 available, ₱2,000.00 out, ₱0.00 held',
  );
  expect(printed).toContain(
    'bill 4021938857           overdue, ₱2,100.00 to pay on 2026-11-04, due 2026-11-01, 3 days overdue',
  );
  expect(printed).toContain(
    'account                   GCash •••• 0044, cannot be paid: nameDiffers',
  );
});

test('ops staff add proposes a new staff member with the hash of their key', async () => {
  const hash = 'a0'.repeat(32);
  says({ name: 'ana', roles: ['support'], outcome: 'proposed' });
  const { printed } = await type([
    'staff',
    'add',
    'ana',
    '--role',
    'support',
    '--hash',
    hash,
    '--reason',
    'joins',
  ]);
  expect(printed).toContain('Another engineer adds the key with the same command');
  expect(state.requests[0]?.body).toMatchObject({
    input: { name: 'ana', roles: ['support'], hash },
  });
});

test('ops audit verify exits with 1 if the trail is broken, held up or lacks a key', async () => {
  const intact = {
    batches: 2,
    rows: 9,
    unchainedRows: 1,
    broken: null,
    isHeldUp: false,
    strangeKeys: [] as string[],
  };
  says(intact);
  expect(await type(['audit', 'verify'])).toMatchObject({
    exitCode: 0,
    printed: expect.stringContaining('9 rows in 2 batches'),
  });
  says({ ...intact, broken: { batch: 2, reason: 'a row was changed' } });
  const printed = expect.stringContaining('Batch 2: a row was changed.');
  expect(await type(['audit', 'verify', '--head', `2:${'ab'.repeat(32)}`])).toMatchObject({
    exitCode: 1,
    printed,
  });
  expect(state.requests[1]?.body).toEqual({
    input: { known: { number: 2, hash: 'ab'.repeat(32) } },
  });
  for (const failure of [{ isHeldUp: true }, { strangeKeys: ['mallory'] }]) {
    says({ ...intact, ...failure });
    expect(await type(['audit', 'verify'])).toMatchObject({ exitCode: 1 });
  }
});

test('ops sms log prints each message with its delivery attempts', async () => {
  const tries = [
    { gateway: 'semaphore', outcome: 'refused', gatewayId: null, reason: 'status 429' },
    { gateway: 'twilio', outcome: 'taken', gatewayId: 'SM1', reason: null },
  ];
  says({
    messages: [
      {
        at: 't',
        to: '0917 •••• 567',
        kind: 'code.login',
        state: 'sent',
        delivery: 'delivered',
        tries,
      },
    ],
  });
  expect((await type(['sms', 'log', '--reason', 'ticket 812'])).printed).toMatch(
    /sent +delivered +semaphore refused status 429; twilio taken SM1/,
  );
});

test('ops ledger check exits with 1 if an invariant fails or the check is incomplete', async () => {
  says({ breaks: [], next: null });
  const whole = 'No invariant failed.\nThe check is complete.';
  expect(await type(['ledger', 'check'])).toMatchObject({ exitCode: 0, printed: whole });
  says({ breaks: [], next: 'day/2026-11-20' });
  const half = await type(['ledger', 'check']);
  expect([half.exitCode, half.printed]).toEqual([
    1,
    expect.stringContaining('Continue: ledger check --after day/2026-11-20'),
  ]);
  says({ breaks: [{ invariant: 'I1', subject: 'ledger', detail: '5' }], next: null });
  expect(await type(['ledger', 'check'])).toMatchObject({ exitCode: 1 });
});

test('a trial balance is printed as a table, or as JSON with --json', async () => {
  const moved = { openingCentavos: 0, debitCentavos: 5, creditCentavos: 0, closingCentavos: 5 };
  const other = { openingCentavos: 0, debitCentavos: 0, creditCentavos: 5, closingCentavos: -5 };
  const accounts = [
    { kind: 'gateway.float', group: 'asset', ...moved },
    { kind: 'suspense', group: 'liability', ...other },
  ];
  says({ day: '2026-11-20', by: 'booked', isChained: true, accounts });
  expect((await type(['ledger', 'trial-balance', '--day', '2026-11-20'])).printed).toBe(
    [
      'group      account        opening  debit  credit  closing',
      'asset      gateway.float    ₱0.00  ₱0.05   ₱0.00    ₱0.05',
      'liability  suspense         ₱0.00  ₱0.00   ₱0.05   −₱0.05',
      '           sum              ₱0.00  ₱0.05   ₱0.05    ₱0.00',
      'Booked on 2026-11-20. The day is in the hash chain, so these figures are final.',
    ].join('\n'),
  );
  expect(state.requests.at(-1)?.body).toEqual({ input: { day: '2026-11-20' } });
  expect(JSON.parse((await type(['ledger', 'trial-balance', '--json'])).printed)).toEqual(
    (state.answer.body as { data: unknown }).data,
  );
});

test('ops ledger verify names the day and entry of changed books, and exits with 1', async () => {
  const watched = [
    { scope: 'last day', day: '2026-11-20', endedAt: '2026-11-21T00:10:00Z' },
    { scope: 'all days', day: '2026-11-19', endedAt: null },
  ];
  const counts = { days: 3, entries: 7, unchainedEntries: 2, watched };
  const byItself = [
    'The server itself last verified the newest day at 2026-11-21 08:10.',
    'The server itself has not verified all days to the end yet, and continues with 2026-11-19.',
  ].join('\n');
  const head = { day: '2026-11-20', hash: 'a'.repeat(64) };
  says({ ...counts, head, broken: null });
  const well = await type(['ledger', 'verify', '--head', `2026-11-20:${'a'.repeat(64)}`]);
  expect(state.requests.at(-1)?.body).toEqual({ input: { known: head } });
  expect(well.exitCode).toBe(0);
  expect(well.printed).toBe(
    `The books verify: 7 entries in 3 chained days; 2 newer entries are not in the hash chain yet.\n${byItself}\nStore this outside the server: 2026-11-20:${'a'.repeat(64)}`,
  );
  const broken = {
    day: '2026-11-18',
    reason: 'an entry was changed',
    entries: [{ entryId: 'e1', what: 'changed' }],
  };
  says({ ...counts, days: 1, head, broken });
  const { exitCode, printed } = await type(['ledger', 'verify']);
  expect(exitCode).toBe(1);
  expect(printed).toBe(
    `entry  was\ne1     changed\nThe books do not verify. 2026-11-18: an entry was changed. Days that verify before it: 1.\n${byItself}`,
  );
  for (const head of ['2026-11-20', `2026-11-20:${'a'.repeat(63)}`])
    expect((await type(['ledger', 'verify', '--head', head])).exitCode).toBe(2);
});

test('the command line does not print control characters', async () => {
  says({ name: 'x', from: '', to: '\u001b[2Jgone\u202e', outcome: 'set', id: null });
  const { printed } = await type(['config', 'set', 'x', 'y', '--reason', 'why']);
  expect(printed).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const listed = { rows: [{ detail: '\u202e\u0085' }] };
  says(listed);
  const json = (await type(['audit', 'list', '--json'])).printed;
  expect(json).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(JSON.parse(json)).toEqual(listed);
  expect(plain('a\u001b[31mred\u0007\u202e')).toBe('a\\u{1b}[31mred\\u{7}\\u{202e}');
  expect(table([['a'], ['\u009b1m']])).toBe('a\n\\u{9b}1m');
  const loud = { ...declared[0], name: 'loud one', about: 'Rings\u0007.' } as DeclaredCommand;
  state.declared = [loud];
  expect((await type(['help'])).printed).toContain('Rings\\u{7}.');
  expect((await type(['help', 'loud', 'one'])).printed).not.toMatch(/[\p{Cc}--\n]/v);
});

test('the key is read from OPS_KEY, the personal key file or the machine’s key file', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ops-key-'));
  fs.mkdirSync(path.join(folder, 'keys'));
  const own = path.join(folder, 'ana.key');
  fs.writeFileSync(path.join(folder, 'keys/ops.key'), 'machine\n');
  fs.writeFileSync(own, 'anas\n', { mode: 0o600 });
  expect(findKey({ DATA_DIR: folder }, '/')).toEqual({ key: 'machine' });
  expect(findKey({ DATA_DIR: folder, OPS_KEY_FILE: own }, '/')).toMatchObject({ key: 'anas' });
  expect(findKey({ DATA_DIR: folder, OPS_KEY_FILE: own, OPS_KEY: 'typed' }, '/')).toEqual({
    key: 'typed',
  });
  fs.chmodSync(own, 0o640);
  expect(findKey({ DATA_DIR: folder, OPS_KEY_FILE: own }, '/')).toEqual({
    wrong: expect.stringContaining('Other users can read'),
  });
  expect(findKey({ OPS_KEY_FILE: `${own}.none` }, '/')).toEqual({
    wrong: expect.stringContaining('cannot be read'),
  });
  expect(findKey({}, folder)).toEqual({
    wrong: expect.stringContaining(path.join(folder, 'data/keys/ops.key')),
  });
  fs.rmSync(folder, { recursive: true });
});

test('opsUrl derives the URL from environment variables, and names an invalid variable', () => {
  expect(opsUrl({})).toEqual({ url: 'http://127.0.0.1:8082' });
  expect(opsUrl({ PORT: '9180', OPS_PORT: '' })).toEqual({ url: 'http://127.0.0.1:9182' });
  expect(opsUrl({ PORT: '9180', OPS_PORT: '9300' })).toEqual({ url: 'http://127.0.0.1:9300' });
  expect(opsUrl({ PORT: '0', OPS_PORT: '9300' })).toEqual({ url: 'http://127.0.0.1:9300' });
  expect(opsUrl({ PORT: '0' })).toEqual({
    wrong: 'PORT must be a whole number from 1 to 65535, not "0".',
  });
  expect(opsUrl({ OPS_HOST: '10.0.0.7' })).toEqual({ url: 'http://10.0.0.7:8082' });
  expect(opsUrl({ OPS_HOST: 'fd00::7' })).toEqual({ url: 'http://[fd00::7]:8082' });
  expect(opsUrl({ OPS_HOST: '0.0.0.0' })).toEqual({ url: 'http://127.0.0.1:8082' });
  expect(opsUrl({ PORT: 'abc' })).toEqual({
    wrong: 'PORT must be a whole number from 1 to 65535, not "abc".',
  });
  expect(opsUrl({ OPS_PORT: '99999' })).toEqual({
    wrong: 'OPS_PORT must be a whole number from 1 to 65535, not "99999".',
  });
});
