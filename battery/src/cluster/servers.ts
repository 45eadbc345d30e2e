// The machines of the servers: each has HAProxy, pgbouncer, an api and a worker. Both machines are
// a way in for borrowers.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { changeOwner, toolUser } from '@sandali/server/db/data-folder.ts';
import { makeRoot } from '@sandali/server/testing/server.ts';
import { accepts, type DatabaseCluster, exampleNet, net127 } from './database.ts';
import { fill, makeToolFolder } from './files.ts';
import { answersOk, Process } from './processes.ts';

const main = path.join(import.meta.dirname, '../../../server/src/main.ts');
export const appMachines = ['app1', 'app2'] as const;
export type AppMachine = (typeof appMachines)[number];

/** The addresses of a machine. `origin` is the way in for borrowers. */
export function placeOf(machine: AppMachine) {
  const host = `${net127}1${machine.at(-1)}`;
  return {
    host,
    origin: `https://localhost:8443`,
    wayIn: `https://${host}:8443`,
    pooled: `${host}:6432`,
    primary: `${host}:5000`,
    standbys: `${host}:5001`,
    apiOrigin: `http://${host}:8080`,
    apiOps: `http://${host}:8082`,
    workerOps: `http://${host}:8092`,
  };
}

export type ServerWish = {
  folder: string;
  machine: AppMachine;
  database: DatabaseCluster;
  /** The folder of bundle.pem. */
  tls: string;
  /** The variables that all servers share. */
  shared: NodeJS.ProcessEnv;
  /** The file that runs a server; by default this tree's. */
  file?: string;
};

/** Returns the four processes of a machine in the order of their start. */
export function machineOf(wish: ServerWish) {
  return {
    proxy: proxyOf(wish),
    pooler: poolerOf(wish),
    api: serverOf(wish, 'api'),
    worker: serverOf(wish, 'worker'),
  };
}

function proxyOf({ folder, machine, tls }: ServerWish): Process {
  const { host } = placeOf(machine);
  const home = makeToolFolder(path.join(folder, machine));
  const files = [
    fill('haproxy.cfg', path.join(home, 'haproxy.cfg'), [
      ['bind :80\n', `bind ${host}:8880\n`],
      ['bind :443', `bind ${host}:8443`],
      ['/etc/sandali/tls', tls],
    ]),
    fill('haproxy.servers.cfg', path.join(home, 'haproxy.servers.cfg'), [[exampleNet, net127]]),
    fill('cluster/haproxy.database.cfg', path.join(home, 'haproxy.database.cfg'), [
      ['bind 127.0.0.1', `bind ${host}`],
      [exampleNet, net127],
    ]),
  ];
  return new Process(path.join(folder, 'log'), {
    name: `haproxy-${machine}`,
    command: ['haproxy', '-db', ...files.flatMap((file) => ['-f', file])],
    user: toolUser,
    endsBy: 'SIGUSR1',
    isUp: () => accepts(host, 8443),
  });
}

function poolerOf({ folder, machine, database }: ServerWish): Process {
  const { host } = placeOf(machine);
  const home = makeToolFolder(path.join(folder, machine));
  const users = path.join(home, 'userlist.txt');
  fs.writeFileSync(users, `"sandali_api" "${database.apiPassword}"\n`, { mode: 0o600 });
  changeOwner(users, toolUser);
  const file = fill('cluster/pgbouncer.ini', path.join(home, 'pgbouncer.ini'), [
    ['127.0.0.1', host],
    ['/etc/pgbouncer/userlist.txt', users],
  ]);
  return new Process(path.join(folder, 'log'), {
    name: `pgbouncer-${machine}`,
    command: ['pgbouncer', file],
    user: toolUser,
    endsBy: 'SIGINT',
    isUp: () => accepts(host, 6432),
  });
}

function serverOf(
  { folder, machine, database, shared, file = main }: ServerWish,
  role: 'api' | 'worker',
): Process {
  const place = placeOf(machine);
  const dataDir = path.join(folder, `${machine}-${role}`);
  if (!fs.existsSync(dataDir)) {
    // All servers sign with one root key. Otherwise each mints envelope keys of its own.
    const root = path.join(folder, 'root');
    if (!fs.existsSync(root)) makeRoot(root);
    fs.cpSync(root, path.join(dataDir, 'keys'), { recursive: true });
  }
  const port = role === 'api' ? 8080 : 8090;
  const ops = role === 'api' ? place.apiOps : place.workerOps;
  return new Process(path.join(folder, 'log'), {
    name: `${role}-${machine}`,
    command: [process.execPath, '--disable-warning=ExperimentalWarning', file],
    env: {
      ...shared,
      ROLE: role,
      HOST: place.host,
      HOOK_HOST: place.host,
      OPS_HOST: place.host,
      PORT: String(port),
      ORIGIN: place.origin,
      DATA_DIR: dataDir,
      DATABASE_URL: database.apiUrl(place.pooled),
      DATABASE_DIRECT_URL: database.apiUrl(place.primary),
      DATABASE_READ_URL: database.apiUrl(place.standbys),
      DATABASE_POOLER: 'transaction',
    },
    isUp: () => answersOk(`${ops}/readyz`),
  });
}
