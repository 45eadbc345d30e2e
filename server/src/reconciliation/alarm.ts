// The alarm for unread settlement reports and open breaks: shown on /alarms, and logged whenever it
// changes.

import { alarmLog } from '#/context/alarm.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { banksOf } from '#/gateway/routing.ts';
import { manilaDayOf } from '#/platform/days.ts';
import * as store from './store.ts';

type Gateways = Pick<AppContext, 'bank' | 'earlierBanks'>;

/** Promise P8 requires every difference to be listed as a break within this many hours. */
const lateAfterHours = 24;

/** Returns the alarm in one sentence, or 'ok'. */
export async function settlementReportAlarm(
  app: Gateways,
  read: Read,
  now: Temporal.Instant,
): Promise<string> {
  const lastOver = manilaDayOf(now.subtract({ hours: lateAfterHours })).subtract({ days: 1 });
  const { open, oldestOn } = await store.countOpen(read);
  const late: string[] = [];
  for (const { name } of banksOf(app)) {
    const next = await store.firstUnreadDay(read, name, lastOver);
    if (next)
      late.push(
        `the settlement report of ${next}${name === app.bank.name ? '' : ` from ${name}`} is not read`,
      );
  }
  const known = banksOf(app).map(({ name }) => name);
  for (const { gateway, day } of await store.daysLeftBehind(read, known, lastOver))
    late.push(
      `the settlement report of ${day} from ${gateway}, which this server does not know, is not read`,
    );
  const breaks =
    open > 0
      ? [`${open} ${open === 1 ? 'break is' : 'breaks are'} open, the oldest of ${oldestOn}`]
      : [];
  return [...late, ...breaks].join('; ') || 'ok';
}

const log = alarmLog({
  event: 'reconciliation',
  needed: 'settlement reports differ from the books: run ops reconcile breaks',
  over: 'settlement reports and books agree again',
});

export async function logSettlementReportAlarm({ app, now }: WorkCtx): Promise<void> {
  log(app, await settlementReportAlarm(app, app.db, now));
}
