import { type Instant, manilaDay } from '@sandali/contract/day.ts';
import { formatDay, formatTime } from '#/i18n/days.ts';
import { currentLocale, type Text } from '#/i18n/text.ts';

/**
 * The text on every screen about an application that waits for the morning (credit/review-hours on
 * the server): the hour and day of the answer, or no hour if staff reviews each application.
 */
export function nightText(text: Text, answerBy: Instant | null): string {
  if (!answerBy) return text('credit.night.byPerson');
  return text('credit.night.answer', {
    time: formatTime(answerBy),
    day: formatDay(manilaDay(answerBy), currentLocale(), { weekday: true }),
  });
}
