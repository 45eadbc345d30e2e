// Runs the tools of PostgreSQL and pgBackRest.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { toolUser } from '#/db/data-folder.ts';
import { CannotStart } from '#/platform/cannot-start.ts';

/** Gives a folder with its content to the user that runs PostgreSQL. */
export function giveToPostgres(folder: string, { toolEnv }: { toolEnv: Env }): void {
  const { uid, gid } = toolUser;
  if (uid !== undefined && gid !== undefined)
    run('chown', ['-R', `${uid}:${gid}`, folder], { env: toolEnv });
}

type Env = NodeJS.ProcessEnv;

/** Returns the folder of this version's server and tools. @throws CannotStart if it is missing */
export function binOf(version: string, { toolEnv }: { toolEnv: Env }): string {
  const folders = [`/usr/lib/postgresql/${version}/bin`, ...(toolEnv.PATH ?? '').split(':')];
  const bin = folders.find((folder) => isOf(version, path.join(folder, 'pg_ctl')));
  if (!bin)
    throw new CannotStart(
      `This machine lacks PostgreSQL ${version} with its tools (Debian package postgresql-${version}).`,
    );
  return bin;
}

function isOf(version: string, tool: string): boolean {
  if (!fs.existsSync(tool)) return false;
  const { stdout } = spawnSync(tool, ['--version'], { encoding: 'utf8' });
  return new RegExp(`\\(PostgreSQL\\) ${version}\\b`).test(stdout ?? '');
}

type As = { isPostgres?: boolean; env: Env };

/** Runs a tool and returns its result, even if it fails. */
export function attempt(tool: string, args: readonly string[], { isPostgres, env }: As) {
  return spawnSync(tool, args, {
    encoding: 'utf8',
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    ...(isPostgres ? toolUser : {}),
  });
}

/** Runs a tool. @returns its output @throws CannotStart with the output if it fails */
export function run(tool: string, args: readonly string[], as: As): string {
  const { status, stdout, stderr, error } = attempt(tool, args, as);
  if (status !== 0)
    throw new CannotStart(
      `${path.basename(tool)} failed: ${error?.message ?? `${stderr}${stdout}`.trim().split('\n').slice(-3).join(' | ')}`,
    );
  return stdout.trim();
}
