import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { counted } from './counted.testing.ts';
import { inTx, isBusy, runAll, statementNames, type Tx } from './database.ts';
import { freshDatabase } from './testing.ts';

const { owner, app } = await freshDatabase();
await sql`create table note (id int primary key, text text not null)`.execute(owner.db);
await sql`grant select, insert on note to sandali_app`.execute(owner.db);

const write = (tx: Tx, id: number) => sql`insert into note values (${id}, 'x')`.execute(tx);
async function ids(): Promise<number[]> {
  return (await sql<{ id: number }>`select id from note order by id`.execute(app.db)).rows.map(
    (row) => row.id,
  );
}

test('dates, instants and big integers survive a round trip to the database', async () => {
  const day = Temporal.PlainDate.from('2026-02-28');
  const at = Temporal.Instant.from('2026-02-28T15:59:59.123456Z');
  const query = sql`select ${day}::date as day, ${at}::timestamptz as at,
    9007199254740993::int8 as big, ${day}::text as text, ${[day]}::date[] is null as empty`;
  const { rows } = await query.execute(app.db);
  expect(rows).toEqual([{ day, at, big: 9007199254740993n, text: '2026-02-28', empty: false }]);
  expect(String((rows[0] as { at: unknown }).at)).toBe('2026-02-28T15:59:59.123456Z');
});

test('opens database sessions with UTC, short timeouts and no JIT', async () => {
  const names = [
    'TimeZone',
    'statement_timeout',
    'lock_timeout',
    'idle_in_transaction_session_timeout',
    'jit',
  ];
  const settings = names.map((name) =>
    sql<{ value: string }>`select current_setting(${name}) as value`.execute(app.db),
  );
  expect((await Promise.all(settings)).map(({ rows }) => rows[0]?.value)).toEqual([
    'UTC',
    '15s',
    '5s',
    '30s',
    'off',
  ]);
});

test('inTx commits and returns the function’s result', async () => {
  const answer = await inTx(app.db, async (tx) => {
    await write(tx, 1);
    return 'done';
  });
  expect(answer).toBe('done');
  expect(await ids()).toEqual([1]);
});

test('a failure caused by an earlier one in its transaction does not indicate a pooler', async () => {
  const failed = inTx(app.db, (tx) =>
    Promise.all([
      sql`select 1 / 0`.execute(tx),
      ...[1, 2].map((nth) => sql`select ${nth}::int as never_prepared`.execute(tx)),
    ]),
  );
  await expect(failed).rejects.toThrow('division by zero');
  expect(app.db.prepared.hasLost).toBe(false);
});

test('a transaction runs concurrent statements in order and rolls back if one fails', async () => {
  const failed = inTx(app.db, (tx) =>
    Promise.all([write(tx, 10), write(tx, 1), write(tx, 11), write(tx, 12)]),
  );
  await expect(failed).rejects.toThrow('duplicate key');
  const swallowed = inTx(app.db, (tx) => Promise.allSettled([write(tx, 10), write(tx, 1)]));
  await expect(swallowed).rejects.toThrow('duplicate key');
  expect(await ids()).toEqual([1]);
});

test('refuses a statement after its transaction has ended', async () => {
  let kept: Tx | undefined;
  await inTx(app.db, async (tx) => {
    kept = tx;
  });
  await expect(write(kept as Tx, 20)).rejects.toThrow('after the end');
  const thrown = inTx(app.db, async (tx) => {
    kept = tx;
    throw new Error('own reason');
  });
  await expect(thrown).rejects.toThrow('own reason');
  await expect(write(kept as Tx, 20)).rejects.toThrow('after the end');
  expect(await ids()).toEqual([1]);
});

test('a transaction rolls back on a driver error or a lost connection', async () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  await expect(
    inTx(app.db, (tx) => Promise.all([write(tx, 30), sql`select ${circle}::text`.execute(tx)])),
  ).rejects.toThrow('circular');
  const ended = inTx(app.db, async (tx) => {
    await write(tx, 31);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await owner.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await write(tx, 32);
  });
  await expect(ended).rejects.toThrow();
  expect(await ids()).toEqual([1]);
});

test('a lost connection or a former primary may succeed later, a wrong statement never', async () => {
  const busyAfter = async (work: (tx: Tx) => Promise<unknown>) =>
    await inTx(app.db, work).then(() => null, isBusy);
  const cut = async (tx: Tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await owner.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await write(tx, 41);
  };
  const readOnly = async (tx: Tx) => {
    await sql`set transaction read only`.execute(tx);
    await write(tx, 42);
  };
  expect(await busyAfter(cut)).toBe(true);
  expect(await busyAfter(readOnly)).toBe(true);
  expect(await busyAfter((tx) => sql`select from nowhere`.execute(tx))).toBe(false);
});

test('concurrent transactions do not lose each other’s updates', async () => {
  await sql`create table counter as select 0::int8 as n`.execute(owner.db);
  await sql`grant select, update on counter to sandali_app`.execute(owner.db);
  const add = () =>
    inTx(app.db, async (tx) => {
      const [{ rows }] = await Promise.all([
        sql<{ n: bigint }>`select n from counter for update`.execute(tx),
        sql`select 1`.execute(tx),
      ]);
      await sql`update counter set n = ${(rows[0]?.n ?? 0n) + 1n}`.execute(tx);
    });
  await Promise.all(Array.from({ length: 50 }, add));
  expect((await sql`select n from counter`.execute(app.db)).rows).toEqual([{ n: 50n }]);
});

test('the serving role cannot create, drop or delete', async () => {
  await expect(sql`create table mine (n int)`.execute(app.db)).rejects.toThrow('permission denied');
  await expect(sql`drop table note`.execute(app.db)).rejects.toThrow('must be owner');
  await expect(sql`delete from note`.execute(app.db)).rejects.toThrow('permission denied');
});

test('names a preparable statement after its text', () => {
  const nameOf = statementNames(3);
  const text = 'select "id", count(*) over (), 2\n * 3 as six from "borrowers" where "id" = $1';
  const notPrepared = [
    'select * from "borrowers"',
    'select "b".* from "borrowers" as "b"',
    'insert into "x" ("a") values ($1) returning *',
    'commit',
    `insert into "x" ("a") values ${Array.from({ length: 120 }, (_, nth) => `($${nth + 1}, now())`).join(', ')}`,
  ];
  for (const unnamed of notPrepared) expect(nameOf(unnamed)).toBeNull();
  expect(['select 1', text, 'select 1', 'select 2', 'select 3', text].map(nameOf)).toEqual([
    's0',
    's1',
    's0',
    's2',
    null,
    's1',
  ]);
});

test('a running server keeps working when a newer version adds a column', async () => {
  await owner.pool.query(
    'create table widening (id int primary key); grant select on widening to sandali_app',
  );
  const ask = async () => [
    (await sql<{ id: number }>`select * from widening`.execute(app.db)).rows.length,
    (await sql<{ id: number }>`select id from widening`.execute(app.db)).rows.length,
  ];
  expect(await ask()).toEqual([0, 0]);
  await owner.pool.query('insert into widening values (1)');
  await owner.pool.query('alter table widening add column note text');
  expect(await ask()).toEqual([1, 1]);
});

test('a transaction rolls back and reports a failure even if its caller swallowed it', async () => {
  const swallowing = (...ids: number[]) =>
    inTx(app.db, async (tx) => {
      await sql`select`.execute(tx);
      for (const id of ids) await write(tx, id).catch(() => {});
    });
  const before = await ids();
  await expect(swallowing(30, 30, 31)).rejects.toThrow('duplicate key');
  expect(await ids()).toEqual(before);
});

test('a batch takes one round trip and sends its last statements with COMMIT', async () => {
  const batch = () =>
    inTx(app.db, async (tx) => {
      await runAll(
        tx,
        [40, 41].map((id) => insert(tx, id)),
      );
      tx.sendWithCommit([insert(tx, 42)]);
    });
  const before = await ids();
  const { statements, roundTrips } = await counted(batch);
  expect({ statements, roundTrips }).toEqual({ statements: 5, roundTrips: 2 });
  expect(await ids()).toEqual([...before, 40, 41, 42]);
});

test('a failed statement fails its transaction, no matter how it was sent', async () => {
  await owner.pool.query(
    `create table late (id int primary key,
      note int references note deferrable initially deferred);
      grant select, insert on late to sandali_app; insert into note values (50, 'x')`,
  );
  const places: Record<string, (tx: Tx) => Promise<unknown>> = {
    'in the first batch': (tx) => runAll(tx, [insert(tx, 51), insert(tx, 50), insert(tx, 52)]),
    'in a later batch': async (tx) => {
      await insertAll(tx, 53);
      await insertAll(tx, 50);
    },
    'with COMMIT': async (tx) => tx.sendWithCommit([insert(tx, 54), insert(tx, 50)]),
    'before other statements with COMMIT': async (tx) =>
      tx.sendWithCommit([insert(tx, 50), insert(tx, 55)]),
    'at COMMIT itself': (tx) => sql`insert into late values (1, 999)`.execute(tx),
  };
  const before = await ids();
  for (const [place, work] of Object.entries(places)) {
    const error = /duplicate key|foreign key/;
    await expect(inTx(app.db, work), place).rejects.toThrow(error);
    expect(await ids(), place).toEqual(before);
  }
});

const insert = (tx: Tx, id: number) => sql`insert into note values (${id}, 'x')`.compile(tx);
const insertAll = (tx: Tx, ...ids: number[]) =>
  runAll(
    tx,
    ids.map((id) => insert(tx, id)),
  );
