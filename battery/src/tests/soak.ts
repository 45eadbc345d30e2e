// Something of a whole cluster dies every minute for two hours, while people borrow and repay.
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '#/cluster/cluster.ts';
import { slowPace } from '#/cluster/lives.ts';
import type { Process } from '#/cluster/processes.ts';
import { underLoad } from '#/cluster/under-load.ts';
import type { BatteryTest } from '#/test.ts';

const [minutes, quickMinutes] = [120, 4];
const minuteMs = 60_000;
/** How long a killed program stays away. */
const awayMs = 10_000;

export const soak: BatteryTest = {
  name: 'soak',
  about: 'every minute a program of a cluster dies under load; nothing is lost or paid twice',
  run: async ({ isQuick, random }) =>
    await underLoad(async ({ cluster, lives }) => {
      const killed: Record<string, number> = {};
      const endsAtMs = performance.now() + (isQuick ? quickMinutes : minutes) * minuteMs;
      for (let nth = 1; performance.now() < endsAtMs; nth++) {
        const startedMs = performance.now();
        const kind = await killOne(cluster, random);
        killed[`killed ${kind}`] = (killed[`killed ${kind}`] ?? 0) + 1;
        await wait(Math.max(0, startedMs + minuteMs - performance.now()));
        await lives.payments(nth);
      }
      return killed;
    }, slowPace),
};

/** Kills a program, waits, and starts it again. @returns its kind, such as 'api' or 'primary' */
async function killOne({ database, processes }: Cluster, random: () => number): Promise<string> {
  const alone = new Set(['bank', 'prometheus']); // a cluster has one, and each outlives a failure
  const candidates = processes.filter(({ name }) => !alone.has(name));
  const { name } = candidates[Math.floor(random() * candidates.length)] as Process;
  const [kind = '', machine = ''] = name.split('-');
  const primary = await database.primary();
  const program = processes.find((each) => each.name === name) as Process;
  const dead = database.machines.find((each) => each === machine);
  if (kind === 'patroni' && dead) await database.cutPower(dead);
  else await program.end('SIGKILL');
  await wait(awayMs);
  program.start();
  await program.ready(180_000);
  return kind !== 'patroni' ? kind : machine === primary ? 'primary' : 'standby';
}
