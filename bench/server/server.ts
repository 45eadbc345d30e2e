// `npm run bench -- server`: how many calls a second the server answers and what they cost, beside the limit of the machine, all in one run.
import * as os from 'node:os';
import { type Say, type Undo, withUndo } from '../command.ts';
import { bareCryptoMs } from './bare-crypto.ts';
import { type LimitedName, pathOf } from './calls.ts';
import { type Driver, type Generator, measure, openDriver, openGenerator, type Window } from './driver.ts';
import type { LimitTold, LimitWish } from './limit.ts';
import { openPgbench } from './pgbench.ts';
import { ask, forkFile } from './processes.ts';
import type { Found, Kind } from './report.ts';
import { checkOut, here, openSide, type Server, type Side } from './side.ts';

export type Options = { only: readonly LimitedName[]; before: string | null; rounds: number; seconds: number };

const people = 300;
const warmMs = 600;
const pgbenchSeconds = 2;
const countedCalls = 6;
/** Runs the bench, telling each step by `say`, and ends every process that it starts. */
export async function benchServer(options: Options, say: Say): Promise<Found> {
  return await withUndo((undo) => bench(options, say, undo));
}

async function bench(options: Options, say: Say, undo: Undo): Promise<Found> {
  const { only, rounds, seconds } = options;
  const loadAverage = os.loadavg();
  const generator = openGenerator();
  undo.push(() => generator.close());
  say('making people');
  const own = await openRunning(here, only, generator, undo);
  let before: Running | null = null;
  if (options.before !== null) {
    const { root, remove } = checkOut(options.before);
    undo.push(remove);
    before = await openRunning(root, only, generator, undo);
  }
  const limit = await openLimit(own, generator, undo);
  const pgbench = await openPgbench(own.side.host);
  const found: Found = {
    at: new Date().toISOString(),
    machine: { processors: os.availableParallelism(), node: process.version, loadAverage },
    ...{ rounds, seconds, before: options.before },
    pgbench: { how: pgbench.how, isReal: pgbench.isReal, S: [], N: [] },
    calls: Object.fromEntries(only.map((name) => [name, {}])),
    ...{ counts: own.counts, countsBefore: before?.counts ?? {} },
    bareCryptoMs: Number.NaN,
    peakMegabytes: Number.NaN,
  };
  const keep = (name: LimitedName, kind: Kind, window: Window) => {
    const of = found.calls[name] ?? {};
    of[kind] = [...(of[kind] ?? []), window];
  };
  say('warming up');
  for (const name of only) {
    for (const isSealed of [false, true]) await own.driver.run(name, { isSealed, ms: warmMs });
    await limit(name, warmMs);
    await before?.driver.run(name, { isSealed: false, ms: warmMs });
  }
  const ms = seconds * 1000;
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    for (const kind of ['S', 'N'] as const) found.pgbench[kind].push(await pgbench.run(kind, pgbenchSeconds));
    for (const name of only) {
      keep(name, 'plain', await own.driver.run(name, { isSealed: false, ms }));
      keep(name, 'limit', await limit(name, ms));
      if (before) keep(name, 'before', await before.driver.run(name, { isSealed: false, ms }));
      if (isOfBorrowers(name)) keep(name, 'sealed', await own.driver.run(name, { isSealed: true, ms }));
    }
  }
  found.bareCryptoMs = await bareCryptoMs(
    Math.ceil((own.answers.config ?? own.answers[only[0] as LimitedName] ?? '').length / 256) * 256,
    ms,
  );
  found.peakMegabytes = (await own.server.told()).peakBytes / 1e6;
  await twoProcesses(options, own, keep, say);
  return found;
}

/** A gateway's webhooks are never sealed, and come to one server. */
const isOfBorrowers = (name: LimitedName) => name !== 'webhook';

type Running = { side: Side; server: Server; driver: Driver; counts: Found['counts']; answers: Partial<Record<LimitedName, string>> };

/** A side with one server that has been counted before: what the calls send to the database, and what they answer. */
async function openRunning(root: string, only: readonly LimitedName[], generator: Generator, undo: Undo): Promise<Running> {
  const side = await openSide(root, people);
  undo.push(() => side.close());
  const counted = await side.start({ BENCH_COUNTS: '1' });
  const counter = await openDriver(generator, side, counted);
  const answers: Running['answers'] = {};
  // The first call of each opens connections and fills what is kept in memory.
  for (const name of only) await counter.answers(name, countedCalls);
  const first = (await counted.told()).counts;
  for (const name of only) answers[name] = (await counter.answers(name, countedCalls))[0] ?? '';
  const { counts: all } = await counted.told();
  const counts: Running['counts'] = {};
  for (const name of only) {
    const [from, to] = [first[pathOf(name)], all[pathOf(name)]];
    if (from && to)
      counts[name] = {
        calls: to.calls - from.calls,
        statements: to.statements - from.statements,
        roundTrips: to.roundTrips - from.roundTrips,
      };
  }
  await counted.stop();
  const server = await side.start();
  return { side, server, driver: await openDriver(generator, side, server), counts, answers };
}

/** Starts the limit on the product's database, as a separate process. */
async function openLimit({ side, driver, answers }: Running, generator: Generator, undo: Undo) {
  const child = forkFile('limit.ts');
  undo.push(() => child.connected && child.disconnect());
  const borrowers = Object.fromEntries(side.people.map(({ phone, borrowerId }) => [phone, borrowerId]));
  const wish: LimitWish = { host: side.host, answers, borrowers };
  const { listening } = await ask<LimitTold & { listening: number }>(child, wish, (said) => 'listening' in said);
  const cpuMs = async () => (await ask<LimitTold & { cpuMs: number }>(child, 'cpu', (said) => 'cpuMs' in said)).cpuMs;
  const target = { ports: [listening], cpuMs, postgresPid: side.postgresPid };
  return async (name: LimitedName, ms: number): Promise<Window> => {
    const requests = await driver.forLimit(name);
    return (await measure(generator, target, { requests, ms, isOnce: false, expects: '', keepsAnswers: false })).window;
  };
}

/** The same calls by one server and by two on the same database, in turns. */
async function twoProcesses(
  { only, rounds, seconds }: Options,
  own: Running,
  keep: (name: LimitedName, kind: Kind, window: Window) => void,
  say: Say,
) {
  say('two processes');
  const second = await own.side.start();
  const both = [own.server, second];
  for (const name of only.filter(isOfBorrowers)) await own.driver.run(name, { isSealed: false, ms: warmMs, servers: [second] });
  for (let round = 1; round <= rounds; round += 1)
    for (const name of only.filter(isOfBorrowers)) {
      keep(name, 'one', await own.driver.run(name, { isSealed: false, ms: seconds * 1000 }));
      keep(name, 'two', await own.driver.run(name, { isSealed: false, ms: seconds * 1000, servers: both }));
    }
}
