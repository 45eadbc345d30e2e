import { type Instant, manilaDay } from '@sandali/contract/day.ts';
import { formatDay, formatTime } from '#/i18n/days.ts';
import { currentLocale, type Text } from '#/i18n/text.ts';

/**
 * Returns the text about an application that waits for the morning (credit/review-hours on the
 * server): the decision's hour and day, or no time if staff reviews each application.
 */
export function nightText(text: Text, answerBy: Instant | null): string {
  if (!answerBy) return text('credit.night.byPerson');
  return text('credit.night.answer', {
    time: formatTime(answerBy),
    day: formatDay(manilaDay(answerBy), currentLocale(), { weekday: true }),
  });
}
