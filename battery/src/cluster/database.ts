// The database of a cluster: three machines with etcd, Patroni and PostgreSQL, and the ways to them
// from the machines of the servers: HAProxy and pgbouncer.
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as path from 'node:path';
import { toolUser } from '@sandali/server/db/data-folder.ts';
import { connect } from '@sandali/server/db/database.ts';
import { postgresOfDebian } from '@sandali/server/db/debian-postgres.testing.ts';
import { randomBytes } from '@sandali/server/platform/random.ts';
import { fill, makeToolFolder } from './files.ts';
import { answersOk, Process } from './processes.ts';

/** The example's network, and the network of this machine that replaces it. */
export const [exampleNet, net127] = [/10\.0\.0\./g, '127.0.0.'] as const;
const machines = ['db1', 'db2', 'db3'] as const;
export type DatabaseMachine = (typeof machines)[number];
const addressOf = (machine: DatabaseMachine) => `${net127}2${machine.at(-1)}`;

const newPassword = () => randomBytes(18).toString('base64url');

export type DatabaseCluster = Awaited<ReturnType<typeof startDatabase>>;

/** Starts etcd and Patroni on three addresses, and creates the roles and the database. */
export async function startDatabase(folder: string, started: Process[]) {
  const bin = postgresOfDebian();
  if (!bin) throw new Error('PostgreSQL is missing (Debian’s package postgresql)');
  const logs = path.join(folder, 'log');
  const passwords = {
    PATRONI_SUPERUSER_PASSWORD: newPassword(),
    PATRONI_REPLICATION_PASSWORD: newPassword(),
    PATRONI_REWIND_PASSWORD: newPassword(),
    PGBACKREST_REPO1_CIPHER_PASS: newPassword(),
  };
  const api = newPassword();
  const owner = newPassword();
  const repository = makeToolFolder(path.join(folder, 'pgbackrest'));
  const etcds = machines.map((machine) => etcdOf(folder, logs, machine));
  const patronis = machines.map((machine) =>
    patroniOf({ folder, logs, bin, repository, machine, passwords }),
  );
  started.push(...etcds, ...patronis);
  for (const each of etcds) each.start();
  await Promise.all(etcds.map((each) => each.ready()));
  for (const each of patronis) each.start();
  await Promise.all(patronis.map((each) => each.ready(180_000)));
  const superUrl = (at: string) =>
    `postgres://postgres:${passwords.PATRONI_SUPERUSER_PASSWORD}@${at}/postgres`;
  const primary = async (): Promise<DatabaseMachine | null> => {
    for (const machine of machines)
      if (await answersOk(`http://${addressOf(machine)}:8008/primary`)) return machine;
    return null;
  };
  await createDatabase(superUrl(`${addressOf((await primary()) ?? 'db1')}:5432`), owner, api);
  return {
    machines,
    backupEnv: { PGBACKREST_REPO1_CIPHER_PASS: passwords.PGBACKREST_REPO1_CIPHER_PASS },
    primary,
    patroni: (machine: DatabaseMachine) => patronis[machines.indexOf(machine)] as Process,
    /** The process id of PostgreSQL on a machine; null if it does not run. */
    postgresPid: (machine: DatabaseMachine) => pidIn(path.join(folder, machine, 'data')),
    /** The password of the serving role, which pgbouncer's list of users has too. */
    apiPassword: api,
    apiUrl: (at: string) => `postgres://sandali_api:${api}@${at}/sandali`,
    ownerUrl: (at: string) => `postgres://sandali_owner:${owner}@${at}/sandali`,
    superUrl,
    /** Whether a machine's PostgreSQL follows the primary. */
    isStandby: (machine: DatabaseMachine) =>
      answersOk(`http://${addressOf(machine)}:8008/replica?lag=16MB`),
    /** Stops or continues all processes of a machine's database, but etcd. */
    freeze(machine: DatabaseMachine, signal: 'SIGSTOP' | 'SIGCONT'): void {
      const pid = pidIn(path.join(folder, machine, 'data'));
      const patroni = patronis[machines.indexOf(machine)] as Process;
      for (const each of pid ? [pid, ...childrenOf(pid)] : []) process.kill(each, signal);
      patroni.signal(signal);
    },
    /** Ends a machine's PostgreSQL and Patroni at once, like a power cut. */
    async cutPower(machine: DatabaseMachine): Promise<void> {
      const pid = pidIn(path.join(folder, machine, 'data'));
      const patroni = patronis[machines.indexOf(machine)] as Process;
      if (pid) process.kill(pid, 'SIGKILL');
      await patroni.end('SIGKILL');
    },
  };
}

function etcdOf(folder: string, logs: string, machine: DatabaseMachine): Process {
  const own = addressOf(machine);
  const home = makeToolFolder(path.join(folder, machine));
  const file = fill('cluster/etcd.yaml', path.join(home, 'etcd.yaml'), [
    ['/var/lib/etcd/sandali', path.join(home, 'etcd')],
    ['name: db1', `name: ${machine}`],
    [
      /(listen-peer-urls|listen-client-urls|initial-advertise-peer-urls|advertise-client-urls): http:\/\/10\.0\.0\.21/g,
      `$1: http://${own}`,
    ],
    [exampleNet, net127],
  ]);
  return new Process(logs, {
    name: `etcd-${machine}`,
    command: ['etcd', '--config-file', file],
    user: toolUser,
    isUp: () => answersOk(`http://${own}:2379/health`),
  });
}

type PatroniWish = {
  folder: string;
  logs: string;
  bin: string;
  repository: string;
  machine: DatabaseMachine;
  passwords: Record<string, string>;
};

function patroniOf({ folder, logs, bin, repository, machine, passwords }: PatroniWish): Process {
  const own = addressOf(machine);
  const home = path.join(folder, machine);
  const socket = makeToolFolder(path.join(home, 'socket'));
  const backup = fill('cluster/pgbackrest.conf', path.join(home, 'pgbackrest.conf'), [
    ['/var/lib/pgbackrest', repository],
    ['/var/log/pgbackrest', makeToolFolder(path.join(home, 'pgbackrest-log'))],
    ['/tmp/pgbackrest', path.join(home, 'pgbackrest-lock')],
    ['/var/spool/pgbackrest', path.join(home, 'pgbackrest-spool')],
    ['/var/lib/postgresql/15/sandali', path.join(home, 'data')],
    ['/var/run/postgresql', socket],
  ]);
  const file = fill('cluster/patroni.yaml', path.join(home, 'patroni.yaml'), [
    ['name: db1', `name: ${machine}`],
    [/((?:listen|connect_address): )10\.0\.0\.21/g, `$1${own}`],
    ['/var/lib/postgresql/15/sandali', path.join(home, 'data')],
    ['/usr/lib/postgresql/15/bin', bin],
    ['/var/run/postgresql', socket],
    ['/etc/pgbackrest.conf', backup],
    [exampleNet, net127],
  ]);
  return new Process(logs, {
    name: `patroni-${machine}`,
    command: ['patroni', file],
    env: { ...passwords, PGPASSFILE: path.join(home, 'pgpass'), HOME: home },
    user: toolUser,
    endsBy: 'SIGTERM',
    isUp: () => answersOk(`http://${own}:8008/readiness`),
  });
}

async function createDatabase(url: string, owner: string, api: string): Promise<void> {
  const { pool } = connect({ connectionString: url }, { max: 1 });
  // Passwords have only letters, digits, - and _.
  await pool.query(`create role sandali_owner login createrole password '${owner}'`);
  await pool.query(`create role sandali_api login password '${api}'`);
  await pool.query('create database sandali owner sandali_owner');
  await pool.end();
}

function pidIn(data: string): number | null {
  const file = path.join(data, 'postmaster.pid');
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0;
  return pid > 0 ? pid : null;
}

function childrenOf(parent: number): number[] {
  const statOf = (pid: string) => {
    try {
      return fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    } catch {
      return ''; // it has ended
    }
  };
  return fs
    .readdirSync('/proc')
    .filter(
      (pid) =>
        Number(
          statOf(pid)
            .replace(/^.*\) . /, '')
            .split(' ')[0],
        ) === parent,
    )
    .map(Number);
}

/** Creates the stanza, and makes the first full backup from the primary. */
export function backUp(
  folder: string,
  machine: DatabaseMachine,
  run: (command: readonly string[]) => void,
): void {
  const config = `--config=${path.join(folder, machine, 'pgbackrest.conf')}`;
  run(['pgbackrest', config, '--stanza=sandali', 'stanza-create']);
  run(['pgbackrest', config, '--stanza=sandali', '--type=full', 'backup']);
}

/** Whether an address accepts connections. */
export async function accepts(host: string, port: number): Promise<boolean> {
  return await new Promise((done) => {
    const socket = net.connect({ host, port, timeout: 1000 });
    const end = (isOpen: boolean) => {
      socket.destroy();
      done(isOpen);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
  });
}
