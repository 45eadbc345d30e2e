// A reminder is judged once more just before it leaves: between its writing and its sending money may have come in, the night, or another wish.
import { localeFrom } from '@sandali/contract/locale.ts';
import { recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { todayOf } from '#/loan/loan.ts';
import { say } from '#/texts/say.ts';
import { reminderHour } from './rules.ts';
import { findByMessage, findSettings } from './store.ts';
import { wordsOf } from './words.ts';

/** Whether a reminder would be written now with these very words. */
export async function isStillTrue(ctx: WorkCtx, messageId: string, text: string): Promise<boolean> {
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
