// Verifies a backup by restoring and examining it.
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Files } from '#/adapters/files/port.ts';
import { checkFiles } from '#/context/file-check.ts';
import { installationOf } from '#/context/installation.ts';
import type { Database, Read } from '#/db/database.ts';
import { books } from '#/ledger/ledger.ts';
import type { BackupConfig } from '#/platform/config.ts';
import { databaseName, filesName } from './make.ts';
import { type Restored, restoreBackup } from './restore.ts';
import { binOf, run } from './tools.ts';

/** `wrong` has a sentence for each fault of the copy. */
export type Verified = Restored & { wrong: string[]; rows: number };

/** Functions of higher layers, which this folder may not import. */
export type Tools = {
  openFiles(folder: string): Promise<Files>;
  /** Returns what is wrong with the trail, or null. */
  whyTrailFails(read: Read, wall: Temporal.Instant): Promise<string | null>;
};

/** Restores the newest moment, or `time`, in a temporary folder and examines the copy. */
export async function verifyBackup(
  config: BackupConfig,
  time: Temporal.Instant | null,
  wall: Temporal.Instant,
  tools: Tools,
): Promise<Verified> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'sandali-verify-')));
  fs.chmodSync(folder, 0o711);
  const to = path.join(folder, 'copy');
  try {
    let [wrong, rows]: [string[], number] = [[], 0];
    const restored = await restoreBackup(config, { to, time }, async (database, { manifest }) => {
      ({ wrong, rows } = await examine(database, manifest, { to, wall, tools }));
    });
    if (restored.manifest.base === 'pg_basebackup')
      run(
        path.join(binOf(restored.manifest.postgres, config), 'pg_verifybackup'),
        [path.join(restored.backup, databaseName)],
        { env: config.toolEnv },
      );
    return { ...restored, wrong, rows };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Examines the books, the trail, the installation, and the files against the rows. */
async function examine(
  { db }: Database,
  { installation, bucket }: Restored['manifest'],
  { to, wall, tools }: { to: string; wall: Temporal.Instant; tools: Tools },
): Promise<{ wrong: string[]; rows: number }> {
  const wrong = (await books(db)).map((each) => `the books do not hold: ${JSON.stringify(each)}`);
  const broken = await tools.whyTrailFails(db, wall);
  if (broken) wrong.push(broken);
  if ((await installationOf(db)) !== installation)
    wrong.push('the database belongs to another installation');
  let rows = 0;
  const files = bucket ? null : await tools.openFiles(path.join(to, filesName));
  for (let from: string | null = 'pictures/00'; files && from; ) {
    const check = await checkFiles({ app: { db, files }, wall }, from);
    if (check.missing.count > 0)
      wrong.push(`${check.missing.count} rows have no file, such as ${check.missing.first[0]}`);
    rows += check.rows;
    from = check.next;
  }
  return { wrong, rows };
}
