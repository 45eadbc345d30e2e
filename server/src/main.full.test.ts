// Tests that the server exits with code 1 and a one-sentence message if its bank simulator or
// database stops.
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findDataFolder } from '#/db/data-folder.ts';
import { prepareDatabase } from '#/db/prepared.testing.ts';
import { isAtLength } from '#/testing/effort.ts';
import { type Program, startProgram } from '#/testing/program.ts';
import { makeRoot } from '#/testing/server.ts';

/** Returns the process id of PostgreSQL in this data folder; 0 if it was never started. */
function databaseOf(home: string): number {
  const file = path.join(home, 'data/postmaster.pid');
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0;
}

/**
 * Removes a test's folders after PostgreSQL has exited, because PostgreSQL may outlive a killed
 * server.
 */
async function cleanUp(folder: string): Promise<void> {
  const home = findDataFolder(path.join(folder, 'pg'));
  const database = databaseOf(home);
  await expect.poll(() => database > 0 && fs.existsSync(`/proc/${database}`)).toBe(false);
  for (const each of [home, folder]) fs.rmSync(each, { recursive: true, force: true });
}

async function started() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-main-')));
  let stop: Program['stop'] = async () => {};
  onTestFinished(async () => {
    await stop('SIGKILL');
    await cleanUp(folder);
  });
  // If root runs the test, PostgreSQL runs as another user, who must be able to enter the folder.
  fs.chmodSync(folder, 0o755);
  makeRoot(path.join(folder, 'keys'));
  await prepareDatabase(path.join(folder, 'pg'));
  const { DATABASE_URL: _, DATABASE_OWNER_URL: __, npm_lifecycle_event: ___, ...env } = process.env;
  const own = { DATA_DIR: folder, ALLOW_PLAIN: '1', SANDBOX_SEEDS: '0' };
  const program = await startProgram(
    path.join(import.meta.dirname, 'main.ts'),
    { ...env, ...own },
    60_000,
  );
  stop = program.stop;
  const { child } = program;
  let stderrText = '';
  child.stderr?.on('data', (text: string) => {
    stderrText += text;
  });
  const exited = once(child, 'close').then(([code]) => [code, stderrText]);
  const bank = fs
    .readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  const database = databaseOf(findDataFolder(path.join(folder, 'pg')));
  return { exited, database, bank: bank.find((pid) => pid !== database) ?? 0 };
}

// The test finds child processes in /proc.
test.runIf(isAtLength && process.platform === 'linux').each([
  ['bank', /^The bank simulator ended by itself \(killed\)\.\n$/],
  ['database', /^PostgreSQL ended by itself \(SIGKILL\)\. Its last log lines: .*\n$/],
] as const)(
  'the server exits with a one-sentence message when its %s is killed',
  async (what, sentence) => {
    const { exited, [what]: pid } = await started();
    process.kill(pid, 'SIGKILL');
    expect(await exited).toEqual([1, expect.stringMatching(sentence)]);
  },
);
