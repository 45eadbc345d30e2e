// Starts the server: environment, database, bank, app, and by ROLE the listeners and the worker.
// The process exits once all of them are closed.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { collectDefaultMetrics } from 'prom-client';
import type { Bank } from '#/adapters/bank/port.ts';
import { createSandboxBank, playedLimits } from '#/adapters/bank/sandbox.ts';
import { createXenditBank } from '#/adapters/bank/xendit.ts';
import { drillFiles } from '#/adapters/drill.ts';
import { openFiles } from '#/adapters/files/open.ts';
import { openTraces } from '#/adapters/open-telemetry.ts';
import { openPush } from '#/adapters/push/open.ts';
import { openGateways } from '#/adapters/sms/gateways.ts';
import { type App, allCommands, createApp, openCatalogue } from '#/app.ts';
import { openCalendar } from '#/context/calendar.ts';
import {
  claimFiles,
  claimKeys,
  openInstallation,
  refuseStrangersKeys,
} from '#/context/installation.ts';
import { openRules } from '#/context/rules.ts';
import { makeFolder } from '#/db/data-folder.ts';
import { connect, type Db, type Place } from '#/db/database.ts';
import { launchPostgres } from '#/db/launch.ts';
import { followMasterKeys, openMasterKeys } from '#/db/master-key.ts';
import { migrate } from '#/db/migrate.ts';
import { refuseOtherMigrations } from '#/db/migration-files.ts';
import { openQueue } from '#/db/queue.ts';
import { refuseOtherSettings, refuseOwner } from '#/db/session.ts';
import { readingPool } from '#/db/standby.ts';
import { createDesk } from '#/desk/desk.ts';
import { askIdleGateways } from '#/gateway/ask-idle.ts';
import { refuseOtherBuild } from '#/http/assets.ts';
import { type KeyRing, openKeyRing, refreshKeys } from '#/http/keys.ts';
import {
  borrowersLimits,
  type Door,
  firstCertificateEnd,
  type Listening,
  listeners,
  openDoor,
} from '#/http/listen.ts';
import { createStatic } from '#/http/static.ts';
import { refuseDrillOnRealDatabase, startPaused } from '#/payout/payout.ts';
import type { BankConfig } from '#/platform/bank-config.ts';
import { type MovableClocks, realClocks, realPace } from '#/platform/clock.ts';
import { atPorts, type Config, readConfig } from '#/platform/config.ts';
import { createLog, type Log, withoutFloods } from '#/platform/log.ts';
import { watchParent } from '#/platform/parent.ts';
import { refusePublicOps } from '#/platform/production-config.ts';
import { createSealer } from '#/platform/seal.ts';
import { createShutdown } from '#/platform/shutdown.ts';
import { openVapid } from '#/platform/vapid.ts';
import { whyNot, wrongPooler } from '#/platform/why-not.ts';
import { openSandbox, type SandboxBank, startSandboxBank } from '#/sandbox/sandbox.ts';
import { openOpsKey } from '#/staff/key.ts';
import { opsListener } from '#/staff/listener.ts';
import { inventedStaff } from '#/staff/seeded.ts';
import { refreshHolidays } from '#/work.ts';
import { startWorker } from '#/worker.ts';

let config: Config | null = null;
const shutdown = createShutdown(() => config?.drainMs);
const { onStop, onFinish, stopAfterLoss } = shutdown;
process.stdout.on('error', () => {}); // `npm start | head` closes our output

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void shutdown.onSignal());
watchParent(() => void shutdown.stop());

try {
  config = readConfig();
  await start(config);
} catch (error) {
  await shutdown.stopAfterFailedStart(error, whyNot(error, config));
}

async function start(initial: Config): Promise<void> {
  const log = withoutFloods(
    createLog(initial.logLevel, initial.database ? undefined : shutdown.printWithDelay),
  );
  const { role } = initial;
  await openTracing(initial, log);
  const doors = await openDoors(initial, log);
  const ports = {
    port: doors.borrowers?.port ?? 0,
    hookPort: doors.hooks?.port ?? 0,
    opsPort: doors.ops.port,
  };
  const config = atPorts(initial, ports);
  makeFolder(config.dataDir);
  const places = await openDatabase(config);
  await prepareDatabase(places, config, log);
  const open = (max: number) =>
    connect(places.app, {
      max,
      waitMs: config.connections.waitMs,
      onLostStatement: (error) => log.error(wrongPooler, error),
    });
  // Settings and readiness have connections of their own, so that they do not wait for calls.
  const [serving, settings, health] = [open(config.connections.serving), open(1), open(1)];
  onStop(() => Promise.all([serving, settings, health].map(({ pool }) => pool.end())));
  if (!places.owner) {
    await refuseOwner(health.pool);
    await refuseOtherMigrations(health.pool);
  }
  if (places.app.poolsTransactions) await refuseOtherSettings(health.pool);
  const movable = config.isSandbox ? await openSandbox.clock(serving.db, config) : null;
  const clocks = movable ?? realClocks();
  const installation = await openInstallation(serving.db, clocks.wall());
  const keysFolder = path.join(config.dataDir, 'keys');
  refuseStrangersKeys(keysFolder, installation);
  const files = await openFiles(config.files);
  await claimFiles(config.isDrill ? drillFiles(files) : files, serving.db, installation);
  const held = await openMasterKeys(serving.db, config, clocks.wall());
  onStop(followMasterKeys(settings.db, held, { wall: clocks.wall, log, onLost: stopAfterLoss }));
  claimKeys(keysFolder, installation);
  const keys = await openKeyRing(
    { db: settings.db, sealer: createSealer(held.keys), folder: keysFolder, log },
    config,
    clocks.wall(),
  );
  const simulator = movable && (await openSimulator(config, movable));
  const queue = await openQueue(places.direct, log, config.queues, {
    connections: config.connections.queue,
    hasWorker: role !== 'api',
  });
  onStop(() => queue.stop());
  const app = createApp({
    config,
    calendar: await openCalendar(serving.db),
    rulesOn: await openRules(serving.db),
    clocks,
    pace: realPace(),
    log,
    db: serving.db,
    standbyDb: openReading(places.reading),
    settingsDb: settings.db,
    masterKey: held.keys,
    keys,
    bank: openBank(config.bank, simulator),
    earlierBanks: config.earlierBanks.map((bank) => openBank(bank, null)),
    files,
    sms: openGateways(config.sms, serving.db, clocks),
    push: openPush(config.push, openVapid(config), serving.db, clocks),
    queue,
  });
  await openCatalogue(app);
  await startPaused(app.context);
  const loops = startWorker(app.context, role === 'api' ? [refreshHolidays] : app.steps);
  app.onWake(loops.wake);
  onStop(() => loops.stop());
  onFinish(() => loops.stop());
  const worker = role === 'api' ? null : loops;
  if (worker) {
    await queue.work(app.jobs);
    if (!config.isDrill) onStop(askIdleGateways(app.context));
    onFinish(queue.finish);
  }
  onStop(refreshKeys(keys, clocks.wall, log));
  const deps = movable && simulator && depsOfSandbox(app, movable, simulator);
  collectDefaultMetrics({ register: app.context.metrics.registry });
  // Serve webhooks first, because the bank may send some immediately.
  if (doors.hooks) serve(doors.hooks, app.hooks);
  const people = doors.borrowers ? await serveBorrowers(doors.borrowers, app, keys, deps) : [];
  // Serve staff last, because this listener reports that the server is ready.
  const ops = opsListener({
    context: app.context,
    key: openOpsKey(config.dataDir),
    worker,
    healthDb: health.db,
    isStopping: shutdown.isStopping,
    databases: [serving.db, settings.db, health.db],
    signals: {
      build: { version: release(), installation, role },
      backlog: queue.backlog,
      keysEndAt: () => (keys.isMinting ? null : keys.endsAt()),
      certificateEndsAt: () => firstCertificateEnd(Object.values(doors)),
      disk: () => diskOf(config.dataDir),
    },
    commands: allCommands,
    desk: openDesk(app),
  });
  serve(doors.ops, ops);
  shutdown.markOpen();
  if (process.connected)
    process.send?.({ listening: { origin: config.origin, ...ports } satisfies Listening });
  console.log(deps ? openSandbox.welcome(config, people, clocks.now()) : welcome(config));
}

function openDesk({ context }: App): ReturnType<typeof createDesk> {
  const dist = path.join(import.meta.dirname, '../../desk/dist');
  return createDesk({ context, commands: allCommands, dist });
}

/** Returns the text that a production server prints once it has started. */
function welcome({ role, origin, deskOrigin }: Config): string {
  const open = `Sandali is open: ${role === 'worker' ? 'a worker' : origin}`;
  return `${open}\nThe desk of staff: ${deskOrigin}/desk`;
}

/** Sends traces if the environment names a collector. */
async function openTracing({ role, tracesAs }: Config, log: Log): Promise<void> {
  if (!tracesAs) return;
  const resource = {
    'service.name': tracesAs,
    'service.version': release(),
    'sandali.role': role,
  };
  onStop(await openTraces(resource, log));
}

type Deps = ReturnType<typeof depsOfSandbox>;

function depsOfSandbox({ context }: App, clocks: MovableClocks, bank: SandboxBank) {
  return { context, clocks, bank, staff: inventedStaff(context, allCommands) };
}

/** Serves the web app and the calls. @returns the people that the sandbox has made */
async function serveBorrowers(door: Door, app: App, keys: KeyRing, deps: Deps | null) {
  const dist = path.join(import.meta.dirname, '../../web/dist');
  const { config, clocks } = app.context;
  refuseOtherBuild(dist, config.rootPublicKey);
  const page = createStatic({
    dist,
    keys: () => keys.listJson(clocks.wall()),
    isDrill: config.isDrill,
  });
  const listener = app.listener({ page, ...(deps && { sandbox: openSandbox.page(deps) }) });
  const people = deps ? await openSandbox.people({ ...deps, fetch: listener.fetch }) : [];
  serve(door, listener);
  return people;
}

/**
 * Opens the ports of this role before any slow work. They close last, unless a shutdown step closes
 * them earlier.
 */
async function openDoors(
  config: Config,
  log: Log,
): Promise<{ borrowers: Door | null; hooks: Door | null; ops: Door }> {
  const at = listeners(config);
  // Behind proxies, all borrowers share a few addresses.
  const limits =
    config.trustedProxies > 0
      ? { ...borrowersLimits, connectionsPerAddress: null }
      : borrowersLimits;
  const open = async (...of: Parameters<typeof openDoor>) => {
    const door = await openDoor(...of);
    onStop(door.close);
    return door;
  };
  const openOps = async () => {
    const ops = await open(at.ops, config.opsTls && { ...config.opsTls, prefix: 'OPS_', log });
    if (!config.isSandbox) refusePublicOps(config.opsHost, ops.address);
    return ops;
  };
  if (config.role === 'worker') return { borrowers: null, hooks: null, ops: await openOps() };
  return {
    borrowers: await open(at.borrowers, config.tls && { ...config.tls, log }, limits),
    // A gateway must not mistake a drill's response for ours.
    hooks: config.isDrill
      ? null
      : await open(at.hooks, config.hookTls && { ...config.hookTls, log }),
    ops: await openOps(),
  };
}

/** Returns the space on the disk of a folder. */
async function diskOf(folder: string): Promise<{ freeBytes: number; sizeBytes: number }> {
  const { bavail, blocks, bsize } = await fs.promises.statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** Returns the version of this release. */
function release(): string {
  const file = path.join(import.meta.dirname, '../package.json');
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Sets a listener's handler. */
function serve(door: Door, { fetch }: { fetch: Parameters<Door['serve']>[0] }): void {
  door.serve(fetch);
  shutdown.onFinishListening(door);
}

/** Starts the bank simulator. The server stops if the simulator exits. */
async function openSimulator(config: Config, clocks: MovableClocks): Promise<SandboxBank> {
  const limits = config.sandbox.playsLimits ? playedLimits.repayments : null;
  const simulator = await startSandboxBank(config, clocks, limits);
  onStop(() => simulator.stop());
  simulator.ended.then((code) =>
    stopAfterLoss(`The bank simulator ended by itself (${code ?? 'killed'}).`),
  );
  return simulator;
}

/** Opens a gateway that BANK or BANK_EARLIER names. */
function openBank(bank: BankConfig, simulator: SandboxBank | null): Bank {
  if (bank.adapter === 'xendit') return createXenditBank(bank);
  if (!simulator) throw new Error('BANK=sandbox needs the simulator');
  return createSandboxBank({
    baseUrl: simulator.url,
    token: simulator.token,
    timeoutMs: 10_000,
    playsLimits: simulator.playsLimits,
  });
}

/** `direct` bypasses any pooler, `reading` is a standby. Without `owner`, nothing is migrated. */
type Places = {
  owner: Place | null;
  app: Place;
  direct: Place;
  reading: Place | null;
  servingUser: string;
};

/**
 * Opens the configured or the embedded database. The server stops if the embedded database exits.
 */
async function openDatabase(config: Config): Promise<Places> {
  if (config.database) {
    const { url, directUrl, readUrl, ownerUrl, poolsTransactions } = config.database;
    return {
      owner: ownerUrl ? { connectionString: ownerUrl } : null,
      app: { connectionString: url, poolsTransactions },
      direct: { connectionString: directUrl },
      reading: readUrl ? { connectionString: readUrl } : null,
      servingUser: decodeURIComponent(new URL(url).username),
    };
  }
  const server = await launchPostgres({ folder: path.join(config.dataDir, 'pg') });
  onStop(() => server.stop());
  server.lost.then(stopAfterLoss);
  const place = { host: server.host, database: 'postgres' };
  const app = { ...place, user: 'app' };
  const owner = { ...place, user: server.user };
  return { owner, app, direct: app, reading: null, servingUser: 'app' };
}

/** Opens the standby without asking it anything: a server also starts while it is away. */
function openReading(place: Place | null): Db | null {
  if (!place) return null;
  const { db, pool } = connect(place, readingPool);
  onStop(() => pool.end());
  return db;
}

/** Refuses a drill on the real database before anything is written to it. @throws CannotStart */
async function refuseDrill({ owner, app }: Places): Promise<void> {
  const { db, pool } = connect(owner ?? app, { max: 1 });
  await refuseDrillOnRealDatabase(db).finally(() => pool.end());
}

/**
 * Migrates if this server has the owner's address. The log says what an administrator does.
 * @throws CannotStart for a drill on the real database
 */
async function prepareDatabase(places: Places, { database, isDrill }: Config, log: Log) {
  if (isDrill) await refuseDrill(places);
  const { owner, servingUser } = places;
  if (!owner) return;
  const say = (sentence: string) => log.warn(sentence);
  await migrate({ owner, servingUser, ...(database && { say }) });
}
