// When the money of a loan that is on its way is there, in the words of /status: as the statement, the result and the message have it.
import type { Arrival } from '@sandali/contract/arrival.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, type Text } from '#/i18n/text.ts';

/** What is said of money on its way. What comes with a batch on a day is not late because the bank has it already. */
export function arrivalText(text: Text, word: 'paying' | 'bankProcessing', arrival: Arrival | null): string {
  if (arrival?.how === 'today') return text('home.status.paying.today');
  if (arrival?.how === 'later') return text('home.status.paying.on', { day: formatDay(arrival.on, currentLocale(), { weekday: true }) });
  if (word === 'bankProcessing') return text('home.status.bankProcessing.words');
  // Money to collect, and a batch whose day is over: no time is promised.
  return arrival ? text('home.status.paying.words', { minutes: arrival.minutes }) : text('home.status.paying.told');
}
