import { type Instant, manilaDay } from '@sandali/contract/day.ts';
import { formatDay, formatTime } from '#/i18n/days.ts';
import { currentLocale, type Text } from '#/i18n/text.ts';

/**
 * What is said of an application that waits for the morning (credit/review-hours on the server), wherever it is said: the hour and the day of the answer,
 * which is the same day for whoever sent it after midnight; without an hour where a person looks at each.
 */
export function nightText(text: Text, answerBy: Instant | null): string {
  if (!answerBy) return text('credit.night.byPerson');
  return text('credit.night.answer', {
    time: formatTime(answerBy),
    day: formatDay(manilaDay(answerBy), currentLocale(), { weekday: true }),
  });
}
