import { sql } from 'kysely';
import { beforeAll, expect, expectTypeOf, test } from 'vitest';
import {
  type FactsOf,
  type Given,
  type GivenOf,
  ledSnapshot,
  onePart,
  part,
  readPart,
  snapshot,
} from './snapshot.ts';
import { freshDatabase } from './testing.ts';

const { owner } = await freshDatabase();
const { db } = owner;

const firstRow = <T>(rows: T[]) => rows[0] ?? null;
const many = <T>(rows: T[]) => rows;

const everyKind = part(
  (query) =>
    query.selectNoFrom([
      sql<bigint>`9007199254740991::int8`.as('paid_centavos'),
      sql<Temporal.Instant>`'2026-11-20 10:00:00.123456+08'::timestamptz`.as('paid_at'),
      sql<Temporal.PlainDate>`date '2026-11-20'`.as('due_on'),
      sql<Buffer>`'\\x00ff'::bytea`.as('name_sealed'),
      sql<Temporal.PlainDate | null>`null::date`.as('none_on'),
      sql<string>`${"it's $1"}::text`.as('said'),
    ]),
  firstRow,
);
const wanted = part(
  (query, { name, least }: Given<{ name: string; least: number }>) =>
    query
      .selectFrom('snapshot_probe' as 'settings')
      .select('name')
      .where('name', '=', name)
      .where(sql<boolean>`number >= ${least}`)
      .orderBy('name'),
  many,
);

beforeAll(async () => {
  await owner.pool.query(
    `create table snapshot_probe (name text, number int);
    insert into snapshot_probe values ('a', 1), ('a', 2), ('b', 3)`,
  );
});

test('a snapshot decodes values to the same types as a plain query', async () => {
  const facts = await snapshot({ everyKind }).read(db, {});
  expect(facts.everyKind).toEqual({
    paid_centavos: 9007199254740991n,
    paid_at: Temporal.Instant.from('2026-11-20T02:00:00.123456Z'),
    due_on: Temporal.PlainDate.from('2026-11-20'),
    name_sealed: Buffer.from([0, 255]),
    none_on: null,
    said: "it's $1",
  });
});

test('a snapshot refuses an amount that JSON cannot represent', async () => {
  const tooLarge = onePart(
    (query) => query.selectNoFrom(sql<bigint>`9007199254740993::int8`.as('paid_centavos')),
    (row) => row,
  );
  await expect(readPart(db, tooLarge, {})).rejects.toThrow('too large');
});

test('a snapshot reads all parts in one statement, each with its values', async () => {
  const parts = { everyKind, wanted, again: wanted };
  expectTypeOf<GivenOf<typeof parts>>().toEqualTypeOf<{ name: string; least: number }>();
  expectTypeOf<FactsOf<typeof parts>['wanted']>().toEqualTypeOf<{ name: string }[]>();
  const facts = await snapshot(parts).read(db, { name: 'a', least: 2 });
  expect(facts.wanted).toEqual([{ name: 'a' }]);
  expect(facts.again).toEqual(facts.wanted);
  expect((await snapshot(parts).read(db, { name: 'c', least: 0 })).wanted).toEqual([]);
});

test('a leading row passes its values to the parts; without it, none is read', async () => {
  const lead = part(
    (query, { of }: Given<{ of: number }>) =>
      query
        .selectFrom('snapshot_probe' as 'settings')
        .select('name')
        .where(sql<boolean>`number = ${of}`),
    firstRow,
  );
  const fails = part(
    (query, { name }: Given<{ name: string }>) =>
      query.selectNoFrom(sql<number>`1 / (length(${name}) - length(${name}))`.as('never')),
    firstRow,
  );
  const led = ledSnapshot({ query: lead, given: { name: 'name' } }, { wanted });
  expect(await led.read(db, { of: 3, least: 0 })).toEqual({
    lead: { name: 'b' },
    facts: { wanted: [{ name: 'b' }] },
  });
  const broken = ledSnapshot({ query: lead, given: { name: 'name' } }, { fails });
  expect(await broken.read(db, { of: 4 })).toBeNull();
  await expect(broken.read(db, { of: 3 })).rejects.toThrow('division by zero');
});

test('every column has the type that its suffix promises', async () => {
  const { rows } = await owner.pool.query<{ name: string }>(`
    select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.atttypid <> case
        when a.attname ~ '_centavos$' then 'int8'
        when a.attname ~ '_at$' then 'timestamptz'
        when a.attname ~ '(_on|^charged_to)$' then 'date'
        when a.attname ~ '_(sealed|hash)$' then 'bytea'
        else format_type(a.atttypid, null) end::regtype`);
  // The types of these columns do not match their names, so a part cannot select them under these
  // names.
  expect(rows.map(({ name }) => name).sort()).toEqual([
    'borrowers.password_hash',
    'sms_challenges.counted_on',
  ]);
});

test('a column whose name does not fit its type fails to compile', () => {
  // @ts-expect-error a bigint is named _centavos
  part((query) => query.selectNoFrom(sql<bigint>`1::int8`.as('total')), firstRow);
  // @ts-expect-error a text is not a hash
  part((query) => query.selectFrom('borrowers').select('password_hash'), firstRow);
});
