// `npm run cluster`: starts a whole cluster on this machine, prints its addresses, and ends it at
// Ctrl-C. It installs nothing.
import { setTimeout as wait } from 'node:timers/promises';
import { startCluster } from './cluster.ts';
import { missingPackages } from './packages.ts';

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
  const { database, machines, processes, folder } = cluster;
  console.log(`Started in ${((performance.now() - startedMs) / 1000).toFixed(0)} s.`);
  for (const { machine, wayIn, primary, standbys } of machines)
    console.log(`${machine}  borrowers ${wayIn}  primary ${primary}  standbys ${standbys}`);
  console.log(`Prometheus http://127.0.0.1:8098  logs ${folder}/log`);
  while (!stopped.signal.aborted) {
    const leader = await database.primary();
    const states = await Promise.all(
      processes.map(async (each) => `${each.name} ${(await each.isUp()) ? 'up' : 'DOWN'}`),
    );
    console.log(`${new Date().toISOString().slice(11, 19)}  primary ${leader ?? 'none'}`);
    console.log(`  ${states.join(', ')}`);
    // Ctrl-C rejects this wait, and the loop ends.
    await wait(10_000, null, { signal: stopped.signal }).catch(() => {});
  }
  console.log('Ending.');
}
