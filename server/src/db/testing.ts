// Gives each test file its own database.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, inject } from 'vitest';
import { connect, type Database, type Place, type Read } from './database.ts';
import { fewConnections, inDatabase } from './place.testing.ts';

/**
 * One connection more than an app has, because in some tests one connection is held while two
 * others race.
 */
const few = { max: fewConnections + 1 };

export type Fresh = { owner: Database; app: Database; place: { owner: Place; app: Place } };

/**
 * Copies the migrated template, empty or with prepared people, and drops the copy after the file's
 * last test. Slices use `app`, the serving role.
 */
export async function freshDatabase({
  isPeopled = false,
}: {
  isPeopled?: boolean;
} = {}): Promise<Fresh> {
  const server = inject('testServer');
  const template = isPeopled ? server.peopled : server.template;
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = connect(server.owner, { max: 1 });
  await admin.pool.query(`create database ${name} template ${template} strategy file_copy`); // 18 ms, by the log 29 ms
  const place = { owner: inDatabase(server.owner, name), app: inDatabase(server.app, name) };
  const fresh = { owner: connect(place.owner, few), app: connect(place.app, few), place };
  afterAll(async () => {
    await Promise.all([fresh.owner.pool.end(), fresh.app.pool.end()]);
    await admin.pool.query(`drop database ${name} with (force)`);
    await admin.pool.end();
  });
  return fresh;
}

/** Runs `work` on a test's database as its owner. */
export async function asOwnerOf<T>(app: Read, work: (db: Read) => Promise<T>): Promise<T> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app);
  const { db, pool } = connect(inDatabase(inject('testServer').owner, rows[0]?.name ?? ''), {
    max: 1,
  });
  try {
    return await work(db);
  } finally {
    await pool.end();
  }
}
