// A test on a whole cluster while people borrow and repay.
import { type BatteryTest, type Counts, Findings } from '#/test.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Lives, type Pace, startLives } from './lives.ts';
import { missingPackages } from './packages.ts';

type Outcome = Awaited<ReturnType<BatteryTest['run']>>;
type UnderLoad = { cluster: Cluster; lives: Lives; findings: Findings };

/**
 * Starts a cluster and its load, runs `test`, and checks what must hold of the load. If programs of
 * Debian are missing, the outcome names them and nothing runs.
 */
export async function underLoad(
  test: (of: UnderLoad) => Promise<Counts>,
  pace?: Pace,
): Promise<Outcome> {
  const install = missingPackages();
  if (install) return { counts: { skipped: `programs are missing: ${install}` }, failure: null };
  await using stack = new AsyncDisposableStack();
  const findings = new Findings();
  const cluster = await startCluster(stack);
  const lives = await startLives(cluster, stack, pace);
  const counts = await test({ cluster, lives, findings });
  return findings.outcome({ ...(await lives.end(findings)), ...counts });
}
