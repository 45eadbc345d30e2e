// Runs the image: migrate, two api and a worker, called through both proxies.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { startS3 } from '@sandali/server/adapters/files/s3.testing.ts';
import { companyEnv } from '@sandali/server/platform/lender.testing.ts';
import pg from 'pg';
import { startHaproxy, startNginx } from './configurations.ts';
import {
  answers,
  background,
  check,
  end,
  freePorts,
  image,
  inFolder,
  type Running,
  sh,
  skip,
  undo,
  until,
  user,
} from './tools.ts';

const postgres = '/usr/lib/postgresql/15/bin';

type Container = Running & { name: string };

/** Runs migrate, two api and a worker from the image, and calls them through both proxies. */
export async function run(): Promise<void> {
  const inPodman = podman();
  if (!inPodman) return void skip('a run of the image', 'podman cannot run a container here');
  if (!fs.existsSync(postgres)) return void skip('a run of the image', 'PostgreSQL 15 is missing');
  const ports = await freePorts(12);
  const database = await startPostgres(ports[0] ?? 0);
  const s3 = await startS3();
  undo.push(s3.stop);
  const { endpoint, bucket, credentials } = s3.place('image');
  const secrets = {
    'database-url': database.url,
    'master-key': randomBytes(32).toString('base64'),
    'files-secret': randomBytes(32).toString('base64'), // the S3 stand-in checks no signature
    'xendit-api-key': 'xnd_development_of_a_check',
    'xendit-callback-token': 'callback-token-of-a-check',
    'semaphore-api-key': 'a-key-of-a-check',
  };
  fs.mkdirSync(inFolder('secrets'));
  for (const [name, text] of Object.entries(secrets))
    fs.writeFileSync(inFolder(`secrets/${name}`), text);
  fs.writeFileSync(inFolder('database-owner-url'), database.ownerUrl);
  const hardened = [
    '--read-only',
    '--tmpfs=/tmp',
    '--cap-drop=all',
    '--security-opt=no-new-privileges',
  ];
  const server = (name: string, env: Record<string, string>) =>
    inPodman([
      ...['run', '--name', `sandali-check-${name}`, ...hardened],
      ...[
        '-v',
        `${inFolder('secrets')}:/run/secrets:ro`,
        '-v',
        `${inFolder('keys')}:/var/lib/sandali/keys`,
      ],
      ...Object.entries({
        ...companyEnv,
        HOST: '127.0.0.1',
        ORIGIN: 'https://app.example',
        TRUSTED_PROXIES: '1',
        DATABASE_URL_FILE: '/run/secrets/database-url',
        MASTER_KEY_FILE: '/run/secrets/master-key',
        FILES: `s3://${bucket}/image`,
        AWS_ENDPOINT_URL: endpoint ?? '',
        AWS_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
        AWS_SECRET_ACCESS_KEY_FILE: '/run/secrets/files-secret',
        SMS_GATEWAYS: 'semaphore',
        SEMAPHORE_SENDER: 'SANDALI',
        SEMAPHORE_URL: 'http://127.0.0.1:1',
        SEMAPHORE_API_KEY_FILE: '/run/secrets/semaphore-api-key',
        BANK: 'xendit',
        XENDIT_URL: 'http://127.0.0.1:1',
        XENDIT_API_KEY_FILE: '/run/secrets/xendit-api-key',
        XENDIT_CALLBACK_TOKEN_FILE: '/run/secrets/xendit-callback-token',
        ...env,
      }).flatMap(([variable, value]) => ['-e', `${variable}=${value}`]),
      image,
    ]);
  const [migrate = '', ...migrateArgs] = inPodman([
    ...['run', ...hardened, '-v', `${inFolder('secrets')}:/run/secrets:ro`],
    ...['-v', `${inFolder('database-owner-url')}:/run/owner-url:ro`],
    ...['-e', 'DATABASE_URL_FILE=/run/secrets/database-url'],
    ...['-e', 'DATABASE_OWNER_URL_FILE=/run/owner-url', image, 'migrate'],
  ]);
  check(/^Ran 01-/m.test(sh(migrate, migrateArgs)), 'migrate of the image migrates PostgreSQL 15');
  const at = (nth: number) => ports.slice(nth, nth + 3).map(String) as [string, string, string];
  const places = [at(1), at(4), at(7)];
  const roles = ['api', 'api', 'worker'];
  const start = async (nth: number): Promise<Container> => {
    const [PORT, HOOK_PORT, OPS_PORT] = places[nth] ?? ['', '', ''];
    const name = `${roles[nth]}${nth + 1}`;
    const container = background(
      server(name, { ROLE: roles[nth] ?? '', PORT, HOOK_PORT, OPS_PORT }),
    );
    await until(
      `${name} is ready`,
      () => answers(`http://127.0.0.1:${OPS_PORT}/readyz`),
      container,
    );
    return { name: `sandali-check-${name}`, ...container };
  };
  const from = performance.now();
  const [api, , worker] = [await start(0), await start(1), await start(2)];
  console.log(
    `  two api and a worker are ready after ${((performance.now() - from) / 1000).toFixed(1)} s`,
  );
  inside(inPodman, api);
  const [plain = 0, secure = 0] = ports.slice(10);
  const proxies = {
    haproxy: () => startHaproxy(places, plain, secure),
    nginx: () => startNginx(places, plain, secure),
  };
  let lastApi = api;
  for (const [name, startProxy] of Object.entries(proxies)) {
    const proxy = startProxy();
    if (!proxy) continue;
    const call = caller(secure);
    await until(`${name} answers`, async () => (await call('GET', '/')) === 200, proxy);
    check((await call('POST', '/galaxy/nothing')) === 404, `${name} passes calls on`);
    for (const hidden of ['/metrics', '/ops', '/readyz', '/%6detrics'])
      check((await call('GET', hidden)) === 404, `${name} hides ${hidden}`);
    check((await call('POST', '/galaxy/nothing', 9_000_000)) === 413, `${name} refuses 9 MB`);
    check(
      (await call('POST', '/hooks/xendit', 70_000)) === 413,
      `${name} refuses a webhook of 70 kB`,
    );
    check((await call('POST', '/hooks/xendit', 10)) === 401, `${name} passes webhooks on`);
    lastApi = await roll(name, call, lastApi, () => start(0));
    await end(proxy.child, 'SIGTERM');
  }
  await stopped(worker);
  await stopped(lastApi);
}

/** Returns a function that builds a podman command for this kernel; null if podman cannot run. */
function podman(): ((args: readonly string[]) => readonly string[]) | null {
  const around = [
    ...['unshare', '-m', 'sh', '-c'],
    'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"',
    'sh',
  ];
  for (const before of [[], around]) {
    const command = (args: readonly string[]) => [...before, 'podman', ...args];
    for (const limits of [[], ['--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096']]) {
      const options = ['run', '--rm', '--network=host', ...limits];
      const [program = '', ...args] = command([
        ...options,
        '--entrypoint=node',
        image,
        '--version',
      ]);
      const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      if (status === 0)
        return (more) => command(more[0] === 'run' ? [...options, ...more.slice(1)] : more);
      console.log(
        `This machine refuses podman${before.length ? ' without cgroup 2' : ''}${limits.length ? ' with lower limits' : ''}: ${stderr.trim().split('\n').at(-1)}`,
      );
    }
  }
  return null;
}

/** Stops and starts an api under a load of calls. */
async function roll(
  proxy: string,
  call: ReturnType<typeof caller>,
  api: Container,
  start: () => Promise<Container>,
): Promise<Container> {
  const statuses: number[] = [];
  let isOver = false;
  const callers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      statuses.push(await call('POST', '/galaxy/nothing', 100));
      await wait(20);
    }
  });
  await stopped(api);
  const next = await start();
  await wait(3000);
  isOver = true;
  await Promise.all(callers);
  const countOf = (status: number) => statuses.filter((each) => each === status).length;
  // Only HAProxy polls /readyz; nginx passes calls to a starting server, which answers 503.
  const early = proxy === 'nginx' ? countOf(503) : 0;
  const failed = statuses.length - countOf(404) - early;
  check(
    failed === 0 && statuses.length > 100,
    `a restart behind ${proxy} loses ${failed} of ${statuses.length} POSTs, and ${early} get 503`,
  );
  return next;
}

/** Checks user, file system and health inside a running container. */
function inside(inPodman: NonNullable<ReturnType<typeof podman>>, { name }: Container): void {
  const within = (command: string) => {
    const [program = '', ...args] = inPodman(['exec', name, 'sh', '-c', command]);
    return spawnSync(program, args, { encoding: 'utf8' });
  };
  check(within('id -u').stdout.trim() === user, `the server’s user is ${user}`);
  check(within('touch /srv/sandali/x').status !== 0, 'its root is read-only');
  check(
    within("tr '\\0' ' ' </proc/1/cmdline").stdout.startsWith('node --import'),
    'process 1 is node',
  );
  check(within('sandali health').status === 0, 'the health check passes');
}

/** Stops a container with SIGTERM, as an orchestrator does. */
async function stopped({ name, child, output }: Container): Promise<void> {
  const from = performance.now();
  const code = await end(child, 'SIGTERM');
  const seconds = (performance.now() - from) / 1000;
  check(
    code === 0 && output().includes('Stopped.') && seconds < 35,
    `${name} stops on SIGTERM after ${seconds.toFixed(1)} s with exit code ${code}`,
  );
}

/** Returns a function that makes a call over TLS and returns its status; 0 without a response. */
function caller(port: number) {
  const agent = new https.Agent({
    ca: fs.readFileSync(inFolder('cert.pem')),
    servername: 'app.example',
    keepAlive: true,
  });
  undo.push(() => agent.destroy());
  return (method: string, at: string, length = 0): Promise<number> =>
    new Promise((resolve) => {
      const headers = { host: 'app.example', 'content-length': length };
      const options = { agent, host: '127.0.0.1', port, method, path: at, headers };
      const request = https.request(options, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      request.on('error', () => resolve(0));
      request.end(Buffer.alloc(length > 1_000_000 ? 0 : length));
      if (length > 1_000_000) request.flushHeaders();
    });
}

async function startPostgres(port: number): Promise<{ url: string; ownerUrl: string }> {
  const data = inFolder('pg');
  fs.mkdirSync(data);
  const id = Number(sh('id', ['-u', 'postgres']).trim());
  fs.chownSync(data, id, id);
  fs.writeFileSync(inFolder('password'), 'owner');
  const asPostgres = ['-u', 'postgres', '--'];
  const auth = ['--auth=scram-sha-256', `--pwfile=${inFolder('password')}`, '-E', 'UTF8'];
  sh(
    'runuser',
    [...asPostgres, `${postgres}/initdb`, '-D', data, '-U', 'sandali_owner', ...auth],
    '/',
  );
  background(
    [
      ...['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', `${postgres}/postgres`],
      ...[
        '-D',
        data,
        '-p',
        String(port),
        '-k',
        data,
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'fsync=off',
      ],
    ],
    'SIGINT',
  );
  const ownerUrl = `postgres://sandali_owner:owner@127.0.0.1:${port}/postgres`;
  await until('PostgreSQL answers', async () => {
    const client = new pg.Client(ownerUrl);
    try {
      await client.connect();
      await client.query(`create role sandali_api login password 'serves'`);
      return true;
    } catch {
      return false; // it starts
    } finally {
      await client.end();
    }
  });
  return { ownerUrl, url: `postgres://sandali_api:serves@127.0.0.1:${port}/postgres` };
}
