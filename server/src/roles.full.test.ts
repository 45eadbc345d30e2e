// The whole server as a process: migrate and worker, an older server on a newer schema, and ending.
import { spawn } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { logonRegister } from '@sandali/contract/account.ts';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { findDataFolder } from '#/db/data-folder.ts';
import { connect } from '#/db/database.ts';
import { launchPostgres } from '#/db/launch.ts';
import { mintKeysAhead } from '#/platform/key-files.ts';
import { companyEnv } from '#/platform/lender.testing.ts';
import { type Program, startProgram } from '#/testing/program.ts';
import { makeRoot } from '#/testing/server.ts';

const startMs = 60_000;
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-roles-')));
fs.chmodSync(folder, 0o755); // if root runs this, PostgreSQL's user must be able to enter
const home = path.join(folder, 'pg');
const postgres = await launchPostgres({ folder: home, sync: false, settings: { fsync: 'off' } });
const owner = connect({ host: postgres.host, user: 'postgres', database: 'postgres' }, { max: 1 });
afterAll(async () => {
  await owner.pool.end();
  await postgres.stop();
  for (const each of [findDataFolder(home), folder])
    fs.rmSync(each, { recursive: true, force: true });
});

const url = (role: string) =>
  `postgres://${role}@localhost/postgres?host=${encodeURIComponent(postgres.host)}`;
const database = { DATABASE_URL: url('app'), DATABASE_OWNER_URL: url('postgres') };
const inherited = { PATH: process.env.PATH };
const sandbox = {
  ...inherited,
  ...database,
  SANDBOX: '1',
  SANDBOX_SEEDS: '0',
  ALLOW_PLAIN: '1',
  DATA_DIR: dataFolder('sandbox'),
  MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  PAYOUTS_START_PAUSED: '1',
};

function dataFolder(name: string): string {
  const dataDir = path.join(folder, name);
  fs.mkdirSync(dataDir);
  makeRoot(path.join(dataDir, 'keys'));
  return dataDir;
}

async function start(env: NodeJS.ProcessEnv, fixed?: NodeJS.ProcessEnv): Promise<Program> {
  const main = path.join(import.meta.dirname, 'main.ts');
  const program = await startProgram(main, env, startMs, fixed);
  onTestFinished(() => program.stop('SIGKILL'));
  return program;
}

async function run(file: string, env: NodeJS.ProcessEnv): Promise<[number, string]> {
  const args = ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, file)];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = await once(child, 'close');
  return [code, output];
}

async function readyzOf({ at }: Program): Promise<[number, Record<string, string>]> {
  const answer = await fetch(`http://127.0.0.1:${at.opsPort}/readyz`);
  return [answer.status, ((await answer.json()) as { checks: Record<string, string> }).checks];
}

/** Sends half of a call; `finish` sends the rest and returns the answer. */
async function slowCall({ at }: Program) {
  const socket = net.connect(at.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  await once(socket, 'connect');
  const head = [
    `POST /galaxy${logonRegister.path} HTTP/1.1`,
    `host: 127.0.0.1:${at.port}`,
    'content-type: application/json',
    'content-length: 2',
    'x-encrypted: 0',
    'x-terminal-type: web',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  await wait(200);
  return {
    async finish() {
      const closed = once(socket, 'close');
      socket.write('}');
      await closed;
      return answer;
    },
  };
}

test('migrate prepares a database that a worker serves without owner credentials', async () => {
  const dataDir = dataFolder('worker');
  const root = createPrivateKey(fs.readFileSync(path.join(dataDir, 'keys/root.pem')));
  const rootKey = createPublicKey(root).export({ format: 'der', type: 'spki' });
  mintKeysAhead(path.join(dataDir, 'keys'), root, Temporal.Now.instant(), 2);
  fs.rmSync(path.join(dataDir, 'keys/root.pem'));
  const worker = {
    ...inherited,
    ...companyEnv,
    ROLE: 'worker',
    SANDBOX: '0',
    DATABASE_URL: database.DATABASE_URL,
    DATA_DIR: dataDir,
    ROOT_PUBLIC_KEY: rootKey.toString('base64url'),
    MASTER_KEY: sandbox.MASTER_KEY,
    TRUSTED_PROXIES: '1',
    SMS_GATEWAYS: 'semaphore',
    SEMAPHORE_API_KEY: 'a-key-of-a-test',
    SEMAPHORE_SENDER: 'SANDALI',
    SEMAPHORE_URL: 'http://127.0.0.1:1',
    BANK: 'xendit',
    XENDIT_API_KEY: 'xnd_development_of_a_test',
    XENDIT_CALLBACK_TOKEN: 'callback-token-of-a-test',
    XENDIT_URL: 'http://127.0.0.1:1',
  };
  const fixed = { ORIGIN: 'https://app.example' };
  expect(await run('migrate.ts', { ...inherited, ...database })).toEqual([
    0,
    expect.stringMatching(/^Ran 01-platform\.sql, .*15-sandbox\.sql\.\n$/),
  ]);
  expect(await run('migrate.ts', { ...inherited, ...database })).toEqual([
    0,
    'The database has all migrations.\n',
  ]);
  expect(await run('main.ts', { ...worker, ...fixed, ...database, PORT: '0' })).toEqual([
    1,
    expect.stringMatching(/^ROLE=worker must not hold the owner’s credentials.*\n$/),
  ]);
  const program = await start(worker, fixed);
  expect(await readyzOf(program)).toEqual([200, expect.objectContaining({ worker: 'ok' })]);
  expect([program.at.port, program.at.hookPort]).toEqual([0, 0]);
  const metrics = await (await fetch(`http://127.0.0.1:${program.at.opsPort}/metrics`)).text();
  expect(metrics).toMatch(/^sandali_build_info\{.*role="worker"\} 1$/m);
});

test('an older server serves on a newer schema, unless a migration shuts it out', async () => {
  const newer = (compatibleFrom: string | null) =>
    owner.pool.query(
      `insert into migrations values ('99-newer.sql', '', $1)
      on conflict (name) do update set compatible_from = $1`,
      [compatibleFrom],
    );
  await newer('15-sandbox.sql');
  const program = await start(sandbox);
  expect(await readyzOf(program)).toEqual([200, expect.objectContaining({ migrations: 'ok' })]);
  await program.stop();
  await newer(null);
  onTestFinished(async () => {
    await owner.pool.query(`delete from migrations where name = '99-newer.sql'`);
  });
  expect(await run('main.ts', { ...sandbox, PORT: '0' })).toEqual([
    1,
    expect.stringMatching(/^The database is newer than this build: it has run 99-newer\.sql.*\n$/),
  ]);
});

test('a server that stops says so, and then finishes its calls without new ones', async () => {
  const program = await start({ ...sandbox, DRAIN_MS: '1500' });
  const call = await slowCall(program);
  const exited = once(program.child, 'close');
  program.child.kill('SIGTERM');
  await wait(400);
  expect(await readyzOf(program)).toEqual([503, expect.objectContaining({ worker: 'ok' })]);
  const late = await fetch(`http://127.0.0.1:${program.at.port}/robots.txt`);
  expect([late.status < 500, late.headers.get('connection')]).toEqual([true, 'close']);
  await wait(2000);
  await expect(fetch(`http://127.0.0.1:${program.at.port}/robots.txt`)).rejects.toThrow();
  expect(program.child.exitCode).toBeNull();
  expect(await call.finish()).toMatch(/^HTTP\/1\.1 \d+ [\s\S]*connection: close/i);
  expect(await exited).toEqual([0, null]);
});

test('a second signal ends a server at once', async () => {
  const program = await start(sandbox);
  await slowCall(program);
  const exited = once(program.child, 'close');
  program.child.kill('SIGTERM');
  await wait(1000);
  expect(program.child.exitCode).toBeNull();
  program.child.kill('SIGTERM');
  expect(await exited).toEqual([1, null]);
});
