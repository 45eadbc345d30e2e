// `npm run backup -- make|follow|verify|restore`: backups of the database, the files and the keys
// (docs/operators/backup.md).
import { parseArgs } from 'node:util';
import { createDiskFiles } from '#/adapters/files/disk.ts';
import { followDatabase } from '#/backup/follow.ts';
import { makeBackup } from '#/backup/make.ts';
import { restoreBackup } from '#/backup/restore.ts';
import { type Tools, verifyBackup } from '#/backup/verify.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import { realClocks } from '#/platform/clock.ts';
import { readBackup } from '#/platform/config.ts';
import { whyNot } from '#/platform/why-not.ts';
import { verifyTrail } from '#/staff/verify.ts';

const usage = `npm run backup -- make                              makes a backup in BACKUPS
npm run backup -- follow                            copies the WAL and new files until a signal
npm run backup -- verify [--time <ISO>]             restores into a temporary folder and examines it
npm run backup -- restore --to <folder> [--time <ISO>]`;

const tools: Tools = {
  openFiles: createDiskFiles,
  async whyTrailFails(read, wall) {
    const { broken } = await verifyTrail(read, wall, null);
    return broken && `batch ${broken.batch} of the trail does not hold: ${broken.reason}`;
  },
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = 1;
  console.error(whyNot(error, { dataDir: '', database: { url: null, ownerUrl: '' } }) ?? error);
}

async function run(args: string[]): Promise<void> {
  const { values, positionals } = read(args);
  const [verb] = positionals;
  const time = values.time === undefined ? null : instantOf(values.time);
  const config = readBackup();
  const { wall } = realClocks();
  if (verb === 'make') {
    const { folder, manifest } = await makeBackup(config, wall);
    console.log(`Made ${folder} at ${manifest.endLsn} of installation ${manifest.installation}.`);
  } else if (verb === 'follow') {
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
    await followDatabase(config, wall, stop.signal, console.error);
  } else if (verb === 'verify') {
    const { backup, lastTransactionAt, files, rows, wrong } = await verifyBackup(
      config,
      time,
      wall(),
      tools,
    );
    for (const sentence of wrong) console.error(sentence);
    if (wrong.length > 0) process.exitCode = 1;
    else
      console.log(
        `${backup} is whole: books and trail hold, and each of ${rows} rows has its file (${files} files). Its last transaction: ${lastTransactionAt ?? 'in the base backup'}.`,
      );
  } else if (verb === 'restore' && values.to !== undefined) {
    const { manifest, lastTransactionAt, files } = await restoreBackup(config, {
      to: values.to,
      time,
    });
    console.log(
      `Restored installation ${manifest.installation} to ${values.to} (database, files, keys): ${files} files, last transaction ${lastTransactionAt ?? 'in the base backup'}. Start it with DRILL=1 first.`,
    );
    if (manifest.masterKeys.length > 1)
      console.log(
        'The master key was being changed at that moment: start it with MASTER_KEY_PREVIOUS too.',
      );
  } else throw new CannotStart(usage);
}

function read(args: string[]) {
  try {
    const options = { to: { type: 'string' }, time: { type: 'string' } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}\n${usage}`);
  }
}

function instantOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch {
    throw new CannotStart(
      `--time ${text} is not an instant. Write it with its offset, such as 2026-11-30T14:05:00+08:00.`,
    );
  }
}
