// Codes that are asked for and never handed in are not asked for by people who want to get in: somebody spends our money, or floods a network's numbers.

import { codesWithoutAlarm, leastShareUsed } from '#/account/rules.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { takeFromBudget } from '#/context/rate-limit.ts';
import { inTx, type Read } from '#/db/database.ts';
import { sentAndUsed } from './challenge.store.ts';

/** Within an hour so many codes were sent to strangers, and so many of those came back. The last five minutes' may still come back. */
export type UnusedCodes = { sent: number; used: number };

/** What an hour's codes of strangers came to where that is an alarm; null where it is none. */
export async function unusedCodes(read: Read, wall: Temporal.Instant): Promise<UnusedCodes | null> {
  const came = await sentAndUsed(read, wall.subtract({ minutes: 65 }), wall.subtract({ minutes: 5 }));
  return came.sent > codesWithoutAlarm && came.used < leastShareUsed * came.sent ? came : null;
}

/** Says it in the log, once an hour. Safe to run twice at once. */
export async function alarmForCodes({ app, wall }: WorkCtx): Promise<void> {
  const came = await unusedCodes(app.db, wall);
  if (!came) return;
  const isFirst = await inTx(app.db, (tx) => takeFromBudget(tx, { name: 'sms:alarm', limit: 1, windowMs: 3_600_000, slides: true }, wall));
  if (isFirst) app.log.warn('codes are sent to strangers and not used', { event: 'codes not used', count: came.sent - came.used });
}
