// What a borrower wants of reminders.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { localeFrom } from '@sandali/contract/locale.ts';
import { maskMobile } from '@sandali/contract/phone.ts';
import { type ReminderChannel, type reminderQuery, type reminderSave, usualReminders } from '@sandali/contract/reminder.ts';
import { localeOf, lockInSession, phoneOf } from '#/account/account.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';
import type { Done } from '#/kit/serve.ts';
import { findSettings, saveSettings } from './store.ts';

/** What was chosen, or what is usual. */
export async function chosenOf({ house, who }: BorrowerCtx, read: Read): Promise<DataOf<typeof reminderQuery>> {
  const [chosen, locale, phone] = await Promise.all([
    findSettings(read, who.borrowerId),
    localeOf(read, who.borrowerId),
    phoneOf(read, house.sealer, who.borrowerId),
  ]);
  return {
    channel: (chosen?.channel ?? usualReminders.channel) as ReminderChannel,
    hour: chosen?.hour ?? usualReminders.hour,
    locale: chosen ? localeFrom(chosen.locale) : locale,
    phoneMasked: maskMobile(phone),
  };
}

/** Keeps what is wanted from now on. */
export async function choose(ctx: BorrowerCtx, tx: Tx, { channel, hour }: RequestOf<typeof reminderSave>): Promise<Done> {
  await lockInSession(tx, ctx.who, ctx.wall);
  await saveSettings(tx, { borrower_id: ctx.who.borrowerId, channel, hour, locale: ctx.locale, chosen_at: ctx.now });
  return { ids: {} };
}
