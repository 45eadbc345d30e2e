// What of payouts needs people: on /readyz as it is, and in the log when it changes.

import type { AppContext } from '#/context/app-context.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { banksOf } from '#/gateway/routing.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { countTrouble, type Trouble } from './breaks.store.ts';
import { unknownAlarmMs } from './rules.ts';

type Watched = Pick<AppContext, 'clocks' | 'db' | 'bank' | 'earlierBanks'>;

/** What of payouts needs people now. */
export async function payoutTrouble(app: Watched): Promise<Trouble> {
  const known = banksOf(app).map(({ name }) => name);
  const { clocks } = app;
  const unknownSince = clocks.wall().subtract({ milliseconds: unknownAlarmMs });
  return await countTrouble(app.db, known, { unknownSince, today: manilaDayOf(clocks.now()) });
}

/** What was said last. A server that starts says it anew. */
const said = new WeakMap<AppContext, string>();
const none = wordsOf({ unknown: 0, waiting: 0, breaks: 0, withoutGateway: 0 });

/** Says in the log what needs people, each time that it has changed. */
export async function logPayoutAlarm({ app }: WorkCtx): Promise<void> {
  const trouble = await payoutTrouble(app);
  const words = wordsOf(trouble);
  if (words === (said.get(app) ?? none)) return;
  said.set(app, words);
  const count = trouble.unknown + trouble.waiting + trouble.breaks + trouble.withoutGateway;
  if (count > 0) app.log.warn('payouts need people: run ops payout list', { event: 'payout alarm', count, why: words });
  else app.log.info('no payout needs people any more', { event: 'payout alarm' });
}

function wordsOf({ unknown, waiting, breaks, withoutGateway }: Trouble): string {
  return `${unknown} unknown, ${waiting} waiting for the float, ${breaks} breaks, ${withoutGateway} of gateways that this server does not know`;
}
