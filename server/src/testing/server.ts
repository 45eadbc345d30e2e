// The whole app in this process, with the bank simulator's rules and manual clocks. The adapters'
// tests and the battery run the simulator as a process.
import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Locale } from '@sandali/contract/locale.ts';
import { type InsideBank, insideUrl, openInsideBank } from '@sandali/simulators/testing.ts';
import type { Bank } from '#/adapters/bank/port.ts';
import { createSandboxBank, playedLimits } from '#/adapters/bank/sandbox.ts';
import { createDiskFiles } from '#/adapters/files/disk.ts';
import { createSandboxPush } from '#/adapters/push/sandbox.ts';
import { createSandboxSms } from '#/adapters/sms/sandbox.ts';
import { type AppPorts, createApp, openCatalogue } from '#/app.ts';
import { openCalendar } from '#/context/calendar.ts';
import { claimFiles, openInstallation } from '#/context/installation.ts';
import { openRules } from '#/context/rules.ts';
import { connect, type Db, type Place, type Read } from '#/db/database.ts';
import { fewConnections } from '#/db/place.testing.ts';
import type { JobPayloads } from '#/db/queue.ts';
import { openKeyRing } from '#/http/keys.ts';
import { manualClocks, manualPace } from '#/platform/clock.ts';
import { readConfig } from '#/platform/config.ts';
import { createLog } from '#/platform/log.ts';
import { newId, randomBytes } from '#/platform/random.ts';
import { createSealer, onlyKey } from '#/platform/seal.ts';
import { reportSteps } from '#/reports/jobs.ts';
import { createClient } from '#/sandbox/client.ts';
import type { Life } from '#/sandbox/life.ts';
import { codesOf } from '#/sandbox/store.ts';
import { lookUntilQuiet } from '#/worker.ts';

/**
 * Pino's level of warnings. Log lines at this level or above are also written to the tests' output.
 */
const warnLevel = 40;
/** The maximum number of rounds of 20 ms: five seconds in total on the test's clocks. */
const mostRounds = 250;

/** The resources that servers share. `atEnd` registers their cleanup. */
export type ServerSetup = {
  env: Record<string, string>;
  /** The database, as accessed by the serving role. */
  place: Place;
  /** An existing folder for keys and files. */
  folder: string;
  clocks: ReturnType<typeof manualClocks>;
  bank: InsideBank;
  /** 32 bytes in base64. */
  masterKey: string;
  atEnd(end: () => unknown): void;
};
export type Server = Awaited<ReturnType<typeof openServer>>;

type SetupOptions = Pick<ServerSetup, 'place' | 'folder' | 'masterKey' | 'atEnd'> & {
  env?: Record<string, string>;
  start: string;
  connections?: number;
  /** By how many ms the bank's clocks are ahead of ours. */
  bankAheadMs?: number;
};

/**
 * Opens the first server on an empty folder. `bankBefore` is the folder of an earlier bank, whose
 * state the bank continues.
 */
export async function openServerSetup(
  {
    env = {},
    start,
    connections = fewConnections,
    bankAheadMs: milliseconds = 0,
    ...rest
  }: SetupOptions,
  bankBefore?: string,
) {
  makeRoot(path.join(rest.folder, 'keys'));
  const clocks = manualClocks(start);
  const bank = openInsideBank(
    {
      codeLimits: env.SANDBOX_LIMITS === '1' ? playedLimits.repayments : null,
      now: () => ({
        wall: clocks.wall().add({ milliseconds }),
        business: clocks.now().add({ milliseconds }),
      }),
      deliver: async ({ headers, body }) => {
        const sized = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
        return await server.app.hooks.fetch(
          new Request('http://localhost/hooks/sandbox', { method: 'POST', headers: sized, body }),
        );
      },
    },
    bankBefore,
  );
  rest.atEnd(() => bank.close());
  const setup: ServerSetup = { ...rest, env, clocks, bank };
  const { db, pool } = connect(rest.place, { max: connections });
  rest.atEnd(() => pool.end());
  const server = await openServer(setup, db);
  return { ...server, setup, db, clocks, bank };
}

/** A server's gateways; by default only the setup's bank. */
export type Gateways = { bank: Bank; earlierBanks: readonly Bank[] };

/** Returns the bank port of a bank in this process. */
export function portOf(
  { token, fetch }: Pick<InsideBank, 'token' | 'fetch'>,
  name = 'sandbox',
  playsLimits = false,
): Bank {
  return createSandboxBank({
    name,
    baseUrl: insideUrl,
    token,
    timeoutMs: 2000,
    fetch,
    playsLimits,
  });
}

/** Opens a server on a setup that several servers can share. */
export async function openServer(
  { env, place, folder, clocks, bank, masterKey, atEnd }: ServerSetup,
  db: Db,
  gateways?: Gateways,
) {
  const settingsDb = connect(place, { max: 1 });
  atEnd(() => settingsDb.pool.end());
  const jobs: JobPayloads['notice.send'][] = [];
  const removals: JobPayloads['pictures.remove'][] = [];
  /** The payloads of all jobs that were ever enqueued. */
  const payloads: object[] = [];
  const pace = manualPace();
  const logLines: string[] = [];
  const config = readConfig({
    ALLOW_PLAIN: '1',
    SANDBOX_QUICK_PASSWORDS: '1',
    SANDBOX_REVIEW_SECONDS: '0',
    DATA_DIR: folder,
    ...env,
  });
  const masterKeys = onlyKey(createSecretKey(Buffer.from(masterKey, 'base64')));
  const files = await createDiskFiles(path.join(folder, 'files'));
  await claimFiles(files, db, await openInstallation(db, clocks.wall()));
  const log = createLog('debug', (line) => {
    logLines.push(line);
    if (JSON.parse(line).level >= warnLevel) process.stderr.write(line);
  });
  const keys = await openKeyRing(
    { db, sealer: createSealer(masterKeys), folder: path.join(folder, 'keys'), log },
    config,
    clocks.wall(),
  );
  const app = createApp({
    config,
    calendar: await openCalendar(db),
    rulesOn: await openRules(db),
    clocks,
    pace,
    log,
    db,
    settingsDb: settingsDb.db,
    masterKey: masterKeys,
    keys,
    bank: portOf(bank, 'sandbox', config.sandbox.playsLimits),
    ...gateways,
    files,
    sms: [createSandboxSms(db, clocks)],
    push: createSandboxPush(db, clocks, 'BAAA'),
    queue: {
      enqueue: async (_tx, _name, payload) => {
        payloads.push(payload);
        if ('messageId' in payload) jobs.push(payload);
        if ('names' in payload) removals.push(payload);
      },
      async enqueueAll(tx, name, payloads) {
        for (const payload of payloads) await this.enqueue(tx, name, payload);
      },
    },
  });
  await openCatalogue(app);
  return {
    app,
    context: app.context,
    settingsDb: settingsDb.db,
    keys,
    masterKeys,
    pace,
    jobs,
    removals,
    payloads,
    logLines,
    listener: app.listener({}),
  };
}

/** Returns the ports of a server, on which a test creates another app. */
export function portsOf({ context, settingsDb, masterKeys, keys, pace }: Server): AppPorts {
  return { ...context, settingsDb, masterKey: masterKeys, keys, pace };
}

/** Returns controls for a server's clocks and due work. */
export function timeOf({ app, jobs, removals }: Server, { clocks, bank }: ServerSetup) {
  // Report figures would take a fifth of a long test's time. Tests of reports write them.
  const steps = app.steps.filter((step) => step !== reportSteps.figures);

  /** Runs all due work except report figures, first the bank's, and sends pending messages. */
  async function work(): Promise<void> {
    await bank.settle();
    await lookUntilQuiet(app.context, steps);
    for (const job of jobs.splice(0)) await app.jobs['notice.send'](job);
    for (const job of removals.splice(0)) await app.jobs['pictures.remove'](job);
  }

  /** Moves business time forward. */
  async function addDays(days: number): Promise<void> {
    clocks.addDays(days);
  }

  /** Runs all due work every 20 ms on the clocks until `look` returns a truthy value. */
  async function until<T>(
    what: string,
    look: () => Promise<T | null | false | undefined>,
  ): Promise<T> {
    for (let round = 0; round < mostRounds; round += 1) {
      clocks.addMs(20);
      await work();
      const value = await look();
      if (value) return value;
    }
    throw new Error(`timed out waiting for ${what}`);
  }

  return { work, addDays, until };
}

/** Returns a device that sends requests without the envelope. */
export function deviceOf(
  { listener }: Server,
  { clocks }: ServerSetup,
  options: { deviceId?: string; locale?: Locale } = {},
) {
  return createClient({
    ...(options.locale && { locale: options.locale }),
    fetch: listener.fetch,
    origin: 'http://localhost:8080',
    deviceId: options.deviceId ?? randomBytes(16).toString('base64url'),
    wallMs: () => clocks.wall().epochMilliseconds,
    isPlain: true,
  });
}

/** Returns a fictitious person with a unique `number` from 100 to 999. */
export function lifeOf(
  number: number,
  client: Life['client'],
  { db, clocks, work }: { db: Read; clocks: ServerSetup['clocks']; work(): Promise<void> },
): Life {
  const ids = new Map<string, string>();
  return {
    client,
    phone: `+639175557${number}`,
    password: 'tagong-salita-7',
    firstName: 'Subok',
    lastName: `Tao ${'abcdefghij'[number % 10]}`,
    number,
    codesOf: async (phone) => {
      await work();
      return await codesOf(db, phone);
    },
    idOf: (step) => {
      const id = ids.get(step) ?? newId(clocks.wall());
      ids.set(step, id);
      return id;
    },
  };
}

/** Creates a root key, which signs the envelope keys. */
export function makeRoot(keys: string): void {
  fs.mkdirSync(keys, { mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  fs.writeFileSync(
    path.join(keys, 'root.pem'),
    privateKey.export({ type: 'pkcs8', format: 'pem' }),
    { mode: 0o600 },
  );
}
