import { showTypes } from '@sandali/contract/home.ts';
import { describe, expect, test } from 'vitest';
import { addressOf } from '#/routes/paths.ts';
import {
  addressAfter,
  addressOfNext,
  endsReview,
  nextStatus,
  readShowType,
  statusPages,
} from './statusPages.ts';

test('each status word in the contract has a page, and no other word has one', () => {
  expect(Object.keys(statusPages)).toEqual([...showTypes]);
  for (const word of showTypes) expect(readShowType(word)).toBe(word);
  expect([readShowType('toString'), readShowType(''), readShowType(undefined)]).toEqual([
    null,
    null,
    null,
  ]);
});

test('a status page follows a review to its decision', () => {
  expect(nextStatus('submitted', 'autoReview')).toBe('autoReview');
  expect(nextStatus('autoReview', 'manualReview')).toBe('manualReview');
  expect(nextStatus('manualReview', 'rejected')).toBe('rejected');
  expect(nextStatus('manualReview', 'reviewDone')).toBe('reviewDone');
  expect(nextStatus('autoReview', null)).toBeNull();
  expect(nextStatus('paying', 'reviewDone')).toBeNull();
  expect(nextStatus('autoReview', 'paying')).toBeNull();
});

test('the status page of a review leads straight to the decision', () => {
  for (const answer of ['reviewDone', 'rejected'] as const)
    expect(addressAfter('autoReview', answer, undefined)).toBe('/creditStatus');
  expect(addressAfter('submitted', 'autoReview', undefined)).toBe('/status/autoReview');
  expect(addressAfter('paying', 'bankProcessing', '7')).toBe('/status/bankProcessing?loanId=7');
  expect(addressAfter('paying', null, '7')).toBe('/loanResult?loanId=7');
});

test('a status page follows a loan until its money arrives or its payout fails', () => {
  expect(nextStatus('loanSubmitting', 'approving')).toBe('approving');
  expect(nextStatus('paying', 'bankProcessing')).toBe('bankProcessing');
  expect(nextStatus('bankProcessing', 'loanFailed')).toBe('loanFailed');
  expect(nextStatus('paying', null)).toBeNull();
  expect(nextStatus('paying', 'autoReview')).toBeNull();
  expect(nextStatus('paying', 'rejected')).toBeNull();
});

test('a status page follows a paid-out loan to its repayment, but not to another loan', () => {
  expect(nextStatus('bankProcessing', 'loanSuccess')).toBe('loanSuccess');
  expect(nextStatus('loanSuccess', 'repaymentInProgress')).toBe('repaymentInProgress');
  expect(nextStatus('loanSuccess', 'repaid')).toBe('repaid');
  expect(nextStatus('repaymentInProgress', 'repaid')).toBe('repaid');
  // After a partial payment the bill's screen shows what remains.
  expect(nextStatus('repaymentInProgress', 'loanSuccess')).toBeNull();
  expect(nextStatus('busy', 'loanSuccess')).toBeNull();
  expect(nextStatus('busy', null)).toBeNull();
});

test('an outdated client moves from any polled status to the update status', () => {
  for (const word of showTypes.filter((word) => statusPages[word].polling === 'on'))
    expect(nextStatus(word, 'upgrade')).toBe('upgrade');
});

test('a status page’s action opens the loan, or a general screen if the loan is unknown', () => {
  expect(addressOfNext('paying', '7', '')).toBe('/loanResult?loanId=7');
  expect(addressOfNext('paying', undefined, '')).toBe('/home');
  expect(addressOfNext('repaymentInProgress', '7', '')).toBe('/billDetail?loanId=7');
  expect(addressOfNext('repaymentInProgress', undefined, '')).toBe('/wealth');
  expect(addressOfNext('autoReview', undefined, '')).toBe('/creditStatus');
  expect(addressOfNext('upgrade', undefined, 'https://example.com/app')).toBe(
    'https://example.com/app',
  );
  expect(addressOfNext('upgrade', undefined, '')).toBe('/home');
});

test('a final status is shown only while the loan or application is in that state', () => {
  expect([
    nextStatus('repaid', 'reviewDone'),
    nextStatus('loanFailed', null),
    nextStatus('loanSuccess', null),
  ]).toEqual([null, null, null]);
  expect(showTypes.filter((word) => statusPages[word].polling === 'never')).toEqual([
    'reviewDone',
    'rejected',
    'upgrade',
  ]);
  expect([
    endsReview('rejected', 'approved'),
    endsReview('rejected', 'none'),
    endsReview('reviewDone', 'manualReview'),
  ]).toEqual([false, false, false]);
  expect([
    endsReview('rejected', 'rejected'),
    endsReview('reviewDone', 'rejected'),
    endsReview('reviewDone', 'approved'),
  ]).toEqual([true, true, true]);
  for (const word of showTypes) expect(nextStatus(word, word)).toBe(word);
});

describe('each status page with each server response', () => {
  const answers = [...showTypes, null];
  const loanIds = ['7', undefined];
  const words = showTypes.filter((word) => statusPages[word].polling !== 'never');

  test('a status page is shown only while the server confirms its status', () => {
    for (const word of words)
      for (const answered of answers)
        expect([word, answered, nextStatus(word, answered) === word]).toEqual([
          word,
          answered,
          word === answered,
        ]);
  });

  test('leaving a status leads in one step to a stable page, never back', () => {
    for (const word of words)
      for (const answered of answers.filter((answer) => answer !== word))
        for (const loanId of loanIds) {
          const address = addressAfter(word, nextStatus(word, answered), loanId);
          const next = readShowType(/^\/status\/(\w+)/.exec(address)?.[1]);
          // The next status is the server's current one, so it leads to no other status.
          expect([word, answered, next && nextStatus(next, answered)]).toEqual([
            word,
            answered,
            next,
          ]);
          expect([word, answered, address]).not.toEqual([
            word,
            answered,
            addressOf('status', { showType: word, loanId }),
          ]);
        }
  });

  test('the action of every status page leads to a page that is not a status page', () => {
    for (const word of showTypes)
      for (const loanId of loanIds)
        expect([word, addressOfNext(word, loanId, '')]).not.toEqual([
          word,
          expect.stringMatching(/^\/status/),
        ]);
  });
});
