// Changes every value of every row and link, deletes every row and link, and inserts a row at each
// free number. Verification must find every change in its batch.
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { audit } from '#/context/audit.ts';
import { workCtx } from '#/context/ctx.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { testContext } from '#/testing/context.ts';
import { chainTrail } from './chain-trail.ts';
import { verifyTrail } from './verify.ts';

const { app, clocks, fresh } = await testContext();
const batches = 4;

test('verification accepts a trail of four batches, each with a gap', async () => {
  for (let batch = 1; batch <= batches; batch++) {
    for (const act of ['first', 'second', 'third']) await inTx(app.db, (tx) => write(tx, act));
    await inTx(app.db, async (tx) => {
      await write(tx, 'undone');
      throw new Error('undone');
    }).catch(() => {});
    await inTx(app.db, (tx) => write(tx, 'last'));
    clocks.addMs(60_000);
    const unchained = async () => {
      await chainTrail(workCtx(app));
      return (await verifyTrail(app.db, clocks.wall(), null)).unchainedRows;
    };
    await expect.poll(unchained, { interval: 5, timeout: 10_000 }).toBe(0);
  }
  expect(await verifyTrail(app.db, clocks.wall(), null)).toMatchObject({
    batches,
    rows: 4 * batches,
    broken: null,
  });
});

async function write(tx: Tx, act: string): Promise<void> {
  await audit(tx, {
    at: clocks.now(),
    who: 'ana',
    role: 'support',
    act,
    subject: 's',
    reason: 'why',
    detail: { n: 1 },
  });
}

const changedValues: Record<string, string> = {
  at: `at + interval '1 second'`,
  who: `who || 'x'`,
  role: 'null',
  act: `'x' || act`,
  subject: 'null',
  reason: `reason || ' '`,
  detail: `detail || '{"m": 1}'`,
};
const otherLink: Record<string, string> = {
  from_id: 'from_id - 1',
  to_id: 'to_id + 1',
  row_count: 'row_count + 1',
  chained_at: `chained_at + interval '1 second'`,
  rows_hash: 'sha256(rows_hash)',
  previous_hash: 'sha256(previous_hash)',
  hash: 'sha256(hash)',
  number: 'number + 100',
};
/** Each batch covers five numbers, the fourth of which was rolled back. */
const numbers = Array.from({ length: 5 * batches }, (_, at) => ({
  id: at + 1,
  batch: Math.floor(at / 5) + 1,
  isGap: at % 5 === 3,
}));
const rows = numbers.filter((row) => !row.isGap);
const links = Array.from({ length: batches }, (_, at) => ({ number: at + 1, batch: at + 1 }));

const tampers = [
  ...rows.flatMap(({ id, batch }) => [
    ...Object.entries(changedValues).map(([column, value]) => ({
      batch,
      statement: `update audit_log set ${column} = ${value} where id = ${id}`,
    })),
    { batch, statement: `delete from audit_log where id = ${id}` },
    { batch, statement: `update audit_log set id = 1000 where id = ${id}` },
  ]),
  ...numbers
    .filter((row) => row.isGap)
    .map(({ id, batch }) => ({
      batch,
      statement: `insert into audit_log (id, at, who, act) values (${id}, '2026-04-01', 'x', 'x')`,
    })),
  ...links.flatMap(({ number, batch }) => [
    ...Object.entries(otherLink).map(([column, value]) => ({
      batch,
      statement: `update audit_batches set ${column} = ${value} where number = ${number}`,
    })),
    { batch, statement: `delete from audit_batches where number = ${number}` },
  ]),
];

slow(`verification finds each of ${tampers.length} changes in its batch`, async () => {
  const missed: string[] = [];
  for (const { statement, batch } of tampers) {
    const brokenBatch = await brokenAfter(statement);
    if (brokenBatch !== batch && !statement.includes('number + 100'))
      missed.push(`${statement}: ${brokenBatch}`);
    if (brokenBatch === null) missed.push(statement);
  }
  expect(missed).toEqual([]);
  expect(await verifyTrail(app.db, clocks.wall(), null)).toMatchObject({ broken: null });
});

/** Runs a statement with triggers disabled, verifies, and rolls back. @returns the broken batch */
async function brokenAfter(statement: string): Promise<number | null> {
  let batch: number | null = null;
  const undone = inTx(fresh.owner.db, async (tx) => {
    for (const table of ['audit_log', 'audit_batches'])
      await sql`alter table ${sql.table(table)} disable trigger all`.execute(tx);
    await sql.raw(statement).execute(tx);
    batch = (await verifyTrail(tx, clocks.wall(), null)).broken?.batch ?? null;
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  return batch;
}
