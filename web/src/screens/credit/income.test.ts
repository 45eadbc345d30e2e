import { incomeBands } from '@sandali/contract/credit.ts';
import { exampleWork } from '@sandali/contract/exampleAnswers.ts';
import { centavos } from '@sandali/contract/money.ts';
import { afterEach, expect, test } from 'vitest';
import { discardDraft } from './drafts.ts';
import { answeredIncome, isTooLow, keepIncome } from './income.ts';
import { initialWork } from './stepForms.ts';

const least = { loanCentavos: centavos(6_000_000), incomeCentavos: centavos(25_000_000), sharePercent: 50 };
const below = incomeBands.slice(0, 5);
const low = { ...initialWork(null), incomeBand: 'from20to40k', payday: 'day15and30' };
afterEach(() => discardDraft('work'));

test.each(incomeBands)('whoever decides, %s is too low exactly if the server names it, until a person is asked', (incomeBand) => {
  for (const mayAskPerson of [true, false])
    for (const asksPerson of ['', 'yes'])
      expect(isTooLow({ least, below, mayAskPerson }, { incomeBand, asksPerson })).toBe(
        below.includes(incomeBand) && !(mayAskPerson && asksPerson === 'yes'),
      );
});

test('the first question is asked once an application: a kept answer counts, and so does one that has begun', () => {
  expect(answeredIncome({ state: 'none', work: null })).toBeNull();
  keepIncome(null, { ...low, payday: '' });
  expect(answeredIncome({ state: 'none', work: null })).toBeNull();
  keepIncome(null, low);
  expect(answeredIncome({ state: 'none', work: null })).toEqual(low);
  discardDraft('work');
  expect(answeredIncome({ state: 'filling', work: null })).toEqual(initialWork(null));
});

test('after a rejection it is asked again, with the answer of before to confirm', () => {
  const work = { ...exampleWork, asksPerson: false };
  expect(answeredIncome({ state: 'rejected', work })).toBeNull();
  keepIncome(work, initialWork(work));
  expect(answeredIncome({ state: 'rejected', work })).toMatchObject({ incomeBand: 'over1300k' });
});
