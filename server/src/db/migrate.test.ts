import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { slow } from '@sandali/contract/slow.testing.ts';
import { fromKysely, PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { CannotStart } from '#/platform/cannot-start.ts';
import { connect, type Database, inTx, type Place } from './database.ts';
import { migrate } from './migrate.ts';
import { migrationsFolder, refuseOtherMigrations } from './migration-files.ts';
import { inDatabase } from './place.testing.ts';
import { refuseOwner } from './session.ts';
import { freshDatabase } from './testing.ts';

const fresh = await freshDatabase();
const server = inject('testServer');
const admin = connect(server.owner, { max: 1 });
afterAll(() => admin.pool.end());
const appUser =
  (await fresh.app.pool.query<{ name: string }>('select current_user as name')).rows[0]?.name ?? '';

let name: string;
let owner: Place;
let db: Database;
let folder: string;
beforeEach(async () => {
  name = `t_${randomUUID().replaceAll('-', '')}`;
  await admin.pool.query(`create database ${name} template template0`);
  owner = inDatabase(server.owner, name);
  db = connect(owner);
  folder = fs.mkdtempSync(path.join(tmpdir(), 'sandali-migrations-'));
  file(
    '01-start.sql',
    'create table thing (id int primary key); grant select on thing to sandali_app;',
  );
});
afterEach(async () => {
  await db.pool.end();
  await admin.pool.query(`drop database ${name} with (force)`);
  fs.rmSync(folder, { recursive: true });
});

function file(fileName: string, text: string): void {
  fs.writeFileSync(path.join(folder, fileName), text);
}
const run = (servingUser = appUser) => migrate({ owner, servingUser, folder });

test('runs each migration file once, even if several processes start together', async () => {
  const ran = await Promise.all([run(), run(), run()]);
  expect(ran.flat()).toEqual(['01-start.sql']);
  file('02-more.sql', 'create table more (id int);');
  expect(await run()).toEqual(['02-more.sql']);
  expect(await run()).toEqual([]);
  const app = connect(inDatabase(server.app, name), { max: 1 });
  expect((await app.pool.query('select * from thing')).rows).toEqual([]);
  await app.pool.end();
});

test('rolls back a failing migration file, and keeps the earlier files', async () => {
  file('02-bad.sql', 'create table half (id int); select 1/0;');
  await expect(run()).rejects.toThrow('The migration 02-bad.sql failed: division by zero');
  const { rows } = await db.pool.query(
    `select to_regclass('half') as half, (select array_agg(name) from migrations) as names`,
  );
  expect(rows).toEqual([{ half: null, names: ['01-start.sql'] }]);
});

test('refuses inserted, changed or removed migrations, and any with a COMMIT', async () => {
  file('03-third.sql', 'select 1;');
  await run();
  file('02-late.sql', 'select 1;');
  await expect(run()).rejects.toThrow('02-late.sql comes before 03-third.sql');
  fs.rmSync(path.join(folder, '02-late.sql'));
  file('01-start.sql', 'create table other (id int);');
  await expect(run()).rejects.toThrow('01-start.sql was changed');
  fs.rmSync(path.join(folder, '01-start.sql'));
  await expect(run()).rejects.toThrow('The database is newer than this build');
  file('04-own.sql', 'select 1;\ncommit;');
  await expect(run()).rejects.toThrow('may not begin or end a transaction');
});

test('a build works with newer migrations that say so, and with no others', async () => {
  file('02-own.sql', 'select 1;');
  await run();
  const older = fs.mkdtempSync(path.join(tmpdir(), 'sandali-older-'));
  onTestFinished(() => fs.rmSync(older, { recursive: true }));
  fs.cpSync(folder, older, { recursive: true });
  const runOlder = () => migrate({ owner, servingUser: appUser, folder: older });
  const checkOlder = () => refuseOtherMigrations(db.pool, older);

  file('03-expand.sql', '-- compatibleFrom: 02-own.sql\nalter table thing add column note text;');
  await run();
  expect(await runOlder()).toEqual([]);
  await checkOlder();

  file('04-contract.sql', '-- compatibleFrom: 03-expand.sql\nalter table thing drop column note;');
  await run();
  const tooNew = 'it has run 04-contract.sql, with which this build cannot work';
  await expect(runOlder()).rejects.toThrow(tooNew);
  await expect(checkOlder()).rejects.toThrow(tooNew);

  fs.rmSync(path.join(older, '02-own.sql'));
  await expect(checkOlder()).rejects.toThrow('it has run 02-own.sql');
  file('05-wrong.sql', '-- compatibleFrom: 06-later.sql\nselect 1;');
  await expect(run()).rejects.toThrow('says compatibleFrom: 06-later.sql, which is no earlier');
});

test('a server that does not migrate names the migration that is missing', async () => {
  const check = () => refuseOtherMigrations(db.pool, folder);
  await expect(check()).rejects.toThrow('lacks the migration 01-start.sql of this build');
  await run();
  await check();
  file('02-more.sql', 'select 1;');
  await expect(check()).rejects.toThrow('lacks the migration 02-more.sql');
});

test('refuses a database from an older build without changing it', async () => {
  await db.pool.query(`create table migrations (name text primary key, sha256 text not null);
    insert into migrations values ('0001-base.sql', 'e3b0'), ('0002-account.sql', 'c442');
    create table borrowers (id uuid)`);
  const refused = migrate({ owner, servingUser: appUser });
  await expect(refused).rejects.toThrow(CannotStart);
  await expect(refused).rejects.toThrow(
    'made by an older build of Sandali, which this one cannot read. Run `npm run reset`',
  );
  const { rows } = await db.pool.query(
    `select to_regclass('settings') as settings, to_regclass('borrowers')::text as borrowers`,
  );
  expect(rows).toEqual([{ settings: null, borrowers: 'borrowers' }]);
});

test('refuses the database’s owner as the serving role', async () => {
  const { rows } = await db.pool.query<{ name: string }>('select current_user as name');
  await expect(run(rows[0]?.name)).rejects.toThrow(CannotStart);
});

slow(
  'an owner that is no superuser runs all migrations, once the serving role is granted',
  async () => {
    const [plainOwner, serving] = [`owner_${name}`, `serving_${name}`];
    await admin.pool.query(`create role ${plainOwner} login; create role ${serving} login;
    alter database ${name} owner to ${plainOwner};`);
    onTestFinished(async () => {
      await admin.pool.query(`drop role ${plainOwner}; drop role ${serving};`);
    });
    const said: string[] = [];
    const runAll = () =>
      migrate({
        owner: { ...owner, user: plainOwner },
        servingUser: serving,
        say: (sentence) => void said.push(sentence),
      });
    const statement = `grant sandali_app to ${serving};`;
    await expect(runAll()).rejects.toThrow(`As an administrator: ${statement}`);
    await admin.pool.query(statement);
    expect(await runAll()).toEqual(fs.readdirSync(migrationsFolder).sort());
    // The owner may not change the role, so it names the statements that an administrator must run.
    const [sentence = '', ...others] = said.splice(0);
    expect([sentence, others]).toEqual([
      expect.stringMatching(`^DATABASE_OWNER_URL cannot set the limits of the role ${serving} \\(`),
      [],
    ]);
    await admin.pool.query(sentence.split('as an administrator: ')[1] ?? '');
    await runAll();
    expect(said).toEqual([]);
  },
);

test('says which role it has created', async () => {
  const missing = `missing_${name}`;
  onTestFinished(async () => void (await admin.pool.query(`drop role ${missing}`)));
  const said: string[] = [];
  const runFor = () =>
    migrate({ owner, servingUser: missing, folder, say: (sentence) => void said.push(sentence) });
  await runFor();
  await runFor();
  expect(said).toEqual([
    `Created the role ${missing} of DATABASE_URL, without a password. If it logs in with one, an administrator sets it: alter role "${missing}" password '…';`,
  ]);
});

test('a server that does not migrate refuses an owner’s credentials', async () => {
  await expect(refuseOwner(fresh.owner.pool)).rejects.toThrow(
    /^DATABASE_URL has the owner’s credentials: the role \w+ is a superuser\. Set it/,
  );
  await refuseOwner(fresh.app.pool);
  const helper = `helper_${name}`;
  await admin.pool.query(`create role ${helper}`);
  onTestFinished(
    async () => void (await admin.pool.query(`drop owned by ${helper}; drop role ${helper}`)),
  );
  await run();
  await db.pool.query(`alter table migrations owner to ${helper}`);
  const app = connect(inDatabase(server.app, name), { max: 1 });
  onTestFinished(() => app.pool.end());
  await refuseOwner(app.pool);
  await admin.pool.query(`grant ${helper} to ${appUser}`);
  await expect(refuseOwner(app.pool)).rejects.toThrow(`the role ${appUser} owns the tables.`);
});

test('the serving role can enqueue, process and schedule jobs', {
  timeout: 30_000,
}, async () => {
  const boss = new PgBoss({ ...fresh.place.app, migrate: false, reindex: false, max: 3 });
  const failures: unknown[] = [];
  boss.on('error', (error) => failures.push(error));
  await boss.start();
  try {
    await boss.createQueue('letters');
    await inTx(fresh.app.db, (tx) => boss.send('letters', { n: 1 }, { db: fromKysely(tx) }));
    const rolledBack = inTx(fresh.app.db, async (tx) => {
      await boss.send('letters', { n: 2 }, { db: fromKysely(tx) });
      throw new Error('changed its mind');
    });
    await expect(rolledBack).rejects.toThrow('changed its mind');
    await boss.schedule('letters', '0 3 * * *');
    expect(await boss.getSchedules()).toMatchObject([{ name: 'letters', cron: '0 3 * * *' }]);
    const payloads: unknown[] = [];
    await boss.work(
      'letters',
      { pollingIntervalSeconds: 0.5 },
      async (jobs) => void payloads.push(...jobs.map((job) => job.data)),
    );
    await expect.poll(() => payloads, { timeout: 10_000 }).toEqual([{ n: 1 }]);
    await boss.supervise();
    expect(failures).toEqual([]);
  } finally {
    await boss.stop({ graceful: false });
  }
});
