import { type Instant, manilaDay } from '@sandali/contract/day.ts';
import { formatDay, formatTime } from '#/i18n/days.ts';
import { currentLocale, type Text } from '#/i18n/text.ts';

/**
 * Returns the text for an application held until morning (credit/review-hours on the server): the
 * day and hour of the decision, or no time if staff review each application.
 */
export function nightText(text: Text, answerBy: Instant | null): string {
  if (!answerBy) return text('credit.night.byPerson');
  return text('credit.night.answer', {
    time: formatTime(answerBy),
    day: formatDay(manilaDay(answerBy), currentLocale(), { weekday: true }),
  });
}
