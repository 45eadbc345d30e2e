// Whether the chained days still hold, looked at before days are chained and every ten minutes: the last day, and of the older ones as many in turn
// as are computed at once. What does not hold is written into the trail, once a day of the books, and stays an alarm in the log and on /readyz;
// `ledger verify` says the whole.

import type { AppContext } from '#/context/app-context.ts';
import { auditOnce, firstSubjectOf } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Read } from '#/db/database.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import * as store from './chain-days.store.ts';
import { verifyStretch } from './verify.ts';

/** What the trail says of the books when a day was found not to hold; the day is the subject. */
const breakNoted = 'booksBroken';
/** Which day is next in turn. A server that starts begins anew: this is a watch, and nothing is decided by it. */
const turns = new WeakMap<AppContext, Temporal.PlainDate | null>();
/** A day is chained within seconds of its end; one that is not by then has an alarm. */
const lateAfterHours = 1;

/** Looks at the last chained day and at a stretch of the older ones. */
export async function watchBooks({ app, now }: WorkCtx): Promise<void> {
  const { broken, next } = await verifyStretch(app.db, turns.get(app) ?? null);
  turns.set(app, next);
  if (!broken) return;
  const day = broken.day.toString();
  const entries = broken.entries.map((one) => `${one.entryId} ${one.what}`);
  app.log.error('the books do not verify: run ops ledger verify', new Error(`${day}: ${broken.why}`), { count: entries.length });
  const row = { at: now, who: 'the books', act: breakNoted, subject: day, detail: { day, why: broken.why, entries } };
  await inTx(app.db, async (tx) => await auditOnce(tx, row));
}

/** What an operator should know of the chained days, in one sentence; 'ok' where there is nothing. */
export async function alarmOfBooks(read: Read, now: Temporal.Instant): Promise<string> {
  const [brokenDay, head] = await Promise.all([firstSubjectOf(read, breakNoted), store.readHead(read)]);
  if (brokenDay) return `${brokenDay} did not hold: run ops ledger verify`;
  const lastOver = manilaDayOf(now.subtract({ hours: lateAfterHours })).subtract({ days: 1 });
  const next = head.chainedTo?.add({ days: 1 }) ?? head.firstBookedOn;
  const isLate = next !== null && Temporal.PlainDate.compare(next, lastOver) <= 0;
  return isLate ? `${next} is not chained since ${next.add({ days: 1 }).toZonedDateTime(manila).toInstant()}` : 'ok';
}
