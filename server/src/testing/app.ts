// For tests of slices: the whole app without its ports, on a database of its own, with the real bank simulator and clocks that a test turns.
import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Locale } from '@sandali/contract/locale.ts';
import { startTestBank } from '@sandali/simulators/testing.ts';
import { afterAll, afterEach, expect } from 'vitest';
import { createSandboxBank } from '#/adapters/bank/sandbox.ts';
import { createDiskFiles } from '#/adapters/files/disk.ts';
import { createSandboxPush } from '#/adapters/push/sandbox.ts';
import { createSandboxSms } from '#/adapters/sms/sandbox.ts';
import { createApp, openCatalogue } from '#/app.ts';
import { connect, type Read } from '#/db/database.ts';
import { type Fresh, freshDatabase } from '#/db/testing.ts';
import { openKeyRing } from '#/http/keys.ts';
import type { JobPayloads } from '#/jobs/queue.ts';
import { lookUntilQuiet } from '#/jobs/worker.ts';
import { openCalendar } from '#/kit/calendar.ts';
import { handClocks, handPace } from '#/kit/clock.ts';
import { readConfig } from '#/kit/config.ts';
import { createLog } from '#/kit/log.ts';
import { newId, randomBytes } from '#/kit/random.ts';
import { books } from '#/ledger/ledger.ts';
import { createClient } from '#/sandbox/client.ts';
import { applyForCredit } from '#/sandbox/credit-life.ts';
import { type Life, reviewed, signUp } from '#/sandbox/life.ts';
import { codesOf } from '#/sandbox/store.ts';
import { openHook } from './hook.ts';
import { surplusIn } from './surplus.ts';

/** Friday, 20 November 2026, 10:00 Manila. */
const start = '2026-11-20T02:00:00Z';

export type TestApp = Awaited<ReturnType<typeof testApp>>;
export type Person = Awaited<ReturnType<TestApp['person']>>;

/** An app for one test file. After every test the books must hold, unless `checksBooks` is false. */
export async function testApp({ env = {}, checksBooks = true }: { env?: Record<string, string>; checksBooks?: boolean } = {}) {
  const built = await build(env);
  const time = timeOf(built);
  const device = (locale?: Locale) => deviceOf(built, locale);
  let made = 0;
  /** Somebody with an account, and with credit where it is wanted; everything by the calls a browser makes. */
  async function person({ withCredit = false }: { withCredit?: boolean } = {}) {
    made += 1;
    const life = lifeOf(built, time.work, 100 + made);
    await signUp(life);
    if (withCredit) {
      await applyForCredit(life);
      await time.until('the review', async () => (await reviewed(life)) === 'approved');
    }
    return { client: life.client, life };
  }
  if (checksBooks) afterEach(async () => expect(await books(built.db)).toEqual([]));
  return { ...built, ...time, device, person };
}

/** pino's number for a warning: those and worse are also shown where the tests run. */
const warnLevel = 40;

type Built = Awaited<ReturnType<typeof build>>;

/** The app with its ports; everything it holds goes away after the file's last test. */
async function build(env: Record<string, string>) {
  const fresh = await freshDatabase();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-app-'));
  makeRoot(path.join(folder, 'keys'));
  const clocks = handClocks(start);
  const hook = await openHook();
  const bank = await startTestBank({ offsetMs: offsetOf(clocks), payDelayMs: 0, hookUrl: hook.url });
  const shared: Shared = { env, fresh, folder, clocks, bank };
  const first = await openServer(shared, fresh.app.db);
  hook.answer(first.app.hooks.fetch);
  afterAll(async () => {
    await hook.close();
    await bank.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  /** Another server beside the first: one database and one data folder between them, and nothing else. */
  const another = async () => {
    const { db, pool } = connect(fresh.place.app, { max: 4 });
    afterAll(() => pool.end());
    return await openServer(shared, db);
  };
  return { ...first, db: fresh.app.db, owner: fresh.owner, clocks, bank, another };
}

type Shared = {
  env: Record<string, string>;
  fresh: Fresh;
  folder: string;
  clocks: ReturnType<typeof handClocks>;
  bank: Awaited<ReturnType<typeof startTestBank>>;
};

/** The master key of the tests' servers. */
const masterKey = createSecretKey(randomBytes(32));

/** One server on what several may share. */
async function openServer({ env, fresh, folder, clocks, bank }: Shared, db: Read) {
  const settingsDb = connect(fresh.place.app, { max: 1 });
  afterAll(() => settingsDb.pool.end());
  const jobs: JobPayloads['notice.send'][] = [];
  const removals: JobPayloads['pictures.remove'][] = [];
  const pace = handPace();
  const logLines: string[] = [];
  const config = readConfig({ ALLOW_PLAIN: '1', SANDBOX_REVIEW_SECONDS: '0', DATA_DIR: folder, ...env });
  const keys = openKeyRing(path.join(folder, 'keys'), clocks.wall(), config);
  const app = createApp({
    config,
    calendar: await openCalendar(db),
    clocks,
    pace,
    log: createLog('debug', (line) => {
      logLines.push(line);
      if (JSON.parse(line).level >= warnLevel) process.stderr.write(line);
    }),
    db,
    settingsDb: settingsDb.db,
    masterKey,
    keys,
    bank: createSandboxBank({ baseUrl: bank.url(), token: bank.token, timeoutMs: 2000 }),
    files: await createDiskFiles(path.join(folder, 'files')),
    sms: [createSandboxSms(db, clocks)],
    push: createSandboxPush(db, clocks, 'BAAA'),
    queue: {
      enqueue: async (_tx, _name, payload) => {
        if ('messageId' in payload) jobs.push(payload);
        if ('names' in payload) removals.push(payload);
      },
    },
  });
  await openCatalogue(app);
  return { app, house: app.house, keys, pace, jobs, removals, logLines, listener: app.listener({}) };
}

/** How far business time is ahead of the machine's, for the simulator, whose wall time is real. */
function offsetOf(clocks: { now(): Temporal.Instant }): number {
  return Math.round(clocks.now().epochMilliseconds - (performance.timeOrigin + performance.now()));
}

function timeOf({ app, clocks, bank, jobs, removals }: Built) {
  /** Does all work that is due now, and sends what waits to be sent. */
  async function work(): Promise<void> {
    await lookUntilQuiet(app.house, app.steps);
    for (const job of jobs.splice(0)) await app.jobs['notice.send'](job);
    for (const job of removals.splice(0)) await app.jobs['pictures.remove'](job);
  }

  /** Turns business time forward, at the bank too. */
  async function addDays(days: number): Promise<void> {
    clocks.addDays(days);
    await bank.setOffset(offsetOf(clocks));
  }

  /** Works until something is there. The bank's part of it takes real time; leases and next looks move on by hand. */
  async function until<T>(what: string, look: () => Promise<T | null | false | undefined>): Promise<T> {
    let found: T | null | false | undefined = null;
    const isFound = async () => {
      clocks.addMs(20);
      await work();
      found = await look();
      return Boolean(found);
    };
    await expect.poll(isFound, { timeout: 10_000, interval: 10, message: what }).toBe(true);
    return found as T;
  }

  return { work, addDays, until };
}

/** A device in somebody's hands, whose bodies go without the envelope. */
function deviceOf({ listener, clocks }: Built, locale?: Locale) {
  const client = createClient({
    ...(locale && { locale }),
    fetch: listener.fetch,
    origin: 'http://localhost:8080',
    deviceId: randomBytes(16).toString('base64url'),
    newRequestId: () => newId(clocks.wall()),
    wallMs: () => clocks.wall().epochMilliseconds,
    isPlain: true,
  });
  const { ask } = client;
  client.ask = async (call, input, requestId) => {
    const came = await ask(call, input, requestId);
    // Every answer that any test sees holds what its contract says, and nothing more.
    if (came.name === 'success') expect(surplusIn(call.data, came.data), `more than was asked in the answer of ${call.path}`).toEqual([]);
    return came;
  };
  return client;
}

function lifeOf(built: Built, work: () => Promise<void>, number: number): Life {
  const ids = new Map<string, string>();
  return {
    client: deviceOf(built),
    phone: `+639175557${number}`,
    password: 'tagong-salita-7',
    firstName: 'Subok',
    lastName: `Tao ${'abcdefghij'[number % 10]}`,
    number,
    codesOf: async (phone) => {
      await work();
      return await codesOf(built.db, phone);
    },
    idOf: (step) => {
      const id = ids.get(step) ?? newId(built.clocks.wall());
      ids.set(step, id);
      return id;
    },
  };
}

/** A root key of the test's own, which signs the envelope's keys. */
function makeRoot(keys: string): void {
  fs.mkdirSync(keys, { mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  fs.writeFileSync(path.join(keys, 'root.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
}
