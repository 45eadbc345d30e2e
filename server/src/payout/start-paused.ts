// After a restore the database may have forgotten payouts that have left, so that they would leave again: payouts then start paused, until somebody has
// compared them with the gateway's statement and switches them on.

import type { AppContext } from '#/context/app-context.ts';
import { audit } from '#/context/audit.ts';
import { storeSetting } from '#/context/settings.ts';
import { inTx } from '#/db/database.ts';
import { clusterNow, clusterSeen, seeCluster } from './cluster.store.ts';

/** Pauses payouts where the start was told to, or where the database was restored since the last start. Before any worker looks. */
export async function startPaused(app: Pick<AppContext, 'clocks' | 'config' | 'db' | 'log' | 'settings'>): Promise<void> {
  const now = app.clocks.now();
  const isPaused = await inTx(app.db, async (tx) => {
    const [seen, current] = [await clusterSeen(tx), await clusterNow(tx)];
    const isRestored = seen !== null && seen !== current;
    if (seen !== current) await seeCluster(tx, current, now);
    if (!isRestored && !app.config.startPaused) return false;
    const why = isRestored ? 'the database was restored' : 'PAYOUTS_START_PAUSED';
    await storeSetting(tx, 'payoutsOn', false, 'the start', now);
    await audit(tx, { at: now, who: 'the start', act: 'payoutsPaused', reason: why });
    app.log.warn('payouts are paused: compare them with the statement, then ops switch on payouts', { event: 'start paused', why });
    return true;
  });
  if (isPaused) app.settings.forget();
}
