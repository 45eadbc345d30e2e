// Tests sensitive settings: one person proposes a change, and another, who has seen both values,
// confirms it.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { type SettingName, zSettings } from '#/context/settings.ts';
import { pendingApprovals, proposalAbout, testOps } from '#/staff/testing.ts';
import { testContext } from '#/testing/context.ts';
import { checkNeedsTwo } from './store.ts';

const { app, clocks, fresh } = await testContext();
const { person, lastRow, proposesInDatabase, confirmsInDatabase } = testOps(app);
const withReason = { reason: 'ticket 812' };
const [eva, ben] = [await person('engineer'), await person('finance')];
const currentValue = async (name: SettingName) => {
  app.settings.forget();
  return (await app.settings.all())[name];
};
const set = async ({ ask }: typeof eva, name: string, text: string) =>
  await ask('config set', { name, text }, withReason);
const proposes = async (who: typeof eva, name: string, text: string) => {
  const { data } = await set(who, name, text);
  expect(data).toMatchObject({ outcome: 'proposed', name });
  return String(data.id);
};
const looks = async ({ ask }: typeof eva, id: string) => (await ask('config change', { id })).data;
const confirms = async ({ ask }: typeof eva, id: string) =>
  await ask('config confirm', { id }, withReason);

test('two people can change the telephone number if the second has seen both', async () => {
  const old = await currentValue('telephone');
  const id = await proposes(eva, 'telephone', '(02) 5550 9999');
  expect(await currentValue('telephone')).toBe(old);
  expect(await pendingApprovals(ben)).toEqual([
    `config confirm: telephone, shown by config change ${id}, by ${eva.name}`,
  ]);
  expect(await proposalAbout(ben, id)).toEqual({
    facts: [`telephone | ${old} | (02) 5550 9999`],
    about: ['setting', 'telephone'],
    line: `config confirm ${id} --reason "…"`,
  });
  expect((await confirms(eva, id)).wrong).toContain('Ask another person to confirm it');
  expect((await confirms(ben, id)).wrong).toBe(`View the current state first: config change ${id}`);
  expect(await looks(ben, id)).toMatchObject({
    change: {
      name: 'telephone',
      state: 'open',
      proposedBy: eva.name,
      reason: withReason.reason,
      isStill: true,
    },
    differences: [{ what: 'value', now: JSON.stringify(old), proposed: '"(02) 5550 9999"' }],
  });
  expect((await confirms(ben, id)).data).toMatchObject({
    outcome: 'set',
    from: old,
    to: '(02) 5550 9999',
  });
  expect(await currentValue('telephone')).toBe('(02) 5550 9999');
  const detail = { from: old, to: '(02) 5550 9999', proposedBy: eva.name, change: id };
  expect(await lastRow()).toMatchObject({
    who: ben.name,
    act: 'ops config confirm',
    subject: 'telephone',
    detail,
  });
  expect((await confirms(ben, id)).status).toBe(422);
});

test('the command config change shows each text before and after the change', async () => {
  const texts = (title: string) =>
    JSON.stringify({ en: { 'home.title': title }, fil: { 'home.title': 'Kumusta' } });
  const known = (await import('#/texts/generated/web-texts.ts')).webTexts;
  const plain = Object.keys(known).find((id) => known[id]?.length === 0) ?? '';
  const of = (title: string) => texts(title).replaceAll('home.title', plain);
  const first = await proposes(eva, 'copyWritingMap', of('Hello'));
  await looks(ben, first);
  await confirms(ben, first);
  const second = await proposes(eva, 'copyWritingMap', of('Call 0999 555 0000'));
  expect((await looks(ben, second)).differences).toEqual([
    { what: `en ${plain}`, now: '"Hello"', proposed: '"Call 0999 555 0000"' },
  ]);
  // One person alone may remove texts.
  expect(
    (await set(ben, 'copyWritingMap', JSON.stringify({ fil: { [plain]: 'Kumusta' } }))).data,
  ).toMatchObject({ outcome: 'set' });
  expect((await set(ben, 'copyWritingMap', '{}')).data).toMatchObject({ outcome: 'set' });
});

test('refuses to confirm a replaced proposal or a proposal based on an older value', async () => {
  const shown = await proposes(eva, 'announcement', 'Closed on Friday');
  await looks(ben, shown);
  await confirms(ben, shown);
  const older = await proposes(eva, 'announcement', 'Closed on Saturday');
  await looks(ben, older);
  expect((await set(ben, 'announcement', '')).data).toMatchObject({ outcome: 'set' });
  expect(await looks(ben, older)).toMatchObject({ change: { isStill: false } });
  expect((await confirms(ben, older)).wrong).toContain('has changed since this proposal');
  const newer = await proposes(eva, 'announcement', 'Closed on Sunday');
  expect((await confirms(ben, older)).status).toBe(422);
  await looks(ben, newer);
  const last = await proposes(eva, 'announcement', 'Closed on Monday');
  expect((await confirms(ben, newer)).wrong).toContain('Look at it again');
  expect((await confirms(ben, last)).wrong).toContain('current state first');
  expect(await currentValue('announcement')).toBe('');
});

test('a proposed setting change expires after three days', async () => {
  const id = await proposes(eva, 'companyName', 'Sandali Lending Corporation');
  clocks.addMs(3 * 24 * 3_600_000 + 1);
  await looks(ben, id);
  expect((await confirms(ben, id)).wrong).toContain('has expired');
  expect(await pendingApprovals(ben)).not.toContainEqual(expect.stringContaining('companyName'));
});

test('one person can stop lending or remove a link, but undoing it takes two', async () => {
  const setAlone = async (name: string, text: string) =>
    expect((await set(eva, name, text)).data).toMatchObject({ outcome: 'set' });
  await setAlone('dailyBudgetCentavos', '500000');
  await setAlone('dailyBudgetCentavos', '0');
  await proposes(eva, 'dailyBudgetCentavos', '1');
  await proposes(eva, 'dailyBudgetCentavos', 'null');
  await setAlone('fbUrl', '');
  await proposes(eva, 'fbUrl', 'https://www.facebook.com/other');
  await proposes(eva, 'dueShareMostPercent', '40');
  await proposes(eva, 'belowShare', 'refuse');
  expect((await set(eva, 'belowShare', 'person')).wrong).toContain('already');
});

/** Parses the table of settings in the operators' documentation: `| `name` | two | why |`. */
function documented(): Record<string, string> {
  const page = fs.readFileSync(
    path.join(import.meta.dirname, '../../../docs/operators/two-people.md'),
    'utf8',
  );
  return Object.fromEntries(
    [...page.matchAll(/^\| `(\w+)` \| ([^|]+?) \|/gm)].map(([, name, people]) => [name, people]),
  );
}

const samples: Record<string, unknown> = {
  copyWritingMap: { en: { a: 'b' } },
  dailyBudgetCentavos: 2,
};

test('the operators’ table of settings is complete and matches the database', async () => {
  const was: Record<string, unknown> = { copyWritingMap: {}, dailyBudgetCentavos: 1 };
  const decided = await Promise.all(
    Object.keys(zSettings.entries).map(async (name) => {
      const [from, to] = [was[name] ?? 'a', samples[name] ?? 'b'];
      const [always, emptied] = [
        await checkNeedsTwo(app.db, name, from, to),
        await checkNeedsTwo(app.db, name, to, was[name] ?? ''),
      ];
      return [
        name,
        always
          ? emptied
            ? 'two'
            : `two; one to ${name === 'dailyBudgetCentavos' ? 'lower' : 'remove'}`
          : 'one',
      ] as const;
    }),
  );
  expect(documented()).toEqual(Object.fromEntries(decided));
  expect(await checkNeedsTwo(app.db, 'aSettingOfTomorrow', 1, 2)).toBe(true);
});

test('the serving role can store only the exact value of a confirmed change', async () => {
  const { pool } = fresh.app;
  const phone = JSON.stringify('(02) 5550 1111');
  const insert = (change: string | null, value = phone) =>
    pool.query(
      `insert into settings (name, value, changed_at, changed_by, change_id)
        values ('telephone', $1, now(), 'x', $2)
        on conflict (name) do update set value = excluded.value,
          version = settings.version + 1, change_id = excluded.change_id`,
      [value, change],
    );
  await expect(insert(null)).rejects.toThrow('changing this setting needs two people');
  const { rows } = await pool.query<{ value: unknown; version: string }>(
    `select value, version from settings where name = 'telephone'`,
  );
  const id = await proposesInDatabase('setting', eva.name);
  await pool.query(
    `insert into setting_changes (id, name, from_version, was, becomes)
     values ($1, $2, $3, $4, $5)`,
    [...[id, 'telephone', rows[0]?.version, JSON.stringify(rows[0]?.value), phone]],
  );
  await expect(insert(id)).rejects.toThrow('changing this setting needs two people');
  await expect(confirmsInDatabase(id, ben.name)).rejects.toThrow(
    'must first view the current state',
  );
  await looks(ben, id);
  await confirmsInDatabase(id, ben.name);
  await expect(insert(id, JSON.stringify('(02) 5550 2222'))).rejects.toThrow(
    'changing this setting needs two people',
  );
  await insert(id);
  await expect(insert(id)).rejects.toThrow('changing this setting needs two people');
  await expect(
    pool.query(`update settings set value = '"x"' where name = 'announcement'`),
  ).rejects.toThrow('must raise its version by one');
  await expect(pool.query('update setting_changes set becomes = $1', [phone])).rejects.toThrow(
    'permission denied',
  );
});
