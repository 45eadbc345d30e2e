// Runs the app in this process, for tests that kill only its worker.
import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { createSandboxBank } from '@sandali/server/adapters/bank/sandbox.ts';
import { createDiskFiles } from '@sandali/server/adapters/files/disk.ts';
import { createSandboxPush } from '@sandali/server/adapters/push/sandbox.ts';
import { createSandboxSms } from '@sandali/server/adapters/sms/sandbox.ts';
import { type App, createApp, openCatalogue } from '@sandali/server/app.ts';
import type { AppContext } from '@sandali/server/context/app-context.ts';
import { openCalendar } from '@sandali/server/context/calendar.ts';
import { claimFiles, openInstallation } from '@sandali/server/context/installation.ts';
import { openRules } from '@sandali/server/context/rules.ts';
import { connect, type Place } from '@sandali/server/db/database.ts';
import { openKeyRing } from '@sandali/server/http/keys.ts';
import { type Clocks, realPace } from '@sandali/server/platform/clock.ts';
import { readConfig } from '@sandali/server/platform/config.ts';
import { createLog } from '@sandali/server/platform/log.ts';
import { createSealer } from '@sandali/server/platform/seal.ts';

/** A bank simulator in the server's configuration. Name and account are `sandbox` by default. */
export type AtBank = {
  url: string;
  token: string;
  timeoutMs: number;
  name?: string;
  account?: string;
};

/** The setup of a server, small enough to pass to another process in an environment variable. */
export type ServerSetup = {
  place: Place;
  folder: string;
  /** The gateway for new payouts and codes; `earlierBanks` serve the older ones. */
  bank: AtBank;
  earlierBanks?: AtBank[];
  /** 32 bytes in base64. */
  masterKey: string;
  /** How many ms both clocks are ahead of the machine's clock. */
  aheadMs: number;
};

export type OpenServer = {
  app: App;
  /** Sends the pending messages. No job of this server sends them by itself. */
  sendMessages(): Promise<void>;
  /** Sets how many ms the clocks run ahead. */
  moveTo(aheadMs: number): void;
  close(): Promise<void>;
};

/** Opens the server. The caller closes it, unless the caller is killed. */
export async function openServer({
  place,
  folder,
  bank,
  earlierBanks = [],
  masterKey,
  aheadMs,
}: ServerSetup): Promise<OpenServer> {
  const [serving, settings] = [connect(place, { max: 12 }), connect(place, { max: 1 })];
  let ahead = aheadMs;
  const wall = () => Temporal.Instant.fromEpochMilliseconds(Date.now() + ahead);
  const clocks: Clocks = { now: wall, wall };
  const messages: { messageId: string }[] = [];
  const config = readConfig({
    ALLOW_PLAIN: '1',
    CATALOGUE: 'small-ticket',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    SANDBOX_QUICK_PASSWORDS: '1',
    SANDBOX_REVIEW_SECONDS: '0',
    SANDBOX_RESEND_SECONDS: '0',
  });
  const files = await createDiskFiles(path.join(folder, 'files'));
  await claimFiles(files, serving.db, await openInstallation(serving.db, clocks.wall()));
  const master = createSecretKey(Buffer.from(masterKey, 'base64'));
  const log = createLog('error');
  const keys = await openKeyRing(
    { db: serving.db, sealer: createSealer(master), folder: path.join(folder, 'keys'), log },
    config,
    Temporal.Now.instant(), // a bench then starts servers that are not ahead
  );
  await keys.refresh(clocks.wall());
  const app = createApp({
    config,
    calendar: await openCalendar(serving.db),
    rulesOn: await openRules(serving.db),
    clocks,
    pace: realPace(),
    log,
    db: serving.db,
    settingsDb: settings.db,
    masterKey: master,
    keys,
    bank: portOf(bank),
    earlierBanks: earlierBanks.map(portOf),
    files,
    sms: [createSandboxSms(serving.db, clocks)],
    push: createSandboxPush(serving.db, clocks, 'BAAA'),
    queue: {
      enqueue: async (_tx, _name, payload) => {
        if ('messageId' in payload) messages.push(payload);
      },
      async enqueueAll(tx, name, payloads) {
        for (const payload of payloads) await this.enqueue(tx, name, payload);
      },
    },
  });
  await openCatalogue(app);
  return {
    app,
    async sendMessages() {
      for (const message of messages.splice(0)) await app.jobs['notice.send'](message);
    },
    moveTo(aheadMs) {
      ahead = aheadMs;
    },
    async close() {
      await Promise.all([serving.pool.end(), settings.pool.end()]);
    },
  };
}

function portOf({ url, account, ...bank }: AtBank): AppContext['bank'] {
  return { ...createSandboxBank({ baseUrl: url, ...bank }), ...(account && { account }) };
}

/** Writes the root key that signs a server's keys. */
export function makeRootKey(folder: string): void {
  const keys = path.join(folder, 'keys');
  fs.mkdirSync(keys, { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  fs.writeFileSync(
    path.join(keys, 'root.pem'),
    privateKey.export({ type: 'pkcs8', format: 'pem' }),
    { mode: 0o600 },
  );
}
