// `npm run cluster`: starts a whole cluster on this machine with people who borrow and repay,
// prints who is up, and ends it all at Ctrl-C. It installs nothing.
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Findings } from '#/test.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { slowPace, startLives } from './lives.ts';
import { missingPackages } from './packages.ts';
import type { Tally } from './way-in.ts';

const lookMs = 10_000;

const install = missingPackages();
if (install) {
  console.error(`The cluster needs programs of Debian. Run: ${install}`);
  process.exitCode = 2;
} else await main();

async function main(): Promise<void> {
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());
  await using stack = new AsyncDisposableStack();
  const startedMs = performance.now();
  console.log('Starting. This takes about a minute.');
  const cluster = await startCluster(stack);
  console.log(`Started in ${secondsSince(startedMs)} s. Logs: ${cluster.folder}/log`);
  for (const { machine, wayIn, primary, standbys } of cluster.machines)
    console.log(`${machine}  borrowers ${wayIn}  primary ${primary}  standbys ${standbys}`);
  console.log('Prometheus http://127.0.0.1:8098');
  const lives = await startLives(cluster, stack, slowPace);
  console.log('Twelve people borrow and repay. Ctrl-C ends all of it.');
  let shown = {};
  while (!stopped.signal.aborted) {
    const primary = (await cluster.database.primary()) ?? 'none';
    const time = new Date().toISOString().slice(11, 19);
    console.log(`${time} UTC  primary ${primary}  ${sentenceOf(lives.tally)}`);
    const states = await statesOf(cluster);
    if (!isDeepStrictEqual(states, shown)) console.table(states);
    shown = states;
    // Ctrl-C rejects this wait, and the loop ends.
    await wait(lookMs, null, { signal: stopped.signal }).catch(() => {});
  }
  console.log('\nEnding. The last calls are answered first.');
  const findings = new Findings();
  const { counts, failure } = findings.outcome(await lives.end(findings));
  for (const [name, count] of Object.entries(counts)) console.log(`  ${name}: ${count}`);
  console.log(failure ?? 'No call failed, nothing is lost or paid twice, and the books hold.');
  if (failure) process.exitCode = 1;
}

function secondsSince(startMs: number): string {
  return ((performance.now() - startMs) / 1000).toFixed(0);
}

function sentenceOf({ calls, failed, repeats, longestGapMs }: Tally): string {
  const sentAgain = [...repeats.values()].reduce((sum, count) => sum + count, 0);
  const gap = (longestGapMs / 1000).toFixed(1);
  return `calls ${calls}  failed ${failed}  sent again ${sentAgain}  longest gap ${gap} s`;
}

/** Returns which programs are up: a row for each program, a column for each machine. */
async function statesOf({ processes }: Cluster): Promise<Record<string, Record<string, string>>> {
  const rows: Record<string, Record<string, string>> = {};
  for (const process of processes) {
    const [program = '', machine = 'other'] = process.name.split('-');
    rows[program] = { ...rows[program], [machine]: (await process.isUp()) ? 'up' : 'DOWN' };
  }
  return rows;
}
