import type { Arrival } from '@sandali/contract/arrival.ts';
import { asDay } from '@sandali/contract/day.ts';
import { beforeAll, expect, test } from 'vitest';
import { loadAllCatalogs } from '#/i18n/loadCatalogs.ts';
import { getText as text } from '#/i18n/text.ts';
import { sendingDetail } from './LoanInTransit.tsx';
import { arrivalText } from './StatusPage.tsx';

beforeAll(() => loadAllCatalogs('en'));

const on = asDay('2026-11-23');
const minutes: Arrival = { rail: 'instapay', how: 'minutes', minutes: 5, on };
const today: Arrival = { rail: 'pesonet', how: 'today', minutes: 0, on };
const later: Arrival = { ...today, how: 'later' };

test.each([
  ['paying', minutes, 'Most payouts arrive within 5 minutes.'],
  ['paying', today, 'By PESONet: in your account by this evening.'],
  ['paying', later, 'By PESONet: in your account on Mon, 23 Nov.'],
  ['paying', null, 'We will text you as soon as it is there.'],
  ['bankProcessing', today, 'By PESONet: in your account by this evening.'],
  ['bankProcessing', minutes, 'Most payouts arrive within 5 minutes.'],
  ['bankProcessing', null, 'It is taking a little longer than usual. Your money is safe.'],
] as const)('/status says when the money of a loan in state %s arrives', (word, arrival, words) => {
  expect(arrivalText(text, word, arrival).replaceAll(/\s/g, ' ')).toBe(words);
});

test.each([
  [minutes, 'Most payouts arrive within 5 minutes.'],
  [later, 'By PESONet, which settles on working-day afternoons.'],
  // The promised time has passed.
  [null, 'It is taking a little longer than usual. Your money is safe.'],
] as const)(
  'the home screen promises minutes only if the payout takes minutes',
  (arrival, words) => {
    expect(sendingDetail(text, { arrival, expectedBy: null })).toBe(words);
  },
);
