// The program: environment, database, bank, app, three listeners, worker. It ends by itself when
// everything it holds has been let go.
import * as path from 'node:path';
import type { Bank } from '#/adapters/bank/port.ts';
import { createSandboxBank, playedLimits } from '#/adapters/bank/sandbox.ts';
import { createXenditBank } from '#/adapters/bank/xendit.ts';
import { createDiskFiles } from '#/adapters/files/disk.ts';
import { openPush } from '#/adapters/push/open.ts';
import { openGateways } from '#/adapters/sms/gateways.ts';
import { allCommands, createApp, openCatalogue } from '#/app.ts';
import { openCalendar } from '#/context/calendar.ts';
import {
  claimFiles,
  claimKeys,
  openInstallation,
  refuseStrangersKeys,
} from '#/context/installation.ts';
import { makeFolder } from '#/db/data-folder.ts';
import { connect, type Place } from '#/db/database.ts';
import { launchPostgres } from '#/db/launch.ts';
import { openMasterKey } from '#/db/master-key.ts';
import { migrate } from '#/db/migrate.ts';
import { openQueue } from '#/db/queue.ts';
import { refuseOtherBuild } from '#/http/assets.ts';
import { openKeyRing, refreshKeys } from '#/http/keys.ts';
import { borrowersLimits, type Door, type Listening, listeners, openDoor } from '#/http/listen.ts';
import { createStatic } from '#/http/static.ts';
import { startPaused } from '#/payout/payout.ts';
import type { BankConfig } from '#/platform/bank-config.ts';
import { type MovableClocks, realClocks, realPace } from '#/platform/clock.ts';
import { atPorts, type Config, readConfig } from '#/platform/config.ts';
import { createLog, type Log, withoutFloods } from '#/platform/log.ts';
import { watchParent } from '#/platform/parent.ts';
import { openVapid } from '#/platform/vapid.ts';
import { whyNot } from '#/platform/why-not.ts';
import { openSandbox, type SandboxBank, startSandboxBank } from '#/sandbox/sandbox.ts';
import { openOpsKey } from '#/staff/key.ts';
import { opsListener } from '#/staff/listener.ts';
import { startWorker } from '#/worker.ts';

/** Undone in reverse order when the program stops, or when its start breaks off. */
const undo: (() => unknown)[] = [];
let config: Config | null = null;
let isOpen = false;
let isStopping = false;
/**
 * Whether the one sentence was said: what fails afterwards fails for the same reason, and is not
 * said.
 */
let isTold = false;

process.stdout.on('error', () => {}); // `npm start | head` closes our output; that is no reason to die

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop());
watchParent(() => void stop());

try {
  config = readConfig();
  await start(config);
} catch (error) {
  // A start that was asked to stop fails somewhere, because what it depends on is closed; that is
  // not an error.
  if (!isStopping) {
    process.exitCode = 1;
    const sentence = whyNot(error, config);
    isTold = sentence !== null;
    console.error(sentence ?? error);
    await stop();
  }
}

async function start(asked: Config): Promise<void> {
  const log = withoutFloods(createLog(asked.logLevel, asked.database ? undefined : sayWithDelay));
  const doors = await openDoors(asked, log);
  const ports = { port: doors.borrowers.port, hookPort: doors.hooks.port, opsPort: doors.ops.port };
  const config = atPorts(asked, ports);
  makeFolder(config.dataDir);
  const places = await openDatabase(config);
  await migrate({ owner: places.owner, servingUser: places.servingUser });
  const [serving, settings] = [connect(places.app, { max: 16 }), connect(places.app, { max: 1 })];
  hold(() => Promise.all([serving.pool.end(), settings.pool.end()]));
  const movable = config.isSandbox ? await openSandbox.clock(serving.db, config) : null;
  const clocks = movable ?? realClocks();
  const installation = await openInstallation(serving.db, clocks.wall());
  const keysFolder = path.join(config.dataDir, 'keys');
  refuseStrangersKeys(keysFolder, installation);
  const files = await createDiskFiles(path.join(config.dataDir, 'files'));
  await claimFiles(files, serving.db, installation);
  const masterKey = await openMasterKey(serving.db, config, clocks.wall());
  claimKeys(keysFolder, installation);
  const keys = openKeyRing(keysFolder, clocks.wall(), config);
  const simulator = movable && (await openSimulator(config, movable));
  const queue = await openQueue(places.app, log, config.queues);
  hold(() => queue.stop());
  const app = createApp({
    config,
    calendar: await openCalendar(serving.db),
    clocks,
    pace: realPace(),
    log,
    db: serving.db,
    settingsDb: settings.db,
    masterKey,
    keys,
    bank: openBank(config.bank, simulator),
    earlierBanks: config.earlierBanks.map((one) => openBank(one, null)),
    files,
    sms: openGateways(config.sms, serving.db, clocks),
    push: openPush(config.push, openVapid(config), serving.db, clocks),
    queue,
  });
  await openCatalogue(app);
  await startPaused(app.context);
  const worker = startWorker(app.context, app.steps);
  app.onWake(worker.wake);
  hold(() => worker.stop());
  await queue.work(app.jobs);
  hold(refreshKeys(keys, clocks.wall, log));
  const dist = path.join(import.meta.dirname, '../../web/dist');
  refuseOtherBuild(dist, config.rootPublicKey);
  const page = createStatic({ dist, keys: keys.listJson });
  const deps = movable && simulator && { context: app.context, clocks: movable, bank: simulator };
  // Hooks first: the bank's first call may come at once.
  serve(doors.hooks, app.hooks);
  const listener = app.listener({ page, ...(deps && { sandbox: openSandbox.page(deps) }) });
  const people = deps ? await openSandbox.people({ ...deps, fetch: listener.fetch }) : [];
  serve(doors.borrowers, listener);
  // Last, because what answers here says that all is ready.
  const ops = opsListener({
    context: app.context,
    key: openOpsKey(config.dataDir),
    worker,
    commands: allCommands,
  });
  serve(doors.ops, ops);
  isOpen = true;
  if (process.connected)
    process.send?.({ listening: { origin: config.origin, ...ports } satisfies Listening });
  console.log(
    deps ? openSandbox.welcome(config, people, clocks.now()) : `Sandali is open: ${config.origin}`,
  );
}

/**
 * The three listeners, open before any long work begins, and shut last of all where nothing else
 * shut them.
 */
async function openDoors(
  config: Config,
  log: Log,
): Promise<Record<'borrowers' | 'hooks' | 'ops', Door>> {
  const at = listeners(config);
  // All borrowers come by the proxies' few addresses where there are any.
  const limits =
    config.trustedProxies > 0
      ? { ...borrowersLimits, connectionsPerAddress: null }
      : borrowersLimits;
  const open = async (...of: Parameters<typeof openDoor>) => {
    const door = await openDoor(...of);
    hold(door.close);
    return door;
  };
  return {
    borrowers: await open(at.borrowers, config.tls && { ...config.tls, log }, limits),
    hooks: await open(at.hooks),
    ops: await open(at.ops),
  };
}

/** Answers at a door until the stop comes to it, before what it answers with is let go. */
function serve(door: Door, { fetch }: { fetch: Parameters<Door['serve']>[0] }): void {
  door.serve(fetch);
  hold(door.close);
}

/** The bank simulator, whose loss ends the program. */
async function openSimulator(config: Config, clocks: MovableClocks): Promise<SandboxBank> {
  const limits = config.sandbox.playsLimits ? playedLimits.repayments : null;
  const simulator = await startSandboxBank(config, clocks, limits);
  hold(() => simulator.stop());
  simulator.ended.then((code) => lose(`The bank simulator ended by itself (${code ?? 'killed'}).`));
  return simulator;
}

/** A gateway that BANK or BANK_EARLIER names. */
function openBank(bank: BankConfig, simulator: SandboxBank | null): Bank {
  if (bank.adapter === 'xendit') return createXenditBank(bank);
  if (!simulator) throw new Error('the simulator is there wherever BANK=sandbox is taken');
  return createSandboxBank({
    baseUrl: simulator.url,
    token: simulator.token,
    timeoutMs: 10_000,
    playsLimits: simulator.playsLimits,
  });
}

/** The database: the one that was given, or the embedded one, whose loss ends the program. */
async function openDatabase(
  config: Config,
): Promise<{ owner: Place; app: Place; servingUser: string }> {
  if (config.database) {
    const { url, ownerUrl } = config.database;
    return {
      owner: { connectionString: ownerUrl },
      app: { connectionString: url },
      servingUser: decodeURIComponent(new URL(url).username),
    };
  }
  const server = await launchPostgres({ folder: path.join(config.dataDir, 'pg') });
  hold(() => server.stop());
  server.lost.then(lose);
  const place = { host: server.host, database: 'postgres' };
  return {
    owner: { ...place, user: server.user },
    app: { ...place, user: 'app' },
    servingUser: 'app',
  };
}

/**
 * Ends the program with 1, because something it depends on has stopped; does nothing if it is
 * ending anyway.
 */
function lose(why: string): void {
  if (isStopping) return;
  console.error(why);
  isTold = true;
  process.exitCode = 1;
  // The job queue takes the listeners off a connection before it closes it: one that breaks in
  // between throws here, for the reason that was said.
  process.on('uncaughtException', () => process.exit());
  void stop();
}

/**
 * Registers a step of the shutdown; runs it at once if the program was asked to stop in the
 * meantime.
 */
function hold(step: () => unknown): void {
  undo.push(step);
  if (isStopping) void unwind();
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await unwind();
  if (isOpen || !process.exitCode) console.log('Stopped.');
}

async function unwind(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) {
    try {
      await step();
    } catch (error) {
      process.exitCode = 1;
      if (!isTold) console.error(error);
    }
  }
}

/**
 * Log lines wait a moment, so that when PostgreSQL is lost the sentence comes first, and not what
 * everybody says who had asked it.
 */
function sayWithDelay(line: string): void {
  setTimeout(() => isTold || process.stderr.write(line), 300);
}
