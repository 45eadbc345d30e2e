// Tests screening lists from the file to the review. All lists here are fictitious.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { creditStatusOf, reviewDue } from '#/credit/credit.ts';
import { creditTestContext, type Person } from '#/credit/testing.ts';
import { lineOf } from '#/credit-line/credit-line.ts';
import { newId } from '#/platform/random.ts';
import { testOps } from '#/staff/testing.ts';

const { app, clocks, person, submitted, reviewed, fresh } = await creditTestContext();
const { db } = app;
const ops = testOps(app);
const [engineer, reviewer, support] = [
  await ops.person('engineer'),
  await ops.person('reviewer'),
  await ops.person('support'),
];
const sample = (list: string) =>
  fs.readFileSync(
    path.join(import.meta.dirname, '../../data/screening-samples', `${list}.jsonl`),
    'utf8',
  );
const ticket = { reason: 'the new list of the month' };
const imports = (list: string, text: string) =>
  engineer.ask('screening import', { list, text }, ticket);
const head = (list: string, date = '2026-03-31') =>
  JSON.stringify({ list, source: 'Invented', date });
const file = (list: string, ...entries: object[]) =>
  [head(list), ...entries.map((entry) => JSON.stringify(entry))].join('\n');

const firstDecision = async ({ borrowerId }: Person) =>
  await db
    .selectFrom('credit_decisions as d')
    .innerJoin('credit_applications as a', 'a.id', 'd.application_id')
    .select(['d.outcome', 'd.rules_fired', 'd.screened', 'a.id'])
    .where('a.borrower_id', '=', borrowerId)
    .orderBy('d.number')
    .executeTakeFirstOrThrow();
const name = { firstName: 'Kathang-Isip', middleName: null, lastName: 'de la Cruz' };

slow('without lists, the engine decides in the sandbox but otherwise asks a reviewer', async () => {
  const [anna, ben] = [await person(), await person()];
  await submitted(anna);
  await reviewed();
  expect(await firstDecision(anna)).toMatchObject({
    outcome: 'approved',
    screened: { blocklist: null, sanctions: null },
  });
  await submitted(ben);
  clocks.addMs(60_000);
  const live = { ...app, config: { ...app.config, isSandbox: false } };
  expect(await reviewDue(workCtx(live))).toBe(1);
  expect(await firstDecision(ben)).toMatchObject({
    outcome: 'manual',
    rules_fired: [{ rule: 'notScreened', says: 'manual', facts: { missing: 1 } }],
  });
  expect((await reviewer.ask('screening list')).data).toEqual({
    lists: [
      { list: 'blocklist', version: null },
      { list: 'sanctions', version: null },
    ],
    isNeeded: false,
  });
});

test('imports a list with source, date and version, and adds the import to the trail', async () => {
  const { data, status } = await imports('sanctions', sample('sanctions'));
  expect([status, data]).toMatchObject([
    200,
    {
      list: 'sanctions',
      version: 1,
      date: '2026-03-30',
      lines: 3,
      replaces: null,
      importedBy: engineer.name,
    },
  ]);
  const row = await ops.lastRow();
  expect(row).toMatchObject({
    who: engineer.name,
    role: 'engineer',
    act: 'ops screening import',
    reason: ticket.reason,
    detail: { list: 'sanctions', version: 1, lines: 3 },
  });
  expect((await imports('blocklist', sample('blocklist'))).data).toMatchObject({
    version: 1,
    lines: 3,
  });
  const { lists } = (await reviewer.ask('screening list')).data as { lists: object[] };
  expect(lists).toMatchObject([
    { list: 'blocklist', version: 1, ageDays: 1 },
    {
      list: 'sanctions',
      version: 1,
      ageDays: 2,
      source: 'Invented by us for tests; nobody on it lives',
    },
  ]);
});

test('does not store any readable list entry in the database', async () => {
  const { rows } = await fresh.app.pool.query<{ text: string }>(
    'select row_to_json(e)::text as text from screening_entries e',
  );
  expect(rows.length).toBeGreaterThan(8);
  for (const secret of [
    'Kathang',
    'kathang',
    '1996-02-29',
    '9175550000',
    '00001111',
    'kunwariKunwari',
  ]) {
    expect(
      rows.some(
        ({ text }) => text.includes(secret) || text.includes(Buffer.from(secret).toString('hex')),
      ),
    ).toBe(false);
  }
});

slow.each<[string, object, string[]]>([
  ['name and birthday', { personal: { ...name, bornOn: '1996-02-29' } }, ['line 2, by nameAndDay']],
  [
    'name, order and year',
    {
      personal: {
        firstName: 'Dela Cruz',
        middleName: null,
        lastName: 'KATHANG ISIP',
        bornOn: '1997-01-01',
      },
    },
    ['line 2, by nameAndYear'],
  ],
  [
    'a middle name that the list lacks',
    { personal: { ...name, middleName: 'Santos', bornOn: '1996-02-29' } },
    ['line 2, by nameAndDay'],
  ],
  [
    'a middle name that only the list has',
    {
      personal: {
        firstName: 'Gawa Gawa',
        middleName: null,
        lastName: 'Peke',
        bornOn: '1971-05-05',
      },
    },
    ['line 3, by nameAndYear'],
  ],
  [
    'an alias',
    {
      personal: {
        firstName: 'Gawagawa',
        middleName: null,
        lastName: 'Huwad',
        bornOn: '1973-12-31',
      },
    },
    ['line 3, by nameAndDay'],
  ],
  [
    'a name alone, where the list has no birthday',
    { personal: { firstName: 'Walang', middleName: 'Taong', lastName: 'Ganyan' } },
    ['line 4, by name'],
  ],
])('refers an applicant on a sanctions list to a reviewer: %s', async (_, answers, matches) => {
  const anna = await person();
  await submitted(anna, answers);
  await reviewed();
  const { outcome, rules_fired: fired, screened, id } = await firstDecision(anna);
  expect({ outcome, screened, fired }).toMatchObject({
    outcome: 'manual',
    screened: { blocklist: 1, sanctions: 1 },
    fired: [{ rule: 'sanctioned', facts: { lines: 1 } }],
  });
  const answer = await reviewer.ask(
    'review why',
    { application: id },
    { reason: 'looks at a name', reveal: true },
  );
  const [decision] = answer.data.decisions as { findings: { listed: string[] }[] }[];
  expect(decision?.findings[0]?.listed).toEqual(
    matches.map((match) => `sanctions version 1, ${match}`),
  );
});

slow.each<[string, object]>([
  ['another birthday, years apart', { personal: { ...name, bornOn: '1990-02-28' } }],
  [
    'another name',
    {
      personal: { firstName: 'Kathang', middleName: null, lastName: 'Cruz', bornOn: '1996-02-29' },
    },
  ],
])('does not match an applicant who has %s', async (_, answers) => {
  const anna = await person();
  await submitted(anna, answers);
  await reviewed();
  expect(await firstDecision(anna)).toMatchObject({ outcome: 'approved', rules_fired: [] });
});

slow('matches the blocklist by phone number, ID number and any device of the account', async () => {
  const [anna, ben, carla] = [await person(), await person(), await person()];
  await submitted(anna);
  await submitted(ben, { identity: { idNumber: '000011112222' } });
  await submitted(carla);
  await db
    .insertInto('trusted_devices')
    .values({
      borrower_id: carla.borrowerId,
      device_id: 'anotherPhoneOfCarlas00',
      trusted_at: clocks.wall(),
    })
    .execute();
  expect(
    (
      await imports(
        'blocklist',
        file(
          'blocklist',
          { phone: anna.phone },
          { idNumber: '0000-1111-2222' },
          { device: 'anotherPhoneOfCarlas00' },
        ),
      )
    ).data,
  ).toMatchObject({ version: 2, replaces: 1 });
  await reviewed();
  for (const [who, by] of [
    [anna, 'phone'],
    [ben, 'idNumber'],
    [carla, 'device'],
  ] as const) {
    expect(await firstDecision(who)).toMatchObject({
      outcome: 'manual',
      rules_fired: [{ rule: 'blocklisted', listed: [{ list: 'blocklist', version: 2, by }] }],
    });
    expect((await creditStatusOf(db, who.borrowerId, clocks.now())).reasonGroup).toBeNull();
    expect(await lineOf(db, who.borrowerId)).toBeNull();
  }
});

slow('an import replaces a list and deletes its old entries', async () => {
  expect(
    (await imports('blocklist', file('blocklist', { phone: '0917 555 0001' }))).data,
  ).toMatchObject({ version: 3, lines: 1 });
  const counts = await db
    .selectFrom('screening_entries as e')
    .innerJoin('screening_lists as l', 'l.id', 'e.list_id')
    .select(['l.version', 'e.line'])
    .where('l.list', '=', 'blocklist')
    .execute();
  expect(counts).toEqual([{ version: 3, line: 2 }]);
  expect((await reviewer.ask('screening show', { list: 'blocklist' })).data.versions).toMatchObject(
    [{ version: 3 }, { version: 2 }, { version: 1 }],
  );
  expect((await imports('blocklist', head('blocklist'))).data).toMatchObject({
    version: 4,
    lines: 0,
  });
});

test.each<[string, string, string, string]>([
  ['invalid JSON', 'blocklist', `${head('blocklist')}\n{"phone":`, 'Line 2: is not JSON.'],
  ['no head', 'blocklist', '{"phone":"0917 555 0000"}', 'Line 1: '],
  ['an empty file', 'sanctions', '', 'Line 1: is not JSON.'],
  [
    'another list',
    'sanctions',
    sample('blocklist'),
    'The file is for the list blocklist, not for sanctions.',
  ],
  ['no entry', 'sanctions', head('sanctions'), 'A sanctions list needs at least one entry.'],
  [
    'an invalid day',
    'sanctions',
    head('sanctions', '2026-02-30'),
    'Line 1: date: no day of the calendar.',
  ],
  [
    'invalid numbers',
    'blocklist',
    file(
      'blocklist',
      { phone: '0917 555 0000' },
      { phone: '02 8123 4567' },
      { phone: '+966501234567' },
      { idNumber: '!' },
    ),
    'Line 3: phone: is not a Philippine mobile number; Line 4: phone: is from another country; Line 5: idNumber: does not fit the format.',
  ],
  [
    'two keys on a line',
    'blocklist',
    file('blocklist', { phone: '0917 555 0000', idNumber: 'A1234567' }),
    'Line 2: needs one of phone, idNumber, device.',
  ],
  [
    'an unknown key',
    'sanctions',
    file('sanctions', { name: 'Kathang Isip', colour: 'red' }),
    'Line 2: colour: does not fit the format.',
  ],
  [
    'a name of one word',
    'sanctions',
    file('sanctions', { name: 'Kathang' }),
    'Line 2: name: has fewer than two words besides particles such as de and titles such as Jr.',
  ],
  [
    'an invalid birthday',
    'sanctions',
    file('sanctions', { name: 'Kathang Isip', born: ['1996-02-30'] }),
    'Line 2: born.0: is not a calendar day.',
  ],
  [
    'a middle name outside the name',
    'sanctions',
    file('sanctions', { name: 'Kathang Isip', middleName: 'Iba' }),
    'Line 2: middleName: is not part of the name.',
  ],
  [
    'the file in force',
    'sanctions',
    sample('sanctions'),
    'Nothing was imported. This file is already in use as version 1.',
  ],
])('refuses to import a faulty list and changes nothing: %s', async (_, list, text, sentence) => {
  const before = await db.selectFrom('screening_lists').select('id').execute();
  const { status, wrong } = await imports(list, text);
  expect(status).toBe(422);
  expect(wrong).toContain(sentence);
  expect(wrong).not.toContain('8123');
  expect(await db.selectFrom('screening_lists').select('id').execute()).toEqual(before);
  expect((await ops.lastRow())?.detail).toMatchObject({ outcome: 'declined' });
});

test('reports at most ten faulty lines of an imported list', async () => {
  const { wrong } = await imports(
    'blocklist',
    file('blocklist', ...Array.from({ length: 30 }, () => ({ phone: 'none' }))),
  );
  expect(wrong.match(/Line \d+/g)).toHaveLength(10);
});

slow('serialises concurrent imports, and refuses the same file a second time', async () => {
  const lists = [1, 2, 3].map((nth) => file('blocklist', { phone: `0917 555 001${nth}` }));
  const answers = await Promise.all(lists.map((text) => imports('blocklist', text)));
  expect(answers.map(({ data }) => data.version).toSorted()).toEqual([5, 6, 7]);
  const twice = await Promise.all(
    [1, 2].map(() => imports('blocklist', file('blocklist', { phone: '0917 555 0020' }))),
  );
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const entries = await db
    .selectFrom('screening_entries as e')
    .innerJoin('screening_lists as l', 'l.id', 'e.list_id')
    .select('l.version')
    .where('l.list', '=', 'blocklist')
    .execute();
  expect(entries).toEqual([{ version: 8 }]);
});

test('lets reviewers view lists but not import them, and lets support do neither', async () => {
  expect(
    (await reviewer.ask('screening import', { list: 'blocklist', text: head('blocklist') }, ticket))
      .status,
  ).toBe(403);
  expect((await support.ask('screening list')).status).toBe(403);
  expect(
    (await engineer.ask('screening import', { list: 'blocklist', text: head('blocklist') })).wrong,
  ).toBe('A change needs a reason.');
  expect((await reviewer.ask('screening show', { list: 'blocklist' })).status).toBe(200);
});

test('the database protects list versions and the entries of the current version', async () => {
  const bad = async (statement: string) =>
    await fresh.app.pool.query(statement).then(
      () => 'done',
      (error: Error) => error.message,
    );
  expect(await bad(`update screening_lists set source = 'another'`)).toContain('permission denied');
  expect(await bad(`update screening_entries set line = 9`)).toContain('permission denied');
  expect(await bad(`delete from screening_entries`)).toContain(
    'entries of a list in force are never changed or deleted',
  );
  expect(await bad(`delete from screening_lists`)).toContain('permission denied');
});

slow('imports a list of 20,000 names and matches an applicant with it', async () => {
  const many = Array.from({ length: 20_000 }, (_, nth) => ({
    name: `Kunwari Pangalan${letters(nth)}`,
    born: [String(1950 + (nth % 50))],
  }));
  const { data } = await imports('sanctions', file('sanctions', ...many));
  expect(data).toMatchObject({ version: 2, lines: 20_000 });
  const anna = await person();
  await submitted(anna, {
    personal: {
      firstName: `Pangalan${letters(12_345)}`,
      middleName: null,
      lastName: 'Kunwari',
      bornOn: '1995-06-01',
    },
  });
  await reviewed();
  expect(await firstDecision(anna)).toMatchObject({
    outcome: 'manual',
    rules_fired: [{ rule: 'sanctioned', listed: [{ line: 12_347, version: 2 }] }],
  });
});

/** Spells a number with letters, because names do not contain digits. */
const letters = (nth: number) =>
  [...String(nth)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

slow('screening uses an index to look up a person', async () => {
  await fresh.owner.pool.query('analyze screening_entries');
  const { rows } = await fresh.app.pool.query<{ 'QUERY PLAN': string }>(
    `explain select l.list, e.line from screening_lists l
      left join screening_entries e on e.list_id = l.id and e.key_hash in ('\\x00', '\\x01')`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
    /Index (Only )?Scan using screening_entries_pkey/,
  );
});

test('`review why` refuses an unknown application', async () => {
  const { status, wrong } = await reviewer.ask(
    'review why',
    { application: newId(clocks.wall()) },
    { reason: 'ticket 12' },
  );
  expect([status, wrong]).toEqual([422, 'There is no such application.']);
});
