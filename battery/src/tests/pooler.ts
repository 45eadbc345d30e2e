// pgbouncer restarts again and again while people borrow and repay through a whole cluster.
import { setTimeout as wait } from 'node:timers/promises';
import { startCluster } from '#/cluster/cluster.ts';
import { startLives } from '#/cluster/lives.ts';
import { missingPackages } from '#/cluster/packages.ts';
import { type BatteryTest, Findings } from '#/test.ts';

/** Time for calls between two restarts. */
const pauseMs = 5000;

export const pooler: BatteryTest = {
  name: 'pooler',
  about: 'pgbouncer restarts under load, and every call is answered',
  async run({ isQuick }) {
    const install = missingPackages();
    if (install) return { counts: { skipped: `programs are missing: ${install}` }, failure: null };
    await using stack = new AsyncDisposableStack();
    const findings = new Findings();
    const cluster = await startCluster(stack);
    const lives = await startLives(cluster, stack);
    const restarts = isQuick ? 2 : 10;
    for (let nth = 0; nth < restarts; nth++) {
      await lives.payments(2 * (nth + 1));
      const { pooler: process } = cluster.machines[nth % 2 === 0 ? 0 : 1];
      // By turns in an orderly way and by a kill.
      await process.end(nth % 4 < 2 ? 'SIGTERM' : 'SIGKILL');
      process.start();
      await process.ready();
      await wait(pauseMs);
    }
    return findings.outcome({ restarts, ...(await lives.end(findings)) });
  },
};
