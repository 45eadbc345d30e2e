// Finds today's reminders in the tables and writes their messages. After an outage, skips the
// reminders of earlier days. Never sends the same reminder twice.

import { type Day, daysBetween } from '@sandali/contract/day.ts';
import { type Locale, localeFrom } from '@sandali/contract/locale.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { dueNext } from '@sandali/contract/owed.ts';
import { recipientOf, recipientsOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import type { Recipient } from '#/context/notices.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { type BillView, viewOpenBills } from '#/loan/loan.ts';
import { notifyAll } from '#/notifications/notifications.ts';
import { todayOf } from '#/platform/days.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import { isReminderDue, type ReminderKind, reminderDaysOn, reminderHour } from './rules.ts';
import * as store from './store.ts';
import { findByMessage, findSettings, type OpenReminder } from './store.ts';

/** The maximum number of reminders found or closed in one transaction. */
const mostFound = 1000;
/** The maximum number of reminders written in one transaction. */
const batch = 100;

/**
 * Writes the reminders that are due now, but none from 22:00 to 06:00.
 * @returns the number of reminders written
 */
export async function remind(ctx: WorkCtx): Promise<number> {
  const { app, now } = ctx;
  const today = todayOf(now);
  const hour = reminderHour(now);
  const endMissed = (tx: Tx) => store.endMissedReminders(tx, { today, now, most: mostFound });
  while ((await inTx(app.db, endMissed)) === mostFound);
  if (hour === null) return 0;
  const find = (tx: Tx) =>
    store.insertDueReminders(tx, reminderDaysOn(today), { today, hour, now, most: mostFound });
  while ((await inTx(app.db, find)) === mostFound);
  const retry = (tx: Tx) => store.retryDroppedReminders(tx, today, mostFound);
  while ((await inTx(app.db, retry)) === mostFound);
  const { telephone } = await app.settings.all();
  let count = 0;
  try {
    for (;;) {
      const { claimed, sent } = await inTx(app.db, (tx) =>
        sendSome(ctx, tx, { today, telephone, only: null }),
      );
      count += sent;
      if (claimed < batch) return count;
    }
  } catch (error) {
    app.log.error('a batch of reminders failed; each is now written separately', error);
    return count + (await sendOneByOne(ctx, { today, telephone }));
  }
}

/**
 * Writes each message in its own transaction, so that a failing reminder does not delay other
 * reminders.
 * @returns the number of reminders written.
 */
async function sendOneByOne(ctx: WorkCtx, of: { today: Day; telephone: string }): Promise<number> {
  const { db } = ctx.app;
  const sent = await eachItem(ctx, {
    kind: 'reminder',
    items: await store.listOpenReminders(db, of.today, mostFound),
    idOf: ({ loan_id, kind }) => `${loan_id} ${kind}`,
    failure: 'a reminder could not be written',
    fieldsOf: ({ loan_id }) => ({ loanId: loan_id }),
    run: async (only) => (await inTx(db, (tx) => sendSome(ctx, tx, { ...of, only }))).sent,
  });
  return sent.reduce((sum, count) => sum + count, 0);
}

/**
 * Writes the messages of a batch in the transaction that claims the batch. Closes reminders that no
 * longer apply without sending them.
 */
async function sendSome(
  ctx: WorkCtx,
  tx: Tx,
  { today, telephone, only }: { today: Day; telephone: string; only: OpenReminder | null },
): Promise<{ claimed: number; sent: number }> {
  const open = await store.claimOpenReminders(tx, today, batch, only);
  const borrowers = open.map((reminder) => reminder.borrower_id);
  const [recipients, settings, views] = await Promise.all([
    recipientsOf(ctx.app, tx, borrowers),
    store.settingsOf(tx, borrowers),
    viewOpenBills(
      tx,
      open.map((reminder) => reminder.loan_id),
      today,
    ),
  ]);
  const bills = new Map<string, BillView>(views.map((bill) => [bill.shown.loanId, bill]));
  const drafts = open.map((reminder) => {
    const to = recipients.get(reminder.borrower_id);
    const chosen = settings.get(reminder.borrower_id);
    const bill = bills.get(reminder.loan_id);
    const letter = to && letterOf({ reminder, to, chosen, bill }, today, telephone);
    return { reminder, letter: letter ?? null };
  });
  const due = drafts.flatMap(({ reminder, letter }) => (letter ? [{ reminder, letter }] : []));
  const ids = await notifyAll(
    ctx,
    tx,
    due.map(({ letter }) => letter),
  );
  await store.markReminded(
    tx,
    today,
    due.map(({ reminder }, nth) => ({ ...reminder, message_id: ids[nth] as string })),
  );
  const overtaken = drafts.filter(({ letter }) => letter === null);
  await store.endOvertaken(
    tx,
    today,
    overtaken.map(({ reminder }) => reminder),
    ctx.now,
  );
  return { claimed: open.length, sent: due.length };
}

type Chosen = { channel: string; locale: string } | null | undefined;

/**
 * Returns a reminder's message with today's amounts; null if it no longer applies or the borrower
 * has switched reminders off.
 */
function letterOf(
  {
    reminder,
    to,
    chosen,
    bill,
  }: { reminder: OpenReminder; to: Recipient; chosen: Chosen; bill: BillView | undefined },
  today: Day,
  telephone: string,
) {
  if (chosen?.channel === 'none' || !bill) return null;
  const locale = chosen ? localeFrom(chosen.locale) : to.locale;
  const words = wordsOf(bill, reminder.kind, today, locale);
  const push = chosen?.channel === 'push' ? { isPush: true as const } : {};
  return (
    words && {
      to: { ...to, locale, about: reminder.loan_id, ...push },
      kind: reminder.kind,
      values: { ...words, telephone },
    }
  );
}

/**
 * Returns whether a reminder would be written now with the same text. Called just before sending,
 * because a payment, a changed setting or 22:00 may have made the written text obsolete.
 */
export async function checkReminderStillDue(
  ctx: WorkCtx,
  messageId: string,
  text: string,
): Promise<boolean> {
  const { app, now } = ctx;
  const reminder = await findByMessage(app.db, messageId);
  const today = todayOf(now);
  if (!reminder || reminder.remind_on.toString() !== today || reminderHour(now) === null)
    return false;
  const [to, chosen, [bill], { telephone }] = await Promise.all([
    recipientOf(app, app.db, reminder.borrower_id),
    findSettings(app.db, reminder.borrower_id),
    viewOpenBills(app.db, [reminder.loan_id], today),
    app.settings.all(),
  ]);
  const letter = letterOf({ reminder, to, chosen, bill }, today, telephone);
  return letter !== null && say(letter.to.locale, `sms.${reminder.kind}`, letter.values) === text;
}

/**
 * Returns the values in a reminder's text: the amount and day of the bill, or of the next or missed
 * part of a promise, and the daily charge. Null if the reminder is not due.
 */
function wordsOf(bill: BillView, kind: ReminderKind, today: Day, locale: Locale) {
  const { facts, shown, returnEndsOn } = bill;
  const isReturnAsked = returnEndsOn !== null && returnEndsOn >= today;
  const part = shown.promised ?? (shown.overdueDays > 0 ? bill.missedPart() : null);
  const daysToPart = part && daysBetween(today, part.on);
  if (!isReminderDue(kind, { ...shown, isReturnAsked, daysToPart })) return null;
  const isOfPart = kind === 'reminderPromise' || kind === 'promiseMissed';
  const of =
    part && isOfPart
      ? part
      : { on: shown.dueOn, amountCentavos: dueNext(facts, today).owedCentavos };
  const aDay = bill.mostLateChargeADay();
  return {
    amount: formatPesos(of.amountCentavos),
    due: plainDay(locale, Temporal.PlainDate.from(of.on)),
    ...(aDay > 0 && { aDay: formatPesos(aDay) }),
  };
}
