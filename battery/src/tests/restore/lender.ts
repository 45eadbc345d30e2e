// The lender of the rehearsal: a database, a server, its SMS gateway and the folder of backups.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { startCluster } from '@sandali/server/db/debian-postgres.testing.ts';
import { socketUrl } from '@sandali/server/db/own-postgres.testing.ts';
import { randomBytes } from '@sandali/server/platform/random.ts';
import { until } from '@sandali/server/sandbox/life.ts';
import { makeRoot } from '@sandali/server/testing/server.ts';
import { mustOps } from '#/ask.ts';
import { openSmsGateway } from '#/tests/blind/sms-gateway.ts';
import { openPeople, wayTo } from './borrowers.ts';
import { secondsSince } from './drill.ts';
import { runBackup, startServer } from './processes.ts';

/** The newest restored write, and the newest copied file, may be this much older than the kill. */
export const mostLostSeconds = 60;

export type Lender = Awaited<ReturnType<typeof openLender>>;

/** Starts PostgreSQL, a server and its SMS gateway. */
export async function openLender(bin: string, stack: AsyncDisposableStack) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-rehearsal-')));
  fs.chmodSync(folder, 0o755); // if root runs this, PostgreSQL's user must be able to enter
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }));
  const cluster = await startCluster(bin);
  stack.defer(() => cluster.stop());
  const dataDir = path.join(folder, 'data');
  const rootKey = path.join(folder, 'root.pem');
  fs.mkdirSync(dataDir);
  makeRoot(path.join(dataDir, 'keys'));
  fs.copyFileSync(path.join(dataDir, 'keys/root.pem'), rootKey);
  const sms = await openSmsGateway();
  stack.defer(sms.close);
  const MASTER_KEY = randomBytes(32).toString('base64');
  const env = {
    PATH: process.env.PATH,
    SANDBOX: '1',
    SANDBOX_SEEDS: '0',
    SANDBOX_REVIEW_SECONDS: '0',
    SANDBOX_RESEND_SECONDS: '0',
    SANDBOX_PAY_MS: '200',
    CATALOGUE: 'small-ticket',
    LOG_LEVEL: 'error',
    MASTER_KEY,
    CALLS_OF_SESSION: '1000000',
    CALLS_OF_NETWORK: '1000000',
    SMS_GATEWAYS: 'semaphore',
    SEMAPHORE_URL: sms.url,
    SEMAPHORE_API_KEY: 'battery-restore-key-of-semaphore',
    SEMAPHORE_SENDER: 'BATTERY',
  };
  const DATABASE_OWNER_URL = socketUrl('postgres', cluster.socket);
  const server = await startServer({
    ...{ ...env, DATA_DIR: dataDir, DATABASE_OWNER_URL },
    DATABASE_URL: socketUrl('app', cluster.socket),
  });
  stack.defer(() => server.stop());
  const place = { server, codesOf: sms.codesOf };
  const backups = path.join(folder, 'backups');
  return {
    ...{ folder, dataDir, rootKey, sms, env, place, people: openPeople(wayTo(place)) },
    backupEnv: {
      ...{ PATH: process.env.PATH, BACKUPS: backups, DATA_DIR: dataDir },
      ...{ DATABASE_OWNER_URL, MASTER_KEY },
    },
    /** Kills the database and its server. */
    kill() {
      cluster.kill();
      server.child.kill('SIGKILL');
    },
    async turn(to: 'on' | 'off') {
      const { opsPort } = server.at;
      await mustOps({ opsPort, dataDir }, `switch/${to}`, { name: 'payouts' }, 'a rehearsal');
    },
    /** Waits until `follow` has copied each file. @returns the seconds that it took */
    async filesCopied(): Promise<number> {
      const startedMs = performance.now();
      const namesIn = (of: string) =>
        fs.readdirSync(path.join(of, 'pictures'), { recursive: true, encoding: 'utf8' }).length;
      await until(
        'the copy of the files',
        async () => namesIn(path.join(backups, 'files')) === namesIn(path.join(dataDir, 'files')),
        mostLostSeconds * 1000,
      );
      return secondsSince(startedMs);
    },
  };
}

/** Restores into a new folder, and adds the root key, which no backup contains. */
export async function restoreTo({ folder, backupEnv, rootKey }: Lender, time: readonly string[]) {
  const to = path.join(folder, time.length > 0 ? 'moment' : 'newest');
  const startedMs = performance.now();
  await runBackup(['restore', '--to', to, ...time], backupEnv);
  const seconds = secondsSince(startedMs);
  fs.mkdirSync(path.join(to, 'keys'), { mode: 0o700 });
  fs.copyFileSync(rootKey, path.join(to, 'keys/root.pem'));
  return { to, seconds };
}
