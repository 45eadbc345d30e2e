// A database that held entries before days were sealed: the migrations of the books keep every entry, give it the day it was recorded on in Manila,
// and the first seal begins with the first of them.
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { sealDays, trialBalanceOn, verifyBooks } from '#/ledger/ledger.ts';
import { writeEntry } from '#/ledger/testing.ts';
import { createLog } from '#/platform/log.ts';
import { testContext } from '#/testing/context.ts';
import { connect } from './database.ts';
import { migrate } from './migrate.ts';
import { inDatabase } from './testing.place.ts';

const server = inject('testServer');
const admin = connect(server.owner, { max: 1 });
const name = `t_${randomUUID().replaceAll('-', '')}`;
await admin.pool.query(`create database ${name} template template0`);
const place = { owner: inDatabase(server.owner, name), app: inDatabase(server.app, name) };
const [owner, app] = [connect(place.owner, { max: 1 }), connect(place.app, { max: 4 })];
const folder = fs.mkdtempSync(path.join(tmpdir(), 'sandali-upgrade-'));
afterAll(async () => {
  await Promise.all([owner.pool.end(), app.pool.end()]);
  await admin.pool.query(`drop database ${name} with (force)`);
  await admin.pool.end();
  fs.rmSync(folder, { recursive: true });
});

const { app: context, clocks } = await testContext({ db: app.db, log: createLog('error', () => {}) });
const files = fs.readdirSync(path.join(import.meta.dirname, 'migrations')).filter((one) => one.endsWith('.sql'));
const copy = (wanted: (file: string) => boolean) => {
  for (const file of files.filter(wanted)) fs.copyFileSync(path.join(import.meta.dirname, 'migrations', file), path.join(folder, file));
};
const servingUser = (await app.pool.query<{ name: string }>('select current_user as name')).rows[0]?.name ?? '';
const run = () => migrate({ owner: place.owner, servingUser, folder });
const day = (text: string) => Temporal.PlainDate.from(text);

/** An entry of ₱5.00 as it was written before there were sealed days. */
async function oldEntry(n: number, recordedAt: string, businessOn: string): Promise<void> {
  const id = `0f000000-0000-7000-8000-00000000000${n}`;
  await app.pool.query(`begin;
    insert into ledger_accounts (kind, owner_id, keeps) values ('gateway.float', null, null), ('suspense', null, 'credit') on conflict do nothing;
    insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on)
      values ('${id}', 'money.unmatched', 'old ${n}', '${recordedAt}', '${recordedAt}', '${businessOn}');
    insert into ledger_lines select '${id}', row_number() over (order by kind), id, case kind when 'suspense' then -500 else 500 end from ledger_accounts;
    commit`);
}

test('entries of before keep their order and stand on the Manila day they were recorded on; the first seal begins there, and all holds', async () => {
  copy((file) => file < '0040');
  await run();
  await oldEntry(1, '2026-03-25T15:59:59.999Z', '2026-03-25');
  await oldEntry(2, '2026-03-25T16:00:00Z', '2026-03-24');
  await oldEntry(3, '2026-03-29T02:00:00Z', '2026-03-29');
  copy(() => true);
  await run();
  const { rows } = await app.pool.query(`select fact_key, booked_on::text from ledger_entries order by number`);
  expect(rows.map((one) => `${one.fact_key} ${one.booked_on}`)).toEqual(['old 1 2026-03-25', 'old 2 2026-03-26', 'old 3 2026-03-29']);
  await writeEntry(app.db, clocks.now());
  expect(await sealDays(workCtx(context))).toBe(7);
  const verdict = await verifyBooks(app.db, null);
  expect(verdict).toMatchObject({ days: 7, entries: 3, unsealedEntries: 1, broken: null });
  expect(verdict.head?.day.toString()).toBe('2026-03-31');
  const balance = await trialBalanceOn(app.db, day('2026-03-26'), 'booked');
  expect(balance.isSealed).toBe(true);
  expect(balance.accounts.find((one) => one.kind === 'gateway.float')).toMatchObject({ openingCentavos: 500n, debitCentavos: 500n });
});
