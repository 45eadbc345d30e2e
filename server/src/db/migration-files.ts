// This build's migrations, and whether the build can work with a database's migrations.
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type pg from 'pg';
import { CannotStart } from '#/platform/cannot-start.ts';

export const migrationsFolder = path.join(import.meta.dirname, 'migrations');

/**
 * `compatibleFrom` is the last migration of the oldest build that can still work after this one;
 * null if no older build can.
 */
type Run = { name: string; sha256: string; compatibleFrom: string | null };
export type MigrationFile = Run & { text: string };

/** Matches the names of migrations from before we squashed them into one file per area. */
const ofOlderBuild = /^\d{4}-/;
const olderBuild =
  'The data was made by an older build of Sandali, which this one cannot read. Run `npm run reset` to start over; it deletes that data.';

/**
 * Reads the files in the order in which they run.
 * @throws CannotStart if one ends its transaction, or is compatible with no earlier migration
 */
export function readFiles(folder: string): MigrationFile[] {
  const files = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = fs.readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
      if (/^\s*(begin|commit|rollback)\s*;/im.test(text))
        throw new CannotStart(`The migration ${name} may not begin or end a transaction.`);
      const compatibleFrom = /^-- compatibleFrom: (\S+)$/m.exec(text)?.[1] ?? null;
      const sha256 = createHash('sha256').update(text).digest('hex');
      return { name, text, sha256, compatibleFrom };
    });
  for (const { name, compatibleFrom } of files)
    if (compatibleFrom && !files.some((file) => file.name === compatibleFrom && file.name < name))
      throw new CannotStart(
        `The migration ${name} says compatibleFrom: ${compatibleFrom}, which is no earlier migration.`,
      );
  return files;
}

/** Returns the migrations that a database has run, in order; none if it was never migrated. */
export async function readDone(client: pg.Pool | pg.PoolClient): Promise<Run[]> {
  const { rows } = await client.query<Run>(
    `select name, sha256, compatible_from as "compatibleFrom"
    from migrations order by name collate "C"`,
  );
  return rows;
}

/** Returns why this build cannot use a database with other migrations; null if it can. */
export function whyOutdated(files: readonly MigrationFile[], done: readonly Run[]): string | null {
  for (const { name, sha256 } of done) {
    const file = files.find((candidate) => candidate.name === name);
    if (!file && ofOlderBuild.test(name)) return olderBuild;
    if (file && file.sha256 !== sha256)
      return `The migration ${name} was changed after it had run here. Put it back and write a new file; \`npm run reset\` starts over without the data.`;
  }
  return null;
}

/**
 * Returns why this build cannot work with a newer migration of the database; null if it can. Names
 * order migrations, so a build has all of them up to its last one.
 */
export function whyIncompatible(
  files: readonly Pick<Run, 'name'>[],
  done: readonly Pick<Run, 'name' | 'compatibleFrom'>[],
): string | null {
  const last = files.at(-1)?.name ?? '';
  const tooNew = done.find(
    ({ name, compatibleFrom }) =>
      !files.some((file) => file.name === name) && !(compatibleFrom && compatibleFrom <= last),
  );
  return tooNew
    ? `The database is newer than this build: it has run ${tooNew.name}, with which this build cannot work. Start the newer build.`
    : null;
}

/** Returns the first migration of this build that the database has not run; null if it has all. */
export function missingMigration(
  files: readonly Pick<Run, 'name'>[],
  done: readonly Pick<Run, 'name'>[],
): string | null {
  return files.find(({ name }) => !done.some((row) => row.name === name))?.name ?? null;
}

/**
 * Checks that a server of this build can work with the database as it is.
 * @throws CannotStart if a migration is missing, was changed, or is too new for this build
 */
export async function refuseOtherMigrations(
  pool: pg.Pool,
  folder: string = migrationsFolder,
): Promise<void> {
  const files = readFiles(folder);
  const { rows } = await pool.query<{ exists: boolean }>(
    `select to_regclass('migrations') is not null as exists`,
  );
  const done = rows[0]?.exists ? await readDone(pool) : [];
  const refused = whyOutdated(files, done) ?? whyIncompatible(files, done);
  if (refused) throw new CannotStart(refused);
  const missing = missingMigration(files, done);
  if (missing)
    throw new CannotStart(
      `The database lacks the migration ${missing} of this build. Run npm run migrate first.`,
    );
}
