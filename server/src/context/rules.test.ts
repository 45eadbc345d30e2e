import { expect, test } from 'vitest';
import { freshDatabase } from '#/db/testing.ts';
import { openRules } from './rules.ts';

const { app, owner } = await freshDatabase();
const sqlRule = async (name: string, day: string) => {
  const { rows } = await app.pool.query('select rule($1, $2) as value', [name, day]);
  return rows[0].value;
};
const day = (text: string) => Temporal.PlainDate.from(text);

test('every row of the rules table has a name that the server knows', async () => {
  const rulesOn = await openRules(app.db);
  const { rows } = await app.pool.query('select distinct name from rules order by 1');
  expect(Object.keys(rulesOn(day('2026-11-30'))).sort()).toEqual(rows.map((row) => row.name));
});

test('the server and the database switch to a new row on the day when it starts', async () => {
  await owner.pool.query(
    `insert into rules (name, starts_on, value, law) values ('callsADay', '2031-05-02', 2, 'a law')`,
  );
  const rulesOn = await openRules(app.db);
  for (const [on, value] of [
    ['2031-05-01', 3],
    ['2031-05-02', 2],
    ['2040-01-01', 2],
  ] as const) {
    expect(rulesOn(day(on)).callsADay).toBe(value);
    expect(await sqlRule('callsADay', on)).toBe(value);
  }
});

test('asking for a rule on a day before its first row is an error', async () => {
  const rulesOn = await openRules(app.db);
  expect(() => rulesOn(day('2019-12-31'))).toThrow(RangeError);
  await expect(sqlRule('callsADay', '2019-12-31')).rejects.toThrow('no rule callsADay applies');
});

test('asking for a rule with an unknown name is an error', async () => {
  await expect(sqlRule('callsAYear', '2026-11-30')).rejects.toThrow('no rule callsAYear applies');
});

test('no database role can change or delete a rule', async () => {
  const insert = `insert into rules values ('callsADay', '2032-01-01', 9, 'none')`;
  await expect(app.pool.query(insert)).rejects.toThrow('permission denied');
  for (const statement of ['update rules set value = 9', 'delete from rules', 'truncate rules']) {
    await expect(app.pool.query(statement)).rejects.toThrow('permission denied');
    await expect(owner.pool.query(statement)).rejects.toThrow('never changed or deleted');
  }
});
