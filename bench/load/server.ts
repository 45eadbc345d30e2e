// `npm run bench -- server`: measures how many calls a server handles per second and what each
// costs, and compares both with the machine's limit and an earlier commit in the same run.
import { spawn, spawnSync } from 'node:child_process';
import * as os from 'node:os';
import { bareCryptoMs } from './bare-crypto.ts';
import { callNames, type LimitedName } from './calls.ts';
import { type Progress, runBench, type Timing } from './command.ts';
import { ask, checkOut, forkFile, here, install } from './installation.ts';
import type { LimitParams } from './limit.ts';
import { goalsOf, type Kind, type Result, textOf } from './server-report.ts';
import { connections, type Driver, measure, openDriver, type Window } from './windows.ts';

const warmUpMs = 600;
const pgbenchSeconds = 2;
const pgbenchScale = 4;

/** Runs the bench and prints its report. @returns the exit code. */
export async function runServer(args: string[]): Promise<number> {
  return await runBench(args, {
    name: 'server',
    flags: { only: callNames.join(','), before: '' },
    rounds: '2',
    seconds: '1.2',
    parse({ only = '', before }) {
      const names = only.split(',');
      const known = callNames.filter((name) => names.includes(name));
      return known.length === names.length ? { only: known, before: before || null } : null;
    },
    measure: measureServer,
    goalsOf,
    textOf,
  });
}

type Options = Timing & { only: LimitedName[]; before: string | null };

async function measureServer(
  { only, before, rounds, seconds }: Options,
  progress: Progress,
  cleanup: AsyncDisposableStack,
): Promise<Result> {
  const loadAverage = os.loadavg();
  const start = async (root: string) => {
    progress(`making people${root === here ? '' : ' of the earlier commit'}`);
    const installation = await install(root, cleanup);
    const server = await installation.startServer();
    return { installation, server, driver: await openDriver(installation, server) };
  };
  const own = await start(here);
  const earlier = before === null ? null : await start(checkOut(before, cleanup));
  const { installation, server, driver } = own;

  const answers: Partial<Record<LimitedName, string>> = {};
  for (const name of only) answers[name] = (await driver.answers(name, 1))[0] ?? '';
  const limit = await openLimit(own, answers, cleanup);
  const pgbench = openPgbench(installation.host);

  const calls: Result['calls'] = Object.fromEntries(only.map((name) => [name, {}]));
  const add = (name: LimitedName, kind: Kind, window: Window) => {
    const windows = calls[name] ?? {};
    windows[kind] = [...(windows[kind] ?? []), window];
  };
  /**
   * Measures a call on the product with plain bodies, the limit, the earlier commit, and the
   * product with sealed bodies.
   */
  const takeTurns = async (name: LimitedName, ms: number, keep: typeof add) => {
    keep(name, 'plain', await driver.run(name, { isSealed: false, ms }));
    keep(name, 'limit', await limit(name, ms));
    if (earlier) keep(name, 'before', await earlier.driver.run(name, { isSealed: false, ms }));
    // Gateways do not seal their webhooks.
    if (name !== 'webhook') keep(name, 'sealed', await driver.run(name, { isSealed: true, ms }));
  };
  progress('warming up');
  for (const name of only) await takeTurns(name, warmUpMs, () => {});
  const transactions: Record<'S' | 'N', number[]> = { S: [], N: [] };
  for (let round = 1; round <= rounds; round += 1) {
    progress(`round ${round} of ${rounds}`);
    if (pgbench)
      for (const kind of ['S', 'N'] as const) transactions[kind].push(await pgbench(kind));
    for (const name of only) await takeTurns(name, seconds * 1000, add);
  }
  const answerBytes = (answers.config ?? answers[only[0] as LimitedName] ?? '').length;
  return {
    at: new Date().toISOString(),
    machine: { processors: os.availableParallelism(), node: process.version, loadAverage },
    ...{ rounds, seconds, before, calls },
    pgbench: transactions,
    bareCryptoMs: await bareCryptoMs(Math.ceil(answerBytes / 256) * 256, seconds * 1000),
    peakMegabytes: (await server.usage()).peakBytes / 1e6,
  };
}

/** Starts the limit as a separate process that uses the product's database. */
async function openLimit(
  { installation, driver }: { installation: Awaited<ReturnType<typeof install>>; driver: Driver },
  answers: LimitParams['answers'],
  cleanup: AsyncDisposableStack,
) {
  const { host, postgresPid, people } = installation;
  const child = forkFile('limit.ts');
  cleanup.defer(() => void (child.connected && child.disconnect()));
  const borrowers = Object.fromEntries(people.map(({ phone, borrowerId }) => [phone, borrowerId]));
  const { port } = await ask<{ port: number }>(child, { host, answers, borrowers });
  const cpuMs = async () => (await ask<{ cpuMs: number }>(child, 'usage')).cpuMs;
  return async (name: LimitedName, ms: number): Promise<Window> => {
    const requests = await driver.forLimit(name);
    return await measure(
      { port, cpuMs, postgresPid },
      { requests, ms, isOnce: false, expects: '' },
    );
  };
}

/**
 * Creates pgbench's tables in a separate database.
 * @returns a function that runs `pgbench -S` or `-N` and returns transactions per second; null if
 * pgbench is not installed
 */
function openPgbench(host: string): ((kind: 'S' | 'N') => Promise<number>) | null {
  const place = ['-h', host, '-U', 'postgres'];
  if (spawnSync('pgbench', ['--version']).status !== 0) return null;
  for (const [command, ...args] of [
    ['createdb', ...place, 'pgbench'],
    ['pgbench', '-i', '-q', '-s', String(pgbenchScale), ...place, 'pgbench'],
  ] as [string, ...string[]][]) {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  }
  return async (kind) => {
    const flags = ['-n', '-c', String(connections), '-j', '2', '-T', String(pgbenchSeconds)];
    const child = spawn('pgbench', [`-${kind}`, ...flags, ...place, 'pgbench']);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => (output += data));
    await new Promise((done) => child.once('close', done));
    const perSecond = /tps = ([\d.]+) \(without/.exec(output)?.[1];
    if (perSecond === undefined) throw new Error(`pgbench -${kind}: ${output}`);
    return Number(perSecond);
  };
}
