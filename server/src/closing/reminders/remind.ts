// Finds the reminders that are due and writes their messages. Found from the state of the tables, for today alone: after an outage nothing old is sent, and
// nothing twice.

import { type Day, daysBetween } from '@sandali/contract/day.ts';
import { type Locale, localeFrom } from '@sandali/contract/locale.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { billsOf, dueNext, todayOf, viewBill } from '#/loan/loan.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import { isReminderDue, reminderDaysOn, reminderHour } from './rules.ts';
import * as store from './store.ts';
import { findByMessage, findSettings, type OpenReminder } from './store.ts';

const batch = 100;

/** Sends what is due now; nothing from 22:00 to 06:00. @returns how many were notified. */
export async function remind(ctx: WorkCtx): Promise<number> {
  const { app, now } = ctx;
  const today = todayOf(now);
  const hour = reminderHour(now);
  await inTx(app.db, (tx) => store.endMissedReminders(tx, today, now));
  if (hour === null) return 0;
  await inTx(app.db, async (tx) => {
    await store.insertDueReminders(tx, reminderDaysOn(today), { today, hour, now });
    await store.retryDroppedReminders(tx, today);
  });
  const { telephone } = await app.settings.all();
  let count = 0;
  for (;;) {
    const { taken, sent } = await inTx(app.db, (tx) => sendSome(ctx, tx, { today, telephone }));
    count += sent;
    if (taken < batch) return count;
  }
}

/** Writes the messages of a batch in the transaction that takes it. A reminder that no longer applies ends unsent. */
async function sendSome(ctx: WorkCtx, tx: Tx, of: { today: Day; telephone: string }): Promise<{ taken: number; sent: number }> {
  const open = await store.claimOpenReminders(tx, of.today, batch);
  const ends = await Promise.all(open.map((one) => sendReminder(ctx, tx, one, of)));
  return { taken: open.length, sent: ends.filter(Boolean).length };
}

async function sendReminder(
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

/** Whether a reminder would be written now with the same text. Asked just before it is sent: meanwhile money, the night or another setting may have come. */
export async function isReminderStillDue(ctx: WorkCtx, messageId: string, text: string): Promise<boolean> {
  const { app, now } = ctx;
  const one = await findByMessage(app.db, messageId);
  const today = todayOf(now);
  if (!one || one.remind_on.toString() !== today || reminderHour(now) === null) return false;
  const [to, chosen, { telephone }] = await Promise.all([
    recipientOf(app, app.db, one.borrower_id),
    findSettings(app.db, one.borrower_id),
    app.settings.all(),
  ]);
  if (chosen?.channel === 'none') return false;
  const locale = chosen ? localeFrom(chosen.locale) : to.locale;
  const words = await wordsOf(app.db, one, today, locale);
  return words !== null && say(locale, `sms.${one.kind}`, { ...words, telephone }) === text;
}

/**
 * The amount that is due on the due date, or today where that is over, and the due date in force; of a promise that is kept its next part and the day
 * of it; null where there is nothing to remind of.
 */
async function wordsOf(read: Read, one: OpenReminder, today: Day, locale: Locale): Promise<{ amount: string; due: string } | null> {
  const [row] = await billsOf(read, one.borrower_id, { loanId: one.loan_id, isOpen: true });
  if (!row) return null;
  const { facts, shown } = viewBill(row, today);
  const isReturnAsked = row.return_ends_on !== null && row.return_ends_on.toString() >= today;
  const { promised } = shown;
  const daysToPart = promised && daysBetween(today, promised.on);
  if (!isReminderDue(one.kind, { ...shown, isReturnAsked, daysToPart })) return null;
  if (promised) return { amount: formatPesos(promised.amountCentavos), due: plainDay(locale, Temporal.PlainDate.from(promised.on)) };
  return {
    amount: formatPesos(dueNext(facts, today).owedCentavos),
    due: plainDay(locale, Temporal.PlainDate.from(shown.dueOn)),
  };
}
