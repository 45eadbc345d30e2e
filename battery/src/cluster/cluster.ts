// A whole cluster on this machine, on addresses of the loopback network: a database of three
// machines, two machines with servers, a bank simulator and Prometheus. The configuration files are
// those of deploy/.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { toolUser } from '@sandali/server/db/data-folder.ts';
import { randomBytes } from '@sandali/server/platform/random.ts';
import { selfSigned } from '@sandali/server/testing/certificate.ts';
import { runFile } from '@sandali/server/testing/program.ts';
import { backUp, startDatabase } from './database.ts';
import { fill, makeToolFolder } from './files.ts';
import { answersOk, Process } from './processes.ts';
import { type AppMachine, appMachines, machineOf, placeOf } from './servers.ts';

const tree = path.join(import.meta.dirname, '../../..');
const bankUrl = `http://127.0.0.1:8099`;
const serverMs = 180_000;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Starts the cluster in a new folder, which `stack` deletes at its end with all processes. `env` is
 * added to the servers' environment.
 */
export async function startCluster(stack: AsyncDisposableStack, env: NodeJS.ProcessEnv = {}) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(1));
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'sandali-cluster-')));
  fs.chmodSync(folder, 0o755); // programs that do not run as root must be able to enter
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  fs.mkdirSync(path.join(folder, 'log'), { mode: 0o755 });
  const started: Process[] = [];
  stack.defer(async () => {
    for (const each of started.toReversed()) await each.end();
  });
  const database = await startDatabase(folder, started);
  const tls = makeCertificate(folder);
  const bankToken = randomBytes(24).toString('base64url');
  const shared = {
    SANDBOX: '1',
    SANDBOX_SEEDS: '0',
    SANDBOX_REVIEW_SECONDS: '0',
    SANDBOX_RESEND_SECONDS: '0',
    SANDBOX_PROXIES: '1',
    SANDBOX_BANK_URL: bankUrl,
    SANDBOX_BANK_TOKEN: bankToken,
    CATALOGUE: 'small-ticket',
    LOG_LEVEL: 'error',
    FILES: path.join(folder, 'files'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    DRAIN_MS: '5000',
    CALLS_OF_SESSION: '1000000',
    CALLS_OF_NETWORK: '1000000',
    ...env,
  };
  const open = (machine: AppMachine) => ({
    machine,
    ...placeOf(machine),
    ...machineOf({ folder, machine, database, tls, shared }),
  });
  const machines = [open('app1'), open('app2')] as const;
  for (const { proxy, pooler } of machines)
    for (const each of [proxy, pooler]) await start(started, each);
  const [first] = machines;
  await migrate(database, first.primary, first.pooled);
  await start(started, bankOf(folder, tls, first.wayIn, bankToken));
  // One after the other, so that the others find the first server's installation.
  for (const { api } of machines) await start(started, api, serverMs);
  for (const { worker } of machines) await start(started, worker, serverMs);
  const primary = (await database.primary()) ?? 'db1';
  backUp(folder, primary, (command) => runTool(command, database.backupEnv));
  await start(started, prometheusOf(folder));
  return { folder, database, machines, processes: started as readonly Process[], tls };
}

async function start(started: Process[], each: Process, withinMs?: number): Promise<void> {
  started.push(each);
  each.start();
  await each.ready(withinMs);
}

/** Writes the proxies' certificate. @returns its folder */
function makeCertificate(folder: string): string {
  const tls = makeToolFolder(path.join(folder, 'tls'));
  const { cert, key } = selfSigned(
    'localhost',
    2049,
    appMachines.map((machine) => placeOf(machine).host),
  );
  fs.writeFileSync(path.join(tls, 'bundle.pem'), cert + key);
  fs.writeFileSync(path.join(tls, 'cert.pem'), cert);
  return tls;
}

async function migrate(
  database: Cluster['database'],
  primary: string,
  pooled: string,
): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_OWNER_URL: database.ownerUrl(primary),
    DATABASE_URL: database.apiUrl(pooled),
  };
  const file = path.join(tree, 'server/src/migrate.ts');
  const { code, output } = await runFile(file, env).closed;
  if (code !== 0) throw new Error(`migrate failed: ${output}`);
}

/** The bank simulator, which sends its webhooks through a proxy, as a gateway does. */
function bankOf(folder: string, tls: string, wayIn: string, token: string): Process {
  const home = path.join(folder, 'bank');
  fs.mkdirSync(home);
  return new Process(path.join(folder, 'log'), {
    name: 'bank',
    command: [
      ...[process.execPath, '--disable-warning=ExperimentalWarning'],
      path.join(tree, 'simulators/src/main.ts'),
      `--folder=${home}`,
      `--hook-url=${wayIn}/hooks/sandbox`,
      '--port=8099',
      '--pay-delay-ms=1000',
    ],
    env: { BANK_TOKEN: token, NODE_EXTRA_CA_CERTS: path.join(tls, 'cert.pem') },
    isUp: () =>
      fetch(bankUrl).then(
        () => true,
        () => false,
      ),
  });
}

function prometheusOf(folder: string): Process {
  const home = makeToolFolder(path.join(folder, 'prometheus'));
  const servers = appMachines.flatMap((machine) => {
    const { host } = placeOf(machine);
    return [`'${host}:8082'`, `'${host}:8092'`];
  });
  fs.copyFileSync(path.join(tree, 'deploy/prometheus/alerts.yml'), path.join(home, 'alerts.yml'));
  const file = fill('prometheus/prometheus.yml', path.join(home, 'prometheus.yml'), [
    [`['127.0.0.1:8082']`, `[${servers.join(', ')}]`],
  ]);
  const at = '127.0.0.1:8098';
  return new Process(path.join(folder, 'log'), {
    name: 'prometheus',
    command: [
      ...['prometheus', `--config.file=${file}`, `--web.listen-address=${at}`],
      `--storage.tsdb.path=${path.join(home, 'data')}`,
    ],
    user: toolUser,
    isUp: () => answersOk(`http://${at}/-/ready`),
  });
}

/** Runs a tool of PostgreSQL's user to its end. @throws with its output if it fails */
function runTool([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr } = spawnSync(program, args, {
    ...toolUser,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  });
  if (status !== 0) throw new Error(`${program} ${args.at(-1)} failed: ${stdout}${stderr}`);
}
