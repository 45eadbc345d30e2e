// Finds the reminders that are due and writes their messages. Found from the state of the tables,
// for today alone: after an outage nothing old is sent, and nothing twice.

import { type Day, daysBetween } from '@sandali/contract/day.ts';
import { type Locale, localeFrom } from '@sandali/contract/locale.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { recipientOf, recipientsOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import type { Recipient } from '#/context/notices.ts';
import { inTx, type Tx } from '#/db/database.ts';
import {
  type BillRecord,
  dueNext,
  missedPart,
  mostLateChargeADay,
  openBillsOf,
  viewBill,
} from '#/loan/loan.ts';
import { notifyAll } from '#/notifications/notifications.ts';
import { todayOf } from '#/platform/days.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import { isReminderDue, type ReminderKind, reminderDaysOn, reminderHour } from './rules.ts';
import * as store from './store.ts';
import { findByMessage, findSettings, type OpenReminder } from './store.ts';

/** So many are found in one transaction, or ended, and so many written. */
const mostFound = 1000;
const batch = 100;

/** Writes what is due now; nothing from 22:00 to 06:00. @returns how many were notified. */
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
      const { taken, sent } = await inTx(app.db, (tx) =>
        sendSome(ctx, tx, { today, telephone, only: null }),
      );
      count += sent;
      if (taken < batch) return count;
    }
  } catch (error) {
    app.log.error('a batch of reminders failed, so each is written by itself', error);
    return count + (await sendOneByOne(ctx, { today, telephone }));
  }
}

/**
 * Writes each message in its own transaction, so that a failing reminder delays no other.
 * @returns how many were notified
 */
async function sendOneByOne(ctx: WorkCtx, of: { today: Day; telephone: string }): Promise<number> {
  const { db } = ctx.app;
  const sent = await eachItem(ctx, {
    kind: 'reminder',
    items: await store.listOpenReminders(db, of.today, mostFound),
    idOf: ({ loan_id, kind }) => `${loan_id} ${kind}`,
    said: 'a reminder could not be written',
    fieldsOf: ({ loan_id }) => ({ loanId: loan_id }),
    run: async (only) => (await inTx(db, (tx) => sendSome(ctx, tx, { ...of, only }))).sent,
  });
  return sent.reduce((sum, one) => sum + one, 0);
}

/**
 * Writes the messages of a batch in the transaction that takes it. A reminder that no longer
 * applies ends unsent.
 */
async function sendSome(
  ctx: WorkCtx,
  tx: Tx,
  { today, telephone, only }: { today: Day; telephone: string; only: OpenReminder | null },
): Promise<{ taken: number; sent: number }> {
  const open = await store.claimOpenReminders(tx, today, batch, only);
  const borrowers = open.map((one) => one.borrower_id);
  const [recipients, settings, rows] = await Promise.all([
    recipientsOf(ctx.app, tx, borrowers),
    store.settingsOf(tx, borrowers),
    openBillsOf(
      tx,
      open.map((one) => one.loan_id),
    ),
  ]);
  const bills = new Map(rows.map((row) => [row.id, row]));
  const found = open.map((one) => {
    const to = recipients.get(one.borrower_id);
    const letter =
      to &&
      letterOf(
        { one, to, chosen: settings.get(one.borrower_id), bill: bills.get(one.loan_id) },
        today,
        telephone,
      );
    return { one, letter: letter ?? null };
  });
  const due = found.flatMap(({ one, letter }) => (letter ? [{ one, letter }] : []));
  const ids = await notifyAll(
    ctx,
    tx,
    due.map(({ letter }) => letter),
  );
  await store.markReminded(
    tx,
    today,
    due.map(({ one }, nth) => ({ ...one, message_id: ids[nth] as string })),
  );
  const over = found.filter(({ letter }) => letter === null).map(({ one }) => one);
  await store.endOvertaken(tx, today, over, ctx.now);
  return { taken: open.length, sent: due.length };
}

type Chosen = { channel: string; locale: string } | null | undefined;

/**
 * The message of a reminder in the words of today; null where nothing is to be said, or where the
 * borrower wants none.
 */
function letterOf(
  {
    one,
    to,
    chosen,
    bill,
  }: { one: OpenReminder; to: Recipient; chosen: Chosen; bill: BillRecord | undefined },
  today: Day,
  telephone: string,
) {
  if (chosen?.channel === 'none' || !bill) return null;
  const locale = chosen ? localeFrom(chosen.locale) : to.locale;
  const words = wordsOf(bill, one.kind, today, locale);
  const push = chosen?.channel === 'push' ? { isPush: true as const } : {};
  return (
    words && {
      to: { ...to, locale, about: one.loan_id, ...push },
      kind: one.kind,
      values: { ...words, telephone },
    }
  );
}

/**
 * Whether a reminder would be written now with the same text. Asked just before it is sent:
 * meanwhile money, the night or another setting may have come.
 */
export async function checkReminderStillDue(
  ctx: WorkCtx,
  messageId: string,
  text: string,
): Promise<boolean> {
  const { app, now } = ctx;
  const one = await findByMessage(app.db, messageId);
  const today = todayOf(now);
  if (!one || one.remind_on.toString() !== today || reminderHour(now) === null) return false;
  const [to, chosen, [bill], { telephone }] = await Promise.all([
    recipientOf(app, app.db, one.borrower_id),
    findSettings(app.db, one.borrower_id),
    openBillsOf(app.db, [one.loan_id]),
    app.settings.all(),
  ]);
  const letter = letterOf({ one, to, chosen, bill }, today, telephone);
  return letter !== null && say(letter.to.locale, `sms.${one.kind}`, letter.values) === text;
}

/**
 * The amount that is due on the due date, or today where that is over, and the due date in force;
 * of a promise its next part, or what is missing of the part that broke it, and the day of it; and
 * what is added a day. Null where there is nothing to remind of.
 */
function wordsOf(row: BillRecord, kind: ReminderKind, today: Day, locale: Locale) {
  const { facts, shown } = viewBill(row, today);
  const isReturnAsked = row.return_ends_on !== null && row.return_ends_on.toString() >= today;
  const part = shown.promised ?? (shown.overdueDays > 0 ? missedPart(row, facts) : null);
  const daysToPart = part && daysBetween(today, part.on);
  if (!isReminderDue(kind, { ...shown, isReturnAsked, daysToPart })) return null;
  const isOfPart = kind === 'reminderPromise' || kind === 'promiseMissed';
  const of =
    part && isOfPart
      ? part
      : { on: shown.dueOn, amountCentavos: dueNext(facts, today).owedCentavos };
  const aDay = mostLateChargeADay(facts, today);
  return {
    amount: formatPesos(of.amountCentavos),
    due: plainDay(locale, Temporal.PlainDate.from(of.on)),
    ...(aDay > 0 && { aDay: formatPesos(aDay) }),
  };
}
