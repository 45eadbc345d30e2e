// A borrower's reminder settings and their export. The reminders themselves are exported with the
// messages.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { localeFrom } from '@sandali/contract/locale.ts';
import { maskMobile } from '@sandali/contract/phone.ts';
import { isPushService } from '@sandali/contract/push.ts';
import {
  type ReminderChannel,
  type reminderQuery,
  reminderSave,
  usualReminders,
} from '@sandali/contract/reminder.ts';
import { phonePart } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import {
  browsersOf,
  browsersPart,
  deleteBrowsers,
  storeBrowser,
} from '#/notifications/notifications.ts';
import { refuse } from '#/platform/refuse.ts';
import { calendarEntriesOf, findSettings, saveSettings, settingsPart } from './store.ts';

export const reminderParts = { chosen: settingsPart, phone: phonePart, browsers: browsersPart };

/** Returns the borrower's reminder settings, or the defaults. */
export async function reminderSettingsOf(
  { app, deviceId }: BorrowerCtx,
  { chosen, phone, browsers }: FactsOf<typeof reminderParts>,
): Promise<DataOf<typeof reminderQuery>> {
  return {
    channel: (chosen?.channel ?? usualReminders.channel) as ReminderChannel,
    hour: chosen?.hour ?? usualReminders.hour,
    locale: localeFrom((chosen ?? phone)?.locale),
    phoneMasked: maskMobile(phone.open(app.sealer)),
    pushKey: app.push.publicKey,
    isToldHere: browsers.some((browser) => browser.deviceId === deviceId),
  };
}

/** Saves the reminder settings, and the browser that shows push notifications. */
export async function saveReminders(
  ctx: BorrowerCtx,
  tx: Tx,
  { channel, hour, browser }: RequestOf<typeof reminderSave>,
): Promise<Done> {
  if (channel !== 'push') await deleteBrowsers(tx, ctx.who.borrowerId);
  else if (browser && !isPushService(browser.endpoint)) refuse(reminderSave, 'pushServiceUnknown');
  else if (browser && ctx.app.push.publicKey !== null) await storeBrowser(ctx, tx, browser);
  else if ((await browsersOf(tx, ctx.who.borrowerId)).length === 0)
    refuse(reminderSave, 'pushMissing');
  await saveSettings(tx, {
    borrower_id: ctx.who.borrowerId,
    channel,
    hour,
    locale: ctx.locale,
    chosen_at: ctx.now,
  });
  return { ids: {} };
}

export type ReminderPersonalData = {
  /** Null if the borrower never saved settings. */
  chosen: { channel: string; hour: number; language: string; chosenAt: Temporal.Instant } | null;
  browsers: { addedAt: Temporal.Instant }[];
  calendar: {
    loanId: string;
    dueOn: Temporal.PlainDate;
    outcome: string;
    toldAt: Temporal.Instant;
  }[];
};

/** Returns a borrower's stored reminder settings, browsers and calendar entries. */
export async function exportReminders(
  read: Read,
  borrowerId: string,
): Promise<ReminderPersonalData> {
  const [row, browsers, entries] = await Promise.all([
    findSettings(read, borrowerId),
    browsersOf(read, borrowerId),
    calendarEntriesOf(read, borrowerId),
  ]);
  return {
    chosen: row
      ? { channel: row.channel, hour: row.hour, language: row.locale, chosenAt: row.chosen_at }
      : null,
    browsers: browsers.map(({ addedAt }) => ({ addedAt })),
    calendar: entries.map((entry) => ({
      loanId: entry.loan_id,
      dueOn: entry.due_on,
      outcome: entry.outcome,
      toldAt: entry.reported_at,
    })),
  };
}
