// Follows a database and its files: receives the WAL, and copies each new file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { connect } from '#/db/database.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import type { BackupConfig } from '#/platform/config.ts';
import { factsOf, filesName, ownerUrlOf, passwordOf, walName, withoutPassword } from './make.ts';
import { followFiles, takeFiles } from './mirror.ts';
import { pgbackrest } from './pgbackrest.ts';
import { binOf, run } from './tools.ts';
import { watchFiles } from './watch.ts';

/** How often `follow` compares all files. Watched files are copied as soon as they appear. */
const compareEveryMs = 20_000;

/**
 * Receives the WAL and copies new files continuously until a signal ends it. Without it, a restore
 * reaches only the last backup. pgBackRest archives the WAL itself. Reports through `say` if the
 * folder of files cannot be watched.
 */
export async function followDatabase(
  config: BackupConfig,
  wall: () => Temporal.Instant,
  stop: AbortSignal,
  say: (sentence: string) => void,
): Promise<void> {
  const url = ownerUrlOf(config);
  const { postgres } = await factsOf(config, url);
  if (config.stanza) await expectArchive(config, url);
  const receiver = config.stanza ? null : receiveWal(config, url, postgres);
  const ended = receiver && once(receiver, 'close');
  const { files } = config;
  const source = files.kind === 'disk' ? files.folder : null;
  const target = path.join(config.folder, filesName);
  const watch = watchFiles(source, say);
  const end = () => {
    receiver?.kill('SIGINT');
    watch.close();
  };
  stop.addEventListener('abort', end);
  let endedBy: number | string | null = null;
  receiver?.on('close', (code, signal) => {
    endedBy = code ?? signal;
    watch.close();
  });
  try {
    for (let nextCompareMs = 0; !stop.aborted; ) {
      if (endedBy !== null) throw new CannotStart(`pg_receivewal ended by itself (${endedBy}).`);
      if (source && performance.now() >= nextCompareMs) {
        followFiles(source, target, wall());
        nextCompareMs = performance.now() + compareEveryMs;
      }
      const names = await watch.next(compareEveryMs);
      if (source) takeFiles(source, target, names);
    }
  } finally {
    end();
    await ended;
  }
}

/** @throws CannotStart if pgBackRest does not get the WAL, or gets it late */
async function expectArchive(config: BackupConfig, url: string): Promise<void> {
  pgbackrest(config, 'check');
  const { pool } = connect({ connectionString: url }, { max: 1 });
  try {
    const { rows } = await pool.query<{ seconds: number }>(
      `select setting::int as seconds from pg_settings where name = 'archive_timeout'`,
    );
    if (!rows[0]?.seconds)
      throw new CannotStart(
        'archive_timeout is 0, so pgBackRest gets the newest WAL only when 16 MB are full. Set it, such as archive_timeout = 60.',
      );
  } finally {
    await pool.end();
  }
}

function receiveWal(config: BackupConfig, url: string, version: string) {
  const folder = path.join(config.folder, walName);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const tool = path.join(binOf(version, config), 'pg_receivewal');
  const env = { ...config.toolEnv, ...passwordOf(url) };
  // With a slot, the database keeps the WAL until `follow` has received it.
  const from = ['-d', withoutPassword(url), '--slot=sandali_backup'];
  run(tool, [...from, '--create-slot', '--if-not-exists'], { env });
  return spawn(tool, [...from, '-D', folder, '--synchronous', '--status-interval=5'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
}
