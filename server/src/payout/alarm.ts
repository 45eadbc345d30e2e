// Counts payouts that need staff attention. /alarms shows the counts, and each change of a count is
// logged.

import { alarmLog } from '#/context/alarm.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { banksOf } from '#/gateway/routing.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { countTrouble, type Trouble } from './breaks.store.ts';
import { unknownAlarmMs } from './rules.ts';

type Watched = Pick<AppContext, 'clocks' | 'db' | 'bank' | 'earlierBanks'>;

/** Counts the payouts that need staff attention now. */
export async function payoutTrouble(app: Watched): Promise<Trouble> {
  const known = banksOf(app).map(({ name }) => name);
  const { clocks } = app;
  const unknownSince = clocks.wall().subtract({ milliseconds: unknownAlarmMs });
  return await countTrouble(app.db, known, { unknownSince, today: manilaDayOf(clocks.now()) });
}

const log = alarmLog({
  event: 'payout alarm',
  needed: 'payouts need staff: run ops payout list',
  over: 'no payout needs staff any more',
});

export async function logPayoutAlarm({ app }: WorkCtx): Promise<void> {
  const trouble = await payoutTrouble(app);
  const count = trouble.unknown + trouble.waiting + trouble.breaks + trouble.withoutGateway;
  log(app, count > 0 ? wordsOf(trouble) : 'ok', { count });
}

function wordsOf({ unknown, waiting, breaks, withoutGateway }: Trouble): string {
  return `${unknown} unknown, ${waiting} waiting for the float, ${breaks} breaks, ${withoutGateway} at gateways that this server does not know`;
}
