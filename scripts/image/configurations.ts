// The configurations of deploy/: whether each program accepts its own, and both proxies with
// addresses of this run.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { background, deploy, folder, has, inFolder, root, sh, skip } from './tools.ts';

/** Copies a file of deploy/ into the folder of this run and replaces its addresses. */
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
export function configurations(): void {
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
    for (const others of [
      ['haproxy.servers.cfg', 'cluster/haproxy.database.cfg'],
      ['haproxy.compose.cfg'],
    ]) {
      const files = [
        adapted('haproxy.cfg', [tls]),
        ...others.map((file) => path.join(deploy, file)),
      ];
      sh('haproxy', ['-c', ...files.flatMap((file) => ['-f', file])]);
    }
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

export function startHaproxy(places: string[][], plain: number, secure: number) {
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

export function startNginx(places: string[][], plain: number, secure: number) {
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

/** Returns replacements of the example's addresses by those of the two api servers. */
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
