import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { slow } from '@sandali/contract/slow.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { CannotStart } from '#/platform/cannot-start.ts';
import { connect } from './database.ts';
import { type Launched, launchPostgres } from './launch.ts';

const folders: string[] = [];
const running: Launched[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const outer = fs.mkdtempSync(path.join(tmpdir(), 'sandali-launch-'));
  fs.chmodSync(outer, 0o755);
  folders.push(outer);
  return path.join(outer, 'pg');
}

async function launch(at: string): Promise<Launched> {
  const server = await launchPostgres({ folder: at, sync: false });
  running.push(server);
  return server;
}

async function ask(server: Launched, text: string): Promise<unknown[]> {
  const { pool } = connect(
    { host: server.host, user: server.user, database: 'postgres' },
    { max: 1 },
  );
  try {
    return (await pool.query(text)).rows;
  } finally {
    await pool.end();
  }
}

slow(
  'locks the data against a second process, and loses none when PostgreSQL is killed',
  {
    timeout: 60_000,
  },
  async () => {
    const at = folder();
    const first = await launch(at);
    await ask(first, 'create table kept as select 7 as n');
    await expect(launchPostgres({ folder: at })).rejects.toThrow(
      `The data in ${at} is in use by process ${process.pid}. Stop it, or set DATA_DIR`,
    );
    await first.stop();
    running.pop();

    const second = await launch(at);
    expect(await ask(second, 'select n from kept')).toEqual([{ n: 7 }]);
    process.kill(second.pid, 'SIGKILL');
    expect(await second.lost).toMatch(/^PostgreSQL ended by itself \(SIGKILL\)/);
    await second.stop();
    running.pop();

    const third = await launch(at);
    expect(await ask(third, 'select n from kept')).toEqual([{ n: 7 }]);
  },
);

slow(
  'refuses to start if the data folder is broken, and releases the lock',
  {
    timeout: 60_000,
  },
  async () => {
    const at = folder();
    const first = await launch(at);
    await first.stop();
    running.pop();
    fs.rmSync(path.join(first.dataFolder, 'data/global/pg_control'));
    const failure = await launchPostgres({ folder: at }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CannotStart);
    expect((failure as Error).message).toMatch(
      /^PostgreSQL cannot open the data in .*pg_control.*npm run reset\.$/s,
    );
    await expect(launchPostgres({ folder: at })).rejects.toThrow('cannot open the data');
  },
);

test('refuses to start if a file is in the data folder’s place', async () => {
  const at = folder();
  fs.writeFileSync(at, 'not a folder');
  await expect(launchPostgres({ folder: at })).rejects.toThrow(CannotStart);
});
