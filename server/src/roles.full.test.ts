// Tests real server processes: migrate, api and worker, an older server on a newer schema,
// stopping.
import { once } from 'node:events';
import * as fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { register } from '@sandali/contract/signUp.ts';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openTestGateway } from '#/adapters/sms/testing.ts';
import { connect } from '#/db/database.ts';
import { startOwnPostgres } from '#/db/own-postgres.testing.ts';
import { readDataDir } from '#/platform/config.ts';
import { mintKeysAhead, readRoot, spkiOf } from '#/platform/key-files.ts';
import { companyEnv } from '#/platform/lender.testing.ts';
import { randomBytes } from '#/platform/random.ts';
import { createClient } from '#/sandbox/client.ts';
import { selfSigned } from '#/testing/certificate.ts';
import { type Program, runFile, startProgram } from '#/testing/program.ts';
import { makeRoot } from '#/testing/server.ts';

// A start takes half a minute on a busy machine, and a test starts two servers.
const startMs = 120_000;
vi.setConfig({ testTimeout: 400_000 });
const postgres = await startOwnPostgres('roles', { isPrepared: false });
const { folder, urlOf } = postgres;
const owner = connect(postgres.placeOf('postgres'), { max: 1 });
afterAll(async () => {
  await owner.pool.end();
  await postgres.stop();
});

const database = { DATABASE_URL: urlOf('app'), DATABASE_OWNER_URL: urlOf('postgres') };
const inherited = { PATH: process.env.PATH, FILES: path.join(folder, 'files') };
const sandbox = {
  ...inherited,
  ...database,
  SANDBOX: '1',
  SANDBOX_SEEDS: '0',
  ALLOW_PLAIN: '1',
  DATA_DIR: dataFolder('sandbox'),
  MASTER_KEY: randomBytes(32).toString('base64'),
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
  const starting = startProgram(main, env, startMs, fixed);
  // Registered before the start ends, because the server of a timed-out test would keep its folder.
  onTestFinished(async () => (await starting.catch(() => null))?.stop('SIGKILL'));
  return await starting;
}

async function run(file: string, env: NodeJS.ProcessEnv): Promise<[number | null, string]> {
  const { code, output } = await runFile(path.join(import.meta.dirname, file), env).closed;
  return [code, output];
}

async function readyzOf({ at }: Program): Promise<[number, Record<string, string>]> {
  const answer = await fetch(`http://127.0.0.1:${at.opsPort}/readyz`);
  return [answer.status, ((await answer.json()) as { checks: Record<string, string> }).checks];
}

/** Sends the first byte of a call; `finish` sends the second and returns the answer. */
async function slowCall({ at }: Program, bytes = 2) {
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
    `content-length: ${bytes}`,
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

/** The environment of a production server. The root key of the web app’s build signs its keys. */
function productionOf(
  role: 'api' | 'worker',
  smsUrl: string,
  { hasKeyFiles = true } = {},
): NodeJS.ProcessEnv {
  const dataDir = path.join(folder, role);
  const root = readRoot(path.join(readDataDir(), 'keys'));
  if (!root) throw new Error('The web app is not built. Build it: npm run build.');
  const keys = path.join(dataDir, 'keys');
  if (hasKeyFiles) mintKeysAhead(keys, root, Temporal.Now.instant(), 2);
  return {
    ...inherited,
    ...companyEnv,
    ROLE: role,
    SANDBOX: '0',
    DATABASE_URL: database.DATABASE_URL,
    DATA_DIR: dataDir,
    ROOT_PUBLIC_KEY: spkiOf(root),
    MASTER_KEY: sandbox.MASTER_KEY,
    ORIGIN: 'https://app.example',
    TRUSTED_PROXIES: '1',
    SMS_GATEWAYS: 'semaphore',
    SEMAPHORE_API_KEY: 'a-key-of-a-test',
    SEMAPHORE_SENDER: 'SANDALI',
    SEMAPHORE_URL: smsUrl,
    BANK: 'xendit',
    XENDIT_API_KEY: 'xnd_development_of_a_test',
    XENDIT_CALLBACK_TOKEN: 'callback-token-of-a-test',
    XENDIT_URL: 'http://127.0.0.1:1',
  };
}

test('migrate prepares a database, once', async () => {
  const migrated = await run('migrate.ts', { ...inherited, ...database });
  expect(migrated).toEqual([
    0,
    expect.stringMatching(/^Ran 01-platform\.sql, .*-buckets\.sql\.$/m),
  ]);
  expect(await run('migrate.ts', { ...inherited, ...database })).toEqual([
    0,
    'The database has all migrations.',
  ]);
});

test('a worker sends the code that a borrower requests from an api server', async () => {
  const gateway = await openTestGateway();
  onTestFinished(() => gateway.close());
  gateway.answerNext({ status: 200, body: [{ message_id: 1, status: 'Queued' }] });
  const origin = { ORIGIN: 'https://app.example' };
  const worker = await start(productionOf('worker', gateway.url), origin);
  // The worker has stored its key files for all servers.
  const withoutKeys = productionOf('api', gateway.url, { hasKeyFiles: false });
  const api = await start(withoutKeys, origin);
  expect(await readyzOf(worker)).toEqual([200, expect.objectContaining({ worker: 'ok' })]);
  const [status, checks] = await readyzOf(api);
  expect([status, checks.worker]).toEqual([200, undefined]);
  expect([worker.at.port, worker.at.hookPort]).toEqual([0, 0]);
  for (const [role, { at }] of Object.entries({ worker, api })) {
    const metrics = await (await fetch(`http://127.0.0.1:${at.opsPort}/metrics`)).text();
    expect(metrics).toMatch(new RegExp(`^sandali_build_info\\{.*role="${role}"\\} 1$`, 'm'));
  }

  const client = createClient({
    deviceId: randomBytes(16).toString('base64url'),
    wallMs: () => Date.now(),
    origin: `http://127.0.0.1:${api.at.port}`,
    fetch(request) {
      request.headers.set('x-forwarded-for', '203.0.113.7');
      request.headers.set('x-forwarded-proto', 'https');
      return fetch(request);
    },
  });
  const [phone, password] = ['+639175557001', 'tagong-salita-7'];
  const { challengeId } = await client.must(codeSms, { phone, purpose: 'register' });
  await expect.poll(() => gateway.received, { timeout: 10_000 }).toHaveLength(1);
  const code = /\d{6}/.exec(gateway.received[0]?.form.message ?? '')?.[0] ?? '';
  const account = { phone, challengeId, code, password, agreementVersion };
  expect((await client.ask(register, account)).name).toBe('success');
});

test('an api server and a worker refuse the owner’s credentials', async () => {
  const env = { ...productionOf('worker', 'http://127.0.0.1:1'), ...database, PORT: '0' };
  for (const ROLE of ['api', 'worker'])
    expect(await run('main.ts', { ...env, ROLE })).toEqual([
      1,
      expect.stringMatching(/^ROLE=\w+ must not hold the owner’s credentials.*$/),
    ]);
  const { DATABASE_OWNER_URL: _, ...asOwner } = { ...env, DATABASE_URL: urlOf('postgres') };
  expect(await run('main.ts', asOwner)).toEqual([
    1,
    expect.stringMatching(/^DATABASE_URL has the owner’s credentials: .* superuser\..*$/),
  ]);
});

test('a server with a certificate accepts webhooks on any address', async () => {
  const { cert, key } = selfSigned('127.0.0.1');
  const pair = { TLS_CERT_FILE: cert, TLS_KEY_FILE: key };
  for (const [name, pem] of Object.entries(pair)) fs.writeFileSync(path.join(folder, name), pem);
  const env = {
    ...productionOf('api', 'http://127.0.0.1:1'),
    HOOK_HOST: '0.0.0.0',
    TLS_CERT_FILE: path.join(folder, 'TLS_CERT_FILE'),
    TLS_KEY_FILE: path.join(folder, 'TLS_KEY_FILE'),
  };
  const { at } = await start(env, { ORIGIN: 'https://app.example' });
  const request = https.request(`https://127.0.0.1:${at.hookPort}/hooks/xendit`, {
    method: 'POST',
    ca: cert,
    headers: { 'content-length': 2 },
  });
  request.end('{}');
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(401);
});

test('a name that resolves to all addresses does not open the staff listener', async () => {
  const env = { ...productionOf('worker', 'http://127.0.0.1:1'), OPS_HOST: '0', PORT: '0' };
  expect(await run('main.ts', env)).toEqual([
    1,
    expect.stringMatching(/^OPS_HOST=0, which resolves to 0\.0\.0\.0, opens the staff listener.*$/),
  ]);
});

test('an older server serves on a newer schema, unless a migration excludes it', async () => {
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
    expect.stringMatching(/^The database is newer than this build: it has run 99-newer\.sql.*$/),
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

test('a server cuts off a call that is still running 25 s after draining', async () => {
  const program = await start(sandbox);
  await slowCall(program, 64 * 1024); // a body of this length may take 40 s
  let printed = '';
  program.child.stderr?.on('data', (text: string) => {
    printed += text;
  });
  const [signalledMs, exited] = [performance.now(), once(program.child, 'close')];
  program.child.kill('SIGTERM');
  expect(await exited).toEqual([1, null]);
  expect(performance.now() - signalledMs).toBeGreaterThan(24_900);
  expect(printed).toContain('Calls or jobs were still running 25 s later and were cut off.');
});
