// The program: environment, database, bank, app, three listeners, worker. It ends by itself when everything it holds has been let go.
import { createSecretKey, type KeyObject } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { createSandboxBank } from '#/adapters/bank/sandbox.ts';
import { createDiskFiles } from '#/adapters/files/disk.ts';
import { createSandboxSms } from '#/adapters/sms/sandbox.ts';
import { createApp } from '#/app.ts';
import { CannotStart } from '#/db/cannot-start.ts';
import { connect, type Place } from '#/db/database.ts';
import { launchPostgres } from '#/db/launch.ts';
import { migrate } from '#/db/migrate.ts';
import { openKeyRing } from '#/http/keys.ts';
import { listen } from '#/http/listen.ts';
import { createStatic } from '#/http/static.ts';
import { openQueue } from '#/jobs/queue.ts';
import { startWorker } from '#/jobs/worker.ts';
import { type Config, readConfig } from '#/kit/config.ts';
import { createLog } from '#/kit/log.ts';
import { randomBytes } from '#/kit/random.ts';
import { openOpsKey } from '#/ops/key.ts';
import { opsListener } from '#/ops/listener.ts';
import { openSandbox, startSandboxBank } from '#/sandbox/sandbox.ts';

/** Undone in reverse order when the program stops, or when its start breaks off. */
const undo: (() => unknown)[] = [];
let isStopping = false;

process.stdout.on('error', () => {}); // `npm start | head` closes our output; that is no reason to die

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
watchParent();

try {
  await start(readConfig());
} catch (error) {
  process.exitCode = 1;
  if (error instanceof CannotStart) console.error(error.message);
  else console.error(error);
  await stop();
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  fs.mkdirSync(config.dataDir, { recursive: true });
  const places = await openDatabase(config);
  await migrate({ owner: places.owner, servingUser: places.servingUser });
  const [serving, settings] = [connect(places.app, { max: 16 }), connect(places.app, { max: 1 })];
  undo.push(() => Promise.all([serving.pool.end(), settings.pool.end()]));
  const clocks = await openSandbox.clock(serving.db, config);
  const keys = openKeyRing(path.join(config.dataDir, 'keys'), clocks.wall());
  const bank = await startSandboxBank(config, clocks);
  undo.push(() => bank.stop());
  bank.ended.then((code) => lose(`The bank simulator ended by itself (${code ?? 'killed'}).`));
  const queue = await openQueue(places.app, log);
  undo.push(() => queue.stop());
  const app = createApp({
    config,
    clocks,
    log,
    db: serving.db,
    settingsDb: settings.db,
    masterKey: masterKey(config),
    keys,
    bank: createSandboxBank({ baseUrl: bank.url, token: bank.token, timeoutMs: 10_000 }),
    files: await createDiskFiles(path.join(config.dataDir, 'files')),
    sms: createSandboxSms(serving.db, clocks),
    queue,
  });
  const worker = startWorker(app.house, app.steps);
  app.onWake(worker.wake);
  undo.push(() => worker.stop());
  await queue.work(app.jobs);
  const refresh = setInterval(() => keys.refresh(clocks.wall()), 60_000);
  undo.push(() => clearInterval(refresh));
  const page = createStatic({ dist: path.join(import.meta.dirname, '../../web/dist'), keys: keys.listJson });
  const sandbox = openSandbox.page({ house: app.house, clocks, bank });
  // Hooks first: the bank's first call may come at once.
  undo.push(await listen(app.hooks.fetch, { host: '127.0.0.1', port: config.hookPort, name: 'HOOK_PORT' }));
  const listener = app.listener({ page, sandbox });
  const people = await openSandbox.people({ house: app.house, clocks, bank, fetch: listener.fetch });
  undo.push(await listen(listener.fetch, { host: config.host, port: config.port, name: 'PORT' }));
  // Last, because what answers here says that all is ready.
  const ops = opsListener({ house: app.house, key: openOpsKey(config.dataDir), worker });
  undo.push(await listen(ops.fetch, { host: '127.0.0.1', port: config.opsPort, name: 'OPS_PORT' }));
  console.log(openSandbox.welcome(config, people));
}

/** The database: the one that was given, or the embedded one, whose loss ends the program. */
async function openDatabase(config: Config): Promise<{ owner: Place; app: Place; servingUser: string }> {
  if (config.database) {
    const { url, ownerUrl } = config.database;
    return {
      owner: { connectionString: ownerUrl },
      app: { connectionString: url },
      servingUser: decodeURIComponent(new URL(url).username),
    };
  }
  const server = await launchPostgres({ folder: path.join(config.dataDir, 'pg') });
  undo.push(() => server.stop());
  server.lost.then(lose);
  const place = { host: server.host, database: 'postgres' };
  return { owner: { ...place, user: server.user }, app: { ...place, user: 'app' }, servingUser: 'app' };
}

/** The key of all sealed fields: given, or, in the sandbox, made once and kept beside the data. */
function masterKey(config: Config): KeyObject {
  if (config.masterKey) {
    const bytes = Buffer.from(config.masterKey, 'base64');
    if (bytes.length !== 32) throw new CannotStart('MASTER_KEY must be 32 random bytes in base64.');
    return createSecretKey(bytes);
  }
  const file = path.join(config.dataDir, 'keys/master.key');
  if (!fs.existsSync(file)) {
    fs.writeFileSync(`${file}.half`, randomBytes(32).toString('base64'), { mode: 0o600 });
    fs.renameSync(`${file}.half`, file);
  }
  return createSecretKey(Buffer.from(fs.readFileSync(file, 'utf8'), 'base64'));
}

/** Ends the program with 1, because something it stands on has gone; says nothing when it is ending anyway. */
function lose(why: string): void {
  if (isStopping) return;
  console.error(why);
  process.exitCode = 1;
  void stop();
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const step of undo.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      process.exitCode = 1;
      console.error(error);
    }
  }
  console.log('Stopped.');
}

/** npm killed outright cannot pass the signal on; a server nobody holds stops itself. */
function watchParent(): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void stop(), 500).unref();
}
