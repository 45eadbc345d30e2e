import { expect, test } from 'vitest';
import { withoutBreaks } from './unbreakable.ts';

test.each([
  ['To pay by the end of Friday, 20 Nov 2026', 'To pay by the end of Friday, 20~Nov~2026'],
  ['hanggang Sabado, Dis 5, 2026', 'hanggang Sabado, Dis~5,~2026'],
  ['须在2026年12月5日（星期六）前偿还', '须在2026^年^12^月^5^日（星期六）前偿还'],
  ['Interest, 0.2 % a day × 8 days', 'Interest, 0.2~% a day × 8 days'],
  ['reach 100 % of the principal, ₱60,000.00.', 'reach 100~% of the principal, ₱60,000.00.'],
  ['call us: (02) 5550 0100', 'call us: (02)~5550~0100'],
  ['your case CS-7KQ2-M4XX.', 'your case CS-7KQ2-M4XX.'],
  [
    'Statement version 2026-11-5, SEC MC No. 14, s. 2025',
    'Statement version 2026-11-5, SEC MC No. 14, s. 2025',
  ],
])('keeps dates, percentages and numbers in %j on one line', (words, joined) => {
  expect(withoutBreaks(words).replaceAll('\u00a0', '~').replaceAll('\u2060', '^')).toBe(joined);
});
