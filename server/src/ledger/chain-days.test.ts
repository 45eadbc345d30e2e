import { createHash } from 'node:crypto';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { createLog } from '#/platform/log.ts';
import { testContext } from '#/testing/context.ts';
import { closeDays, lockHead } from './chain-days.store.ts';
import { books, chainDays, moneyUnmatched, post, watchBooks } from './ledger.ts';
import { afterTampering, entryAt, writeEntry } from './testing.ts';
import { verifyBooks } from './verify.ts';
import { alarmOfBooks } from './watch.ts';

const logged: string[] = [];
const {
  app: context,
  clocks,
  fresh,
} = await testContext({ log: createLog('error', (line) => logged.push(line)) });
const { app, owner } = fresh;
const chain = async () => await chainDays(workCtx(context));
const verify = async () => await verifyBooks(app.db, null);
const at = (text: string) => Temporal.Instant.from(text);
const alarm = async () => await alarmOfBooks(app.db, clocks.now());

function turnTo(text: string): void {
  clocks.addMs(at(text).epochMilliseconds - clocks.now().epochMilliseconds);
}

test('does not chain a day before it ends, or a day before the first entry', async () => {
  clocks.addDays(30);
  expect(await chain()).toBe(0);
  turnTo('2026-05-04T02:00:00Z');
  await writeEntry(app.db, clocks.now());
  expect(await chain()).toBe(0);
  expect(await verify()).toEqual({
    days: 0,
    entries: 0,
    unchainedEntries: 1,
    head: null,
    broken: null,
    watched: [],
  });
});

test('chains every day that has ended in Manila, including missed and empty days', async () => {
  turnTo('2026-05-04T15:59:59.999Z');
  await writeEntry(app.db, clocks.now());
  expect(await chain()).toBe(0);
  turnTo('2026-05-04T16:00:00Z');
  expect(await alarm()).toBe('ok');
  expect(await chain()).toBe(1);
  turnTo('2026-05-08T17:30:00Z');
  await writeEntry(app.db, at('2026-05-06T02:00:00Z'));
  await writeEntry(app.db, at('2026-05-08T02:00:00Z'));
  await writeEntry(app.db, clocks.now());
  expect(await alarm()).toBe('2026-05-05 has been unchained since 2026-05-05T16:00:00Z');
  expect(await chain()).toBe(4);
  expect(await alarm()).toBe('ok');
  expect(await chain()).toBe(0);
  const head = {
    day: Temporal.PlainDate.from('2026-05-08'),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  };
  expect(await verify()).toEqual({
    days: 5,
    entries: 4,
    unchainedEntries: 1,
    head,
    broken: null,
    watched: [],
  });
  const days = await app.db
    .selectFrom('ledger_days')
    .select(['day', 'entry_count', 'line_count'])
    .orderBy('day')
    .execute();
  expect(days.map((row) => `${row.day} ${row.entry_count} ${row.line_count}`)).toEqual([
    '2026-05-04 2 4',
    '2026-05-05 0 0',
    '2026-05-06 1 2',
    '2026-05-07 0 0',
    '2026-05-08 1 2',
  ]);
});

test('books a late report about a chained day on the current day, with both times', async () => {
  const late = await writeEntry(app.db, at('2026-05-06T05:00:00Z'));
  const row = await app.db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('id', '=', late)
    .executeTakeFirstOrThrow();
  expect([
    row.business_on.toString(),
    row.booked_on.toString(),
    row.recorded_at.toString(),
  ]).toEqual(['2026-05-06', '2026-05-09', '2026-05-06T05:00:00Z']);
  const earlier = { businessOn: Temporal.PlainDate.from('2026-05-05') };
  const today = await writeEntry(app.db, clocks.now(), earlier);
  const second = await app.db
    .selectFrom('ledger_entries')
    .select(['business_on', 'booked_on'])
    .where('id', '=', today)
    .executeTakeFirst();
  expect([second?.business_on.toString(), second?.booked_on.toString()]).toEqual([
    '2026-05-05',
    '2026-05-09',
  ]);
  expect((await verify()).broken).toBe(null);
});

test('does not chain a day while one of its entries is being posted', async () => {
  turnTo('2026-05-09T15:59:00Z');
  const entry = entryAt(clocks.now());
  await inTx(app.db, async (tx) => {
    await post(tx, entry);
    turnTo('2026-05-10T01:00:00Z');
    expect(await chain()).toBe(0);
    await writeEntry(app.db, clocks.now(), { lines: moneyUnmatched(5n, 'USD') });
  });
  expect(await chain()).toBe(1);
  const row = await app.db
    .selectFrom('ledger_entries')
    .select('booked_on')
    .where('id', '=', entry.id)
    .executeTakeFirstOrThrow();
  expect(row.booked_on.toString()).toBe('2026-05-09');
  expect((await verify()).broken).toBe(null);
});

test('posting an entry does not wait for a server that chains days', async () => {
  clocks.addDays(1);
  await writeEntry(app.db, clocks.now().subtract({ hours: 24 }));
  expect(await inTx(app.db, (tx) => closeDays(tx, Temporal.PlainDate.from('2026-05-10')))).toBe(
    true,
  );
  await inTx(app.db, async (tx) => {
    expect(await lockHead(tx)).toBe(true); // another server holds the lock
    expect(await chain()).toBe(0);
    const late = await writeEntry(app.db, clocks.now().subtract({ hours: 24 }));
    const row = await app.db
      .selectFrom('ledger_entries')
      .select('booked_on')
      .where('id', '=', late)
      .executeTakeFirstOrThrow();
    expect(row.booked_on.toString()).toBe('2026-05-11');
  });
  expect(await chain()).toBe(1);
  expect((await verify()).broken).toBe(null);
});

slow('builds one valid chain even if servers chain days while entries are posted', async () => {
  for (let round = 0; round < 10; round += 1) {
    clocks.addDays(1);
    const write = () => writeEntry(app.db, clocks.now().subtract({ hours: 20 }));
    await Promise.all([chain(), write(), chain(), write(), write(), chain()]);
  }
  await chain();
  expect(await verify()).toMatchObject({ days: 17, broken: null });
  const behind = await sql<{ count: number }>`select count(*)::int as count from ledger_entries e
    where not exists (select 1 from ledger_day_entries s where s.entry_id = e.id)
      and booked_on <= (select chained_to from ledger_head)`.execute(app.db);
  expect(behind.rows[0]?.count).toBe(0);
  expect((await books(app.db)).filter(({ invariant }) => invariant.startsWith('P3'))).toEqual([]);
});

test('another program computes the same hashes by following docs/operators/books.md', async () => {
  const text = (value: unknown): string =>
    Array.isArray(value) ? `[${value.map(text).join(', ')}]` : JSON.stringify(value);
  const micros = (instant: Temporal.Instant) => instant.toString({ smallestUnit: 'microsecond' });
  const entries = await app.db.selectFrom('ledger_entries').selectAll().orderBy('id').execute();
  const { rows: lines } = await sql<{
    entry_id: string;
    number: number;
    kind: string;
    owner_id: string | null;
    amount: string;
  }>`
    select l.entry_id, l.number, a.kind, a.owner_id, l.amount_centavos::text as amount from ledger_lines l
    join ledger_accounts a on a.id = l.account_id order by l.number`.execute(app.db);
  const days = await app.db.selectFrom('ledger_days').selectAll().orderBy('day').execute();
  let previous = Buffer.alloc(32);
  for (const day of days) {
    const own = entries.filter((entry) => entry.booked_on.equals(day.day));
    const hashes = own.map((entry) => {
      const parts = lines
        .filter((line) => line.entry_id === entry.id)
        .map((line) => [line.number, line.kind, line.owner_id, line.amount]);
      const ids = [
        entry.id,
        String(entry.number),
        entry.kind,
        entry.fact_key,
        entry.borrower_id,
        entry.loan_id,
      ];
      const when = [
        micros(entry.happened_at),
        micros(entry.recorded_at),
        entry.business_on.toString(),
        entry.booked_on.toString(),
      ];
      return createHash('sha256')
        .update(text([...ids, ...when, entry.line_count, parts]))
        .digest();
    });
    const rows = createHash('sha256').update(Buffer.concat(hashes)).digest();
    expect(day.rows_hash.equals(rows)).toBe(true);
    const count = (number: bigint) => String(number);
    const ids = [
      day.day.toString(),
      count(day.entry_count),
      count(day.line_count),
      day.chained_at.toString(),
    ];
    const hash = createHash('sha256').update(
      JSON.stringify([...ids, rows.toString('hex'), previous.toString('hex')]),
    );
    previous = hash.digest();
    expect(day.hash.equals(previous)).toBe(true);
  }
});

test('detects a rebuilt chain by a hash that was stored elsewhere', async () => {
  const known = { day: Temporal.PlainDate.from('2026-05-08'), hash: '' };
  const stored = await app.db
    .selectFrom('ledger_days')
    .select('hash')
    .where('day', '=', known.day)
    .executeTakeFirstOrThrow();
  expect((await verifyBooks(app.db, { ...known, hash: stored.hash.toString('hex') })).broken).toBe(
    null,
  );
  const other = { ...known, hash: '0'.repeat(64) };
  expect((await verifyBooks(app.db, other)).broken).toMatchObject({
    reason: 'its hash differs from the stored one',
  });
  const later = { day: Temporal.PlainDate.from('2026-12-31'), hash: '0'.repeat(64) };
  expect((await verifyBooks(app.db, later)).broken).toMatchObject({
    reason: 'it has no link, though one was kept',
  });
});

slow('records a changed entry once, and keeps the alarm after the change is undone', async () => {
  await watchBooks(workCtx(context));
  expect(logged.filter((line) => line.includes('the books'))).toEqual([]);
  const [entry] = await app.db
    .selectFrom('ledger_entries')
    .select('id')
    .where('booked_on', '=', Temporal.PlainDate.from('2026-05-06'))
    .execute();
  const change = (kind: string) =>
    owner.pool.query(`set session_replication_role = replica; update ledger_entries set kind = '${kind}' where id = '${entry?.id}';
      set session_replication_role = origin`);
  await change('other');
  for (let n = 0; n < 3; n += 1) await watchBooks(workCtx(context));
  await change('money.unmatched');
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['who', 'subject', 'detail'])
    .where('act', '=', 'booksBroken')
    .execute();
  const detail = {
    day: '2026-05-06',
    reason: 'an entry was changed',
    entries: [`${entry?.id} changed`],
  };
  expect(rows).toEqual([{ who: 'the books', subject: '2026-05-06', detail }]);
  expect(logged.at(-1)).toContain('the books do not verify');
  expect(await alarm()).toBe('2026-05-06 did not verify: run ops ledger verify');
  expect((await verify()).broken).toBe(null);
});

test('detects tampered rows, and the books verify again once the rows are restored', async () => {
  const broken = await afterTampering(
    owner.db,
    ['delete from ledger_lines'],
    async (read) => (await verifyBooks(read, null)).broken,
  );
  expect(broken).toMatchObject({ reason: 'an entry was changed' });
  expect((await verify()).broken).toBe(null);
});

slow('continues verifying the chain where the last run stopped', async () => {
  clocks.addDays(40);
  await writeEntry(app.db, clocks.now());
  clocks.addDays(1);
  expect(await chain()).toBe(41);
  const place = async () => (await verify()).watched.find(({ scope }) => scope === 'all days');
  const first = Temporal.PlainDate.from('2026-05-04');
  expect((await place())?.day).toEqual(first);
  clocks.addMs(1000);
  await watchBooks(workCtx(context));
  expect((await place())?.day.toString()).toBe(first.add({ days: 31 }).toString());
  expect((await place())?.endedAt).not.toEqual(clocks.wall());
  await watchBooks(workCtx(context));
  expect(await place()).toMatchObject({ day: first, endedAt: clocks.wall() });
  expect((await verify()).watched.find(({ scope }) => scope === 'last day')?.endedAt).toEqual(
    clocks.wall(),
  );
});

slow('hashes and verifies a day with many entries in batches', async () => {
  const id = await writeEntry(app.db, clocks.now());
  await owner.pool.query(
    `set session_replication_role = replica;
     insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on,
         booked_on, line_count)
       select gen_random_uuid(), kind, 'many ' || n, happened_at, recorded_at, business_on,
           booked_on, line_count
         from ledger_entries, generate_series(1, 4500) n where id = '${id}';
     insert into ledger_lines
       select e.id, l.number, l.account_id, l.amount_centavos
         from ledger_entries e, ledger_lines l
       where e.fact_key like 'many %' and l.entry_id = '${id}';
     set session_replication_role = origin`,
  );
  clocks.addDays(1);
  const before = (await verify()).days;
  for (let batch = 0; batch < 2; batch += 1) {
    expect(await chain()).toBe(1);
    expect(await verify()).toMatchObject({ days: before, unchainedEntries: 4501, broken: null });
  }
  // This entry is recorded late: its day is already closed and being hashed.
  await writeEntry(app.db, clocks.now().subtract({ hours: 24 }));
  expect(await chain()).toBe(1);
  expect(await verify()).toMatchObject({ days: before + 1, unchainedEntries: 1, broken: null });
  const { rows } = await sql<{
    id: string;
  }>`select id from ledger_entries where fact_key like 'many %' order by number`.execute(app.db);
  for (const at of [10, 2500, 4400]) {
    const id = rows[at]?.id;
    const verdict = await afterTampering(
      owner.db,
      [`update ledger_entries set kind = 'other' where id = '${id}'`],
      (read) => verifyBooks(read, null),
    );
    expect(verdict).toMatchObject({
      days: before,
      broken: { reason: 'an entry was changed', entries: [{ entryId: id, what: 'changed' }] },
    });
  }
});
