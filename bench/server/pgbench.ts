// What the database itself does in the same run: `pgbench -S` and `pgbench -N` where the machine has it, else the same as prepared statements from Node.
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type pg from 'pg';
import { here } from './side.ts';

const { Client } = createRequire(`${here}/server/src/main.ts`)('pg') as typeof pg;
const [connections, scale] = [16, 4];
const database = 'pgbench';

/** `isReal` is false if Node replaces pgbench: its result does not show what the database could do. */
export type Pgbench = { how: string; isReal: boolean; run(kind: 'S' | 'N', seconds: number): Promise<number> };

/** Makes the tables of pgbench in a separate database. `run` returns transactions a second. */
export async function openPgbench(host: string): Promise<Pgbench> {
  const owner = { host, user: 'postgres' };
  await inDatabase({ ...owner, database: 'postgres' }, async (client) => void (await client.query(`create database ${database}`)));
  const { stdout, status } = spawnSync('pgbench', ['--version'], { encoding: 'utf8' });
  const place = ['-h', host, '-U', 'postgres'];
  if (status === 0) {
    await pgbench(['-i', '-q', '-s', String(scale), ...place, database]);
    const flags = ['-n', '-c', String(connections), '-j', '2', ...place];
    return {
      how: stdout.trim(),
      isReal: true,
      run: async (kind, seconds) => tpsIn(await pgbench([`-${kind}`, '-T', String(seconds), ...flags, database])),
    };
  }
  await inDatabase({ ...owner, database }, makeTables);
  return {
    how: 'prepared statements from Node, as there is no pgbench here',
    isReal: false,
    run: (kind, seconds) => loop({ ...owner, database }, kind, seconds),
  };
}

async function pgbench(args: string[]): Promise<string> {
  const child = spawn('pgbench', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`pgbench ${args.join(' ')}: ${said}`);
  return said;
}

function tpsIn(said: string): number {
  const found = /tps = ([\d.]+) \(without/.exec(said)?.[1];
  if (found === undefined) throw new Error(`pgbench told no tps: ${said}`);
  return Number(found);
}

type Place = { host: string; user: string; database: string };

async function inDatabase(place: Place, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new Client(place);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const accounts = scale * 100_000;
const tellers = scale * 10;

async function makeTables(client: pg.Client): Promise<void> {
  await client.query(`create table pgbench_accounts as select aid, 1 + aid % ${scale} as bid, 0 as abalance, rpad('', 84) as filler
    from generate_series(1, ${accounts}) aid`);
  await client.query('alter table pgbench_accounts add primary key (aid)');
  await client.query(
    `create table pgbench_history (tid integer, bid integer, aid integer, delta integer, mtime timestamp, filler char(22))`,
  );
  await client.query('vacuum analyze pgbench_accounts');
}

const upTo = (most: number) => 1 + Math.floor(Math.random() * most);
const read = { name: 'read', text: 'select abalance from pgbench_accounts where aid = $1' };
const update = { name: 'update', text: 'update pgbench_accounts set abalance = abalance + $1 where aid = $2' };
const keep = { name: 'keep', text: 'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)' };

async function transaction(client: pg.Client, kind: 'S' | 'N'): Promise<void> {
  const [aid, delta] = [upTo(accounts), upTo(10_000) - 5000];
  if (kind === 'S') return void (await client.query({ ...read, values: [aid] }));
  await client.query('begin');
  await client.query({ ...update, values: [delta, aid] });
  await client.query({ ...read, values: [aid] });
  await client.query({ ...keep, values: [upTo(tellers), upTo(scale), aid, delta] });
  await client.query('commit');
}

async function loop(place: Place, kind: 'S' | 'N', seconds: number): Promise<number> {
  const clients = Array.from({ length: connections }, () => new Client(place));
  await Promise.all(clients.map((client) => client.connect()));
  let count = 0;
  const begin = performance.now();
  const caller = async (client: pg.Client) => {
    for (; performance.now() - begin < seconds * 1000; count += 1) await transaction(client, kind);
  };
  try {
    await Promise.all(clients.map(caller));
    return (count * 1000) / (performance.now() - begin);
  } finally {
    for (const client of clients) await client.end();
  }
}
