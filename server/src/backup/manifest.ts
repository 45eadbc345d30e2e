// A backup's manifest: its installation, times, keys and sums.
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as v from 'valibot';
import { CannotStart } from '#/platform/cannot-start.ts';

const zManifest = v.strictObject({
  installation: v.string(),
  /** PostgreSQL's major version, and the name of the role that owns the tables. */
  postgres: v.string(),
  owner: v.string(),
  database: v.string(),
  startedAt: v.string(),
  endedAt: v.string(),
  /** The position in the WAL after which a restore to any time is possible. */
  endLsn: v.string(),
  /** Keyed hashes of the master keys in use, the newest last: two during `ops keys rotate`. */
  masterKeys: v.pipe(v.array(v.string()), v.minLength(1)),
  base: v.picklist(['pg_basebackup', 'pgbackrest']),
  /** The bucket that has the files, or null if the backup has them. */
  bucket: v.nullable(v.string()),
  /** SHA-256 in hex, by file name, of files that contain the sums of others. */
  sums: v.record(v.string(), v.string()),
});
export type Manifest = v.InferOutput<typeof zManifest>;

const fileName = 'manifest.json';

export function writeManifest(folder: string, manifest: Manifest): void {
  const half = path.join(folder, `${fileName}.half`);
  fs.writeFileSync(half, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  fs.renameSync(half, path.join(folder, fileName));
}

/**
 * Reads a backup's manifest and compares the sums in it.
 * @throws CannotStart if the backup is not whole
 */
export function readManifest(folder: string): Manifest {
  const file = path.join(folder, fileName);
  if (!fs.existsSync(file))
    throw new CannotStart(`There is no whole backup in ${folder}: it has no ${fileName}.`);
  const read = v.safeParse(zManifest, JSON.parse(fs.readFileSync(file, 'utf8')));
  if (!read.success) throw new CannotStart(`The manifest of ${folder} is damaged.`);
  for (const [name, sum] of Object.entries(read.output.sums))
    if (!fs.existsSync(path.join(folder, name)) || sumOf(path.join(folder, name)) !== sum)
      throw new CannotStart(`The backup in ${folder} is damaged: ${name} has changed.`);
  return read.output;
}

export function sumOf(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

/** Returns the folders of whole backups, oldest first. Their names are their times. */
export function backupsIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter(
      (name) => /^\d{8}T\d{6}Z$/.test(name) && fs.existsSync(path.join(folder, name, fileName)),
    )
    .sort()
    .map((name) => path.join(folder, name));
}
