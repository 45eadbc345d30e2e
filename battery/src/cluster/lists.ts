// A member of staff who opens a list of work on each server by turns, while the cluster runs.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

const [pauseMs, patienceMs] = [1000, 20_000];

/**
 * Looks at a list every second until `stack` ends or `end` is called, which returns the number of
 * lists by their source.
 */
export function startLists({ machines, folder }: Cluster, stack: AsyncDisposableStack) {
  const stopped = new AbortController();
  const counts = { listsAsked: 0, listsAnswered: 0 };
  const look = async () => {
    for (let nth = 0; !stopped.signal.aborted; nth++) {
      const { machine, apiOps } = machines[nth % 2 === 0 ? 0 : 1];
      const key = fs.readFileSync(path.join(folder, `${machine}-api/keys/ops.key`), 'utf8').trim();
      counts.listsAsked += 1;
      const answer = await fetch(`${apiOps}/ops/cases/list`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ input: {} }),
        signal: AbortSignal.timeout(patienceMs),
      }).catch(() => null); // its server has ended, or has no primary
      if (answer?.ok) counts.listsAnswered += 1;
      // `stop` rejects this wait, and the loop ends.
      await wait(pauseMs, null, { signal: stopped.signal }).catch(() => {});
    }
  };
  const looking = look();
  const stop = async () => {
    stopped.abort();
    await looking;
  };
  stack.defer(stop);
  return async () => {
    await stop();
    const bySource: Record<string, number> = {};
    for (const { apiOps } of machines) {
      const text = await (await fetch(`${apiOps}/metrics`)).text();
      for (const [, source = '', count] of text.matchAll(
        /^sandali_lists_total\{source="(\w+)"\} (\d+)/gm,
      ))
        bySource[source] = (bySource[source] ?? 0) + Number(count);
    }
    const { standby = 0, late = 0, failed = 0 } = bySource;
    return { ...counts, listsOnStandby: standby, standbyLate: late, standbyFailed: failed };
  };
}
