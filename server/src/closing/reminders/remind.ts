// Finds the reminders that are due and writes their messages. Found from the state of the tables, for today alone: after an outage nothing old is told, and
// nothing twice.
import type { Day } from '@sandali/contract/day.ts';
import { localeFrom } from '@sandali/contract/locale.ts';
import { recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { todayOf } from '#/loan/loan.ts';
import { reminderHour, wantedOn } from './rules.ts';
import * as store from './store.ts';
import { wordsOf } from './words.ts';

const batch = 100;

/** Tells what is due now; nothing from 22:00 to 06:00. @returns how many were told. */
export async function remind(ctx: WorkCtx): Promise<number> {
  const { app, now } = ctx;
  const today = todayOf(now);
  const hour = reminderHour(now);
  await inTx(app.db, (tx) => store.endMissed(tx, today, now));
  if (hour === null) return 0;
  await inTx(app.db, async (tx) => {
    await store.insertDue(tx, wantedOn(today), { today, hour, now });
    await store.reopenDropped(tx, today);
  });
  const { telephone } = await app.settings.all();
  let count = 0;
  for (;;) {
    const { taken, told } = await inTx(app.db, (tx) => tellSome(ctx, tx, { today, telephone }));
    count += told;
    if (taken < batch) return count;
  }
}

/** Writes the messages of a batch in the transaction that takes it. What is true no more ends untold. */
async function tellSome(ctx: WorkCtx, tx: Tx, of: { today: Day; telephone: string }): Promise<{ taken: number; told: number }> {
  const open = await store.takeOpen(tx, of.today, batch);
  const ends = await Promise.all(open.map((one) => tellOne(ctx, tx, one, of)));
  return { taken: open.length, told: ends.filter(Boolean).length };
}

async function tellOne(
  ctx: WorkCtx,
  tx: Tx,
  one: store.OpenReminder,
  { today, telephone }: { today: Day; telephone: string },
): Promise<boolean> {
  const [to, chosen] = await Promise.all([recipientOf(ctx.app, tx, one.borrower_id), store.findSettings(tx, one.borrower_id)]);
  const locale = chosen ? localeFrom(chosen.locale) : to.locale;
  const words = chosen?.channel === 'none' ? null : await wordsOf(tx, one, today, locale);
  if (words === null) {
    await store.changeReminder(tx, one, today, { ended_at: ctx.now, ended_as: 'overtaken' });
    return false;
  }
  const push = chosen?.channel === 'push' ? { isPush: true as const } : {};
  const messageId = await ctx.app.notices.notify(ctx, tx, { ...to, locale, about: one.loan_id, ...push }, one.kind, {
    ...words,
    telephone,
  });
  await store.changeReminder(tx, one, today, { message_id: messageId });
  return true;
}
