import type { Instant } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import type { Text } from '#/i18n/text.ts';
import { nightText } from './nightText.ts';

/** Returns the text's id and values. */
const text = ((id: string, values?: Record<string, string>) =>
  [id, ...Object.values(values ?? {})].join(' ')) as Text;

test.each([
  [
    'sent at 01:30, answered at 08:00 of the same day',
    '2026-11-22T00:00:00Z',
    'credit.night.answer 08:00 Sun,\u00a022\u00a0Nov',
  ],
  [
    'sent at 23:59, answered at 08:00 of the next',
    '2026-11-23T00:00:00Z',
    'credit.night.answer 08:00 Mon,\u00a023\u00a0Nov',
  ],
])(
  'nightText states the hour and day of the decision on an application %s',
  (_, answerBy, shown) => {
    expect(nightText(text, answerBy as Instant)).toBe(shown);
  },
);

test('nightText does not promise an hour if a person reviews each application', () => {
  expect(nightText(text, null)).toBe('credit.night.byPerson');
});
