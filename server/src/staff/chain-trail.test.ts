import { slow } from '@sandali/contract/slow.testing.ts';
import type pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { audit } from '#/context/audit.ts';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { createLog } from '#/platform/log.ts';
import { testContext } from '#/testing/context.ts';
import { readAlarms } from './alarms.ts';
import { chainTrail } from './chain-trail.ts';
import { patient } from './testing.ts';
import { headOfTrail, verifyTrail } from './verify.ts';

const logged: string[] = [];
const {
  app: context,
  clocks,
  fresh: { app, owner },
} = await testContext({ log: createLog('error', (line) => logged.push(line)) });
const zero = `decode(repeat('00', 32), 'hex')`;
const chain = async () => await chainTrail(workCtx(context));
const verify = async (known: { number: bigint; hash: string } | null = null) =>
  await verifyTrail(app.db, clocks.wall(), known);
const write = async (act: string) =>
  await inTx(app.db, (tx) =>
    audit(tx, {
      at: clocks.now(),
      who: 'ana',
      role: 'support',
      act,
      subject: 's',
      reason: 'why',
      detail: { n: 1 },
    }),
  );

/**
 * Chains all rows. Transactions in other tests' databases have ids from the same counter and may
 * delay the chain.
 */
async function chainAll(): Promise<void> {
  const unchained = async () => {
    await chain();
    return (await verify()).unchainedRows;
  };
  await expect.poll(unchained, { interval: 5, timeout: 10_000 }).toBe(0);
}

async function minute(): Promise<void> {
  clocks.addMs(60_000);
  await chainAll();
}

/** Changes a table as its owner, with its triggers disabled. */
async function tamper(
  table: 'audit_log' | 'audit_batches' | 'audit_head',
  statement: string,
): Promise<void> {
  await owner.pool.query(
    `alter table ${table} disable trigger all; ${statement}; alter table ${table} enable trigger all`,
  );
}

beforeEach(async () => {
  await tamper('audit_log', 'truncate audit_log; alter sequence audit_numbers restart');
  await tamper('audit_batches', 'truncate audit_batches');
  await tamper(
    'audit_head',
    `update audit_head set number = 0, to_id = 0, hash = ${zero},
       marked_to = null, marked_in = null, marked_at = null`,
  );
  for (const batch of [1, 2, 3]) {
    await write(`first of ${batch}`);
    await write(`second of ${batch}`);
    await minute();
  }
});

test('chains the trail rows of one minute as one batch', async () => {
  await minute();
  expect(await verify()).toEqual({
    batches: 3,
    rows: 6,
    unchainedRows: 0,
    broken: null,
    isHeldUp: false,
  });
  await write('later');
  clocks.addMs(1000);
  expect(await chain()).toBe(1); // a minute has passed since the last mark
  await chainAll();
  await write('too soon');
  expect(await chain()).toBe(0);
  expect(await verify()).toMatchObject({ batches: 4, rows: 7, unchainedRows: 1, broken: null });
});

/** Runs `meanwhile` inside a separate transaction, then commits that transaction. */
async function duringTransaction(
  meanwhile: (query: pg.PoolClient['query']) => Promise<void>,
): Promise<void> {
  const client = await owner.pool.connect();
  try {
    await client.query('begin');
    await meanwhile(client.query.bind(client) as pg.PoolClient['query']);
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

test('a batch is not chained while one of its rows is not yet committed', async () => {
  await duringTransaction(async (query) => {
    await query(`insert into audit_log (at, who, act) values ('2026-04-01', 'late', 'late')`);
    await write('after it, committed before it');
    clocks.addMs(60_000);
    expect(await chain()).toBe(1);
    expect(await chain()).toBe(0);
    clocks.addMs(6 * 60_000);
    expect(await chain()).toBe(0);
    expect(await verify()).toMatchObject({
      batches: 3,
      unchainedRows: 1,
      broken: null,
      isHeldUp: true,
    });
  });
  await chainAll();
  expect(await verify()).toEqual({
    batches: 4,
    rows: 8,
    unchainedRows: 0,
    broken: null,
    isHeldUp: false,
  });
});

test('does not chain a batch while some of its numbers are reserved but unwritten', async () => {
  await duringTransaction(async (query) => {
    const { rows } = await query('select next_audit_number() as id');
    await write('after it, committed before it');
    clocks.addMs(60_000);
    expect(await chain()).toBe(1);
    expect(await chain()).toBe(0);
    await query(
      `insert into audit_log (id, at, who, act) values (${rows[0].id}, '2026-04-01', 'late', 'late')`,
    );
  });
  await chainAll();
  expect(await verify()).toMatchObject({ batches: 4, rows: 8, broken: null });
});

test('verification detects a row inserted into a gap that a rollback has left', async () => {
  await inTx(app.db, async (tx) => {
    await audit(tx, { at: clocks.now(), who: 'ana', act: 'undone' });
    throw new Error('undone');
  }).catch(() => {});
  await write('after the gap');
  await minute();
  expect(await verify()).toMatchObject({ batches: 4, rows: 7, broken: null });
  await tamper(
    'audit_log',
    `insert into audit_log (id, at, who, act) values (7, '2026-04-01', 'x', 'x')`,
  );
  expect(await verify()).toMatchObject({
    broken: { batch: 4, reason: '1 rows were inserted later' },
  });
});

test('concurrent servers build a single chain without delaying writers', async () => {
  for (let round = 0; round < 10; round++) {
    clocks.addMs(60_000);
    await Promise.all([
      chain(),
      write('a'),
      chain(),
      write('b'),
      chain(),
      write('c'),
      chain(),
      chain(),
    ]);
  }
  await minute();
  expect(await verify()).toMatchObject({ rows: 36, unchainedRows: 0, broken: null });
  await duringTransaction(async (query) => {
    await query('update audit_head set marked_at = marked_at');
    await write('while another server chains');
    clocks.addMs(60_000);
    expect(await chain()).toBe(0);
  });
});

slow('splits many trail rows into several batches', async () => {
  await owner.pool.query(
    `insert into audit_log (at, who, act) select '2026-04-01', 'x', 'x' from generate_series(1, 25000)`,
  );
  await minute();
  expect(await verify()).toMatchObject({ batches: 6, rows: 25_006, broken: null });
});

test('continues the chain in a restored database whose transaction ids restart', async () => {
  await write('before the dump');
  clocks.addMs(60_000);
  expect(await chain()).toBe(1);
  await tamper('audit_head', 'update audit_head set marked_in = marked_in + 1000000000');
  await minute();
  expect(await verify()).toMatchObject({ batches: 4, unchainedRows: 0, broken: null });
});

test.each([
  ['changed', `update audit_log set who = 'eve' where id = 3`, 2, 'a row was changed'],
  [
    'changed in its role',
    `update audit_log set role = 'finance' where id = 3`,
    2,
    'a row was changed',
  ],
  [
    'changed in its detail',
    `update audit_log set detail = '{"n":2}' where id = 3`,
    2,
    'a row was changed',
  ],
  [
    'changed in its time',
    `update audit_log set at = at + interval '1 microsecond' where id = 3`,
    2,
    'a row was changed',
  ],
  ['deleted', 'delete from audit_log where id = 4', 2, '1 of its 2 rows are gone'],
  [
    'swapped with another',
    'update audit_log a set act = b.act from audit_log b where a.id + b.id = 11',
    3,
    'a row was changed',
  ],
  [
    'put in before the first',
    `insert into audit_log (id, at, who, act) values (0, '2026-04-01', 'x', 'x')`,
    1,
    'there are rows before the first number',
  ],
  [
    'moved to another number',
    'update audit_log set id = 99 where id = 2',
    1,
    '1 of its 2 rows are gone',
  ],
])('verification detects a trail row that was %s', async (_, statement, batch, fault) => {
  await tamper('audit_log', statement);
  expect((await verify()).broken).toEqual({ batch, reason: fault });
});

test.each([
  ['dropped', 'delete from audit_batches where number = 2', 2, 'link 2 is missing'],
  ['dropped at the end', 'delete from audit_batches where number = 3', 3, 'link 3 is missing'],
  [
    'rewritten',
    `update audit_batches set rows_hash = ${zero} where number = 2`,
    2,
    'its link was changed',
  ],
  [
    'dated back',
    `update audit_batches set chained_at = chained_at - interval '1 day' where number = 1`,
    1,
    'its link was changed',
  ],
  [
    'put in',
    `insert into audit_batches select 4, 7, 7, 0, chained_at, rows_hash, hash, ${zero} from audit_batches where number = 3`,
    4,
    'a link was inserted',
  ],
])('verification detects a chain link that was %s', async (_, statement, batch, fault) => {
  await tamper('audit_batches', statement);
  expect((await verify()).broken).toEqual({ batch, reason: fault });
});

test('a head stored elsewhere reveals a chain recomputed after a change', async () => {
  const head = await headOfTrail(app.db);
  expect(head).toMatchObject({ number: 3, toId: 6, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const known = { number: 3n, hash: head?.hash ?? '' };
  expect((await verify(known)).broken).toBe(null);
  await tamper('audit_log', `update audit_log set who = 'eve' where id = 6`);
  await tamper('audit_batches', 'delete from audit_batches where number = 3');
  await tamper(
    'audit_head',
    'update audit_head set number = 2, to_id = 4, hash = (select hash from audit_batches where number = 2)',
  );
  expect((await verify(known)).broken).toEqual({
    batch: 3,
    reason: 'the chain ends before the stored head',
  });
  await write('so that there is something to chain');
  await minute();
  expect((await verify()).broken).toBe(null); // the tables alone do not reveal it
  expect((await verify(known)).broken).toEqual({
    batch: 3,
    reason: 'its hash differs from the stored one',
  });
});

test.each([
  ['the last batch', `update audit_log set who = 'eve' where id = 6`, 3],
  ['an older batch, when its turn comes', `update audit_log set who = 'eve' where id = 2`, 1],
])('reports tampering with %s in the trail and as an alarm', async (_, statement, batch) => {
  const alarm = async () => (await readAlarms(context, patient.alarmMs)).sentences.trail;
  expect(await alarm()).toBe('ok');
  await tamper('audit_log', statement);
  const noted = async () => {
    await write('meanwhile');
    clocks.addMs(60_000);
    for (let n = 0; n < 2; n += 1) await chain();
    return await app.db
      .selectFrom('audit_log')
      .select(['who', 'subject', 'detail'])
      .where('act', '=', 'trailBroken')
      .execute();
  };
  const row = {
    who: 'the chain',
    subject: String(batch),
    detail: { batch, reason: 'a row was changed' },
  };
  await expect.poll(noted, { interval: 5, timeout: 10_000 }).toEqual([row]);
  for (let n = 0; n < 3; n += 1) expect(await noted()).toEqual([row]);
  expect(logged.at(-1)).toContain('the trail does not verify');
  expect(await alarm()).toBe(`batch ${batch} of the trail does not verify: run ops audit verify`);
});

test('the serving role cannot choose trail numbers or change existing rows', async () => {
  const attempts = [
    `insert into audit_log (id, at, who, act) values (2000, '2026-04-01', 'x', 'x')`,
    `select nextval('audit_numbers')`,
    `select setval('audit_numbers', 1)`,
    'truncate audit_log',
    'update audit_batches set row_count = 0',
    'delete from audit_batches',
    'truncate audit_batches',
    'delete from audit_head',
    `insert into audit_head (singleton, number, to_id, hash) values (false, 0, 0, ${zero})`,
    'delete from staff_keys',
    'truncate staff_keys',
    'alter table audit_batches disable trigger all',
  ];
  for (const statement of attempts)
    await expect(app.pool.query(statement), statement).rejects.toThrow(
      /permission denied|must be owner/,
    );
});

test('triggers prevent even the tables’ owner from changing the trail', async () => {
  const attempts = [
    `update audit_log set who = ''`,
    'delete from audit_log',
    'truncate audit_log',
    'update audit_batches set row_count = 0',
    'delete from audit_batches',
    'truncate audit_batches',
  ];
  for (const statement of attempts)
    await expect(owner.pool.query(statement), statement).rejects.toThrow(/never changed/);
});
