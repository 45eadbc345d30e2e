// Migrates a database: its roles, our SQL files, and the tables of the job queue.
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { CannotStart } from '#/platform/cannot-start.ts';
import { connect, type Place } from './database.ts';
import {
  type MigrationFile,
  migrationsFolder,
  readDone,
  readFiles,
  whyIncompatible,
  whyOutdated,
} from './migration-files.ts';
import { setForRole } from './session.ts';

/** The group to which the migrations grant rights. Serving roles are members of this group. */
const group = 'sandali_app';
/** An arbitrary number for the advisory lock, which only these migrations take. */
const turn = 8_150_715;

/**
 * Runs the missing files in the order of their names, each in its own transaction, and returns
 * their names. Creates `servingUser`, the server's login role, if it is missing. Concurrent runs
 * are safe. Reports through `say` each created role, and limits that it could not set.
 * @throws CannotStart if the files do not extend the database's history, or a role is wrong.
 */
export async function migrate(options: {
  owner: Place;
  servingUser: string;
  folder?: string;
  say?(sentence: string): void;
}): Promise<string[]> {
  const { say = () => {} } = options;
  const files = readFiles(options.folder ?? migrationsFolder);
  const { pool } = connect(options.owner, { max: 1 });
  try {
    const client = await pool.connect();
    try {
      await client.query('set statement_timeout = 0');
      await client.query(`set lock_timeout = '60s'`);
      await client.query('select pg_advisory_lock($1)', [turn]);
      // A migration that waits for a lock blocks every statement behind it.
      await client.query(`set lock_timeout = '3s'`);
      await ensureRoles(client, options.servingUser, say);
      const ran = await runFiles(client, files);
      await installQueue(options.owner);
      await grantQueue(client);
      const unset = await setForRole(client, options.servingUser);
      if (unset) say(unset);
      return ran;
    } finally {
      client.release(true); // ends the session, which releases its advisory lock
    }
  } finally {
    await pool.end();
  }
}

async function runFiles(client: pg.PoolClient, files: readonly MigrationFile[]): Promise<string[]> {
  await client.query(
    `create table if not exists migrations (
      name text primary key, sha256 text not null, compatible_from text)`,
  );
  await client.query('alter table migrations add column if not exists compatible_from text');
  const done = await readDone(client);
  const refused = whyOutdated(files, done) ?? whyIncompatible(files, done);
  if (refused) throw new CannotStart(refused);
  const last = done.at(-1)?.name ?? '';
  const waiting = files.filter((file) => !done.some((row) => row.name === file.name));
  for (const { name } of waiting)
    if (name < last)
      throw new CannotStart(
        `The migration ${name} comes before ${last}, which has already run. Give it a later number.`,
      );
  for (const file of waiting) await runFile(client, file);
  return waiting.map((file) => file.name);
}

/**
 * Runs a file, in up to five attempts if it does not get a lock in time. A failed attempt has no
 * effect.
 */
async function runFile(client: pg.PoolClient, file: MigrationFile): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await client.query(file.text);
      await client.query(
        'insert into migrations (name, sha256, compatible_from) values ($1, $2, $3)',
        [file.name, file.sha256, file.compatibleFrom],
      );
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw new Error('not committed');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      const { code, message } = error as { code?: string; message: string };
      if (code !== '55P03' || attempt === 5)
        throw new Error(`The migration ${file.name} failed: ${message}`, { cause: error });
      await wait(1000);
    }
  }
}

async function ensureRoles(
  client: pg.PoolClient,
  servingUser: string,
  say: (sentence: string) => void,
): Promise<void> {
  if (await createRole(client, group, 'nologin'))
    say(`Created the role ${group}, to which the migrations grant rights.`);
  if (await createRole(client, servingUser, 'login'))
    say(
      `Created the role ${servingUser} of DATABASE_URL, without a password. If it logs in with one, an administrator sets it: alter role ${client.escapeIdentifier(servingUser)} password '…';`,
    );
  const { rows } = await client.query<{ super: boolean; owns: boolean; member: boolean }>(
    `select rolsuper as super, pg_has_role(rolname, current_user, 'member') as owns,
      pg_has_role(rolname, $2, 'member') as member
    from pg_roles where rolname = $1`,
    [servingUser, group],
  );
  const [role] = rows;
  if (!role || role.super || role.owns)
    throw new CannotStart(
      `The role ${servingUser} must not serve: it has the rights of the owner. Give DATABASE_URL another user than DATABASE_OWNER_URL.`,
    );
  if (!role.member) await grantGroup(client, servingUser);
}

async function grantGroup(client: pg.PoolClient, servingUser: string): Promise<void> {
  const statement = `grant ${group} to ${client.escapeIdentifier(servingUser)}`;
  try {
    // Another database's migrations may have granted it.
    await queryIgnoring(client, statement, '42710', 'XX000');
  } catch (error) {
    throw new CannotStart(
      `The role ${servingUser} needs the rights of ${group}, and DATABASE_OWNER_URL cannot grant them (${(error as Error).message}). As an administrator: grant ${group} to ${servingUser};`,
    );
  }
}

/** Creates the role if it is missing. @returns whether it did */
async function createRole(client: pg.PoolClient, name: string, how: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount) return false;
  try {
    await queryIgnoring(
      client,
      `create role ${client.escapeIdentifier(name)} ${how}`,
      '42710',
      '23505',
    );
    return true;
  } catch (error) {
    throw new CannotStart(
      `The role ${name} is missing and could not be created (${(error as Error).message}). As an administrator: create role ${name} ${how};`,
    );
  }
}

/**
 * Ignores errors with these codes. Roles belong to the whole server but the advisory lock to one
 * database, so migrations of two databases may create the same role at the same time.
 */
async function queryIgnoring(
  client: pg.PoolClient,
  statement: string,
  ...codes: string[]
): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (!codes.includes((error as { code?: string }).code ?? '')) throw error;
  }
}

/** Lets pg-boss migrate its own schema as the owner; the server starts it with `migrate: false`. */
async function installQueue(owner: Place): Promise<void> {
  const boss = new PgBoss({ ...owner, max: 1, supervise: false, schedule: false });
  const failures: unknown[] = [];
  boss.on('error', (error) => failures.push(error));
  await boss.start();
  await boss.stop({ graceful: false });
  if (failures.length > 0)
    throw new Error('The job queue could not be installed.', { cause: failures[0] });
}

async function grantQueue(client: pg.PoolClient): Promise<void> {
  for (const right of [
    'usage on schema',
    'select, insert, update, delete on all tables in schema',
    'usage, select on all sequences in schema',
    'execute on all functions in schema',
  ])
    await client.query(`grant ${right} pgboss to ${group}`);
}
