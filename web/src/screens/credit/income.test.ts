import { incomeBands } from '@sandali/contract/credit.ts';
import { exampleWork } from '@sandali/contract/exampleAnswers.ts';
import { centavos } from '@sandali/contract/money.ts';
import { afterEach, expect, test } from 'vitest';
import { discardDraft } from './drafts.ts';
import { answeredIncome, keepIncome } from './income.ts';
import { initialWork } from './stepForms.ts';
import { isTooLow } from './steps.ts';

const least = {
  loanCentavos: centavos(6_000_000),
  incomeCentavos: centavos(25_000_000),
  sharePercent: 50,
};
const below = incomeBands.slice(0, 5);
const low = { ...initialWork(null), incomeBand: 'from20to40k', payday: 'day15and30' };
afterEach(() => discardDraft('work'));

test.each(incomeBands)(
  'income %s is too low only if the server lists it and no person reviews it',
  (incomeBand) => {
    for (const mayAskPerson of [true, false])
      for (const asksPerson of [false, true])
        expect(isTooLow({ least, below, mayAskPerson }, { incomeBand, asksPerson })).toBe(
          below.includes(incomeBand) && !(mayAskPerson && asksPerson),
        );
  },
);

test('the income question stays open until a complete answer is stored', () => {
  expect(answeredIncome(null)).toBeNull();
  keepIncome(null, { ...low, payday: '' });
  expect(answeredIncome(null)).toBeNull();
  keepIncome(null, low);
  expect(answeredIncome(null)).toEqual(low);
});

test('asks for the income again after a rejection, with the earlier answer prefilled', () => {
  const work = { ...exampleWork, asksPerson: false };
  expect(answeredIncome(work)).toBeNull();
  keepIncome(work, initialWork(work));
  expect(answeredIncome(work)).toMatchObject({ incomeBand: 'over1300k' });
});
