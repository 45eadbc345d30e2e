// pgbouncer restarts again and again while people borrow and repay through a whole cluster.
import { setTimeout as wait } from 'node:timers/promises';
import { underLoad } from '#/cluster/under-load.ts';
import type { BatteryTest } from '#/test.ts';

/** Time for calls between two restarts. */
const pauseMs = 5000;

export const pooler: BatteryTest = {
  name: 'pooler',
  about: 'pgbouncer restarts under load, and every call is answered',
  run: async ({ isQuick }) =>
    await underLoad(async ({ cluster, lives }) => {
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
      return { restarts };
    }),
};
