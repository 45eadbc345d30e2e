import { showTypes } from '@sandali/contract/home.ts';
import { expect, test } from 'vitest';
import { addressOfNext, followed, readShowType, statusPages } from './statusPages.ts';

test('every word of the contract has its page, and no other word has one', () => {
  expect(Object.keys(statusPages)).toEqual([...showTypes]);
  for (const word of showTypes) expect(readShowType(word)).toBe(word);
  expect([readShowType('toString'), readShowType(''), readShowType(undefined)]).toEqual([null, null, null]);
});

test('a review is followed to its answer', () => {
  expect(followed('submitted', 'autoReview')).toBe('autoReview');
  expect(followed('autoReview', 'manualReview')).toBe('manualReview');
  expect(followed('manualReview', 'rejected')).toBe('rejected');
  expect(followed('manualReview', 'reviewDone')).toBe('reviewDone');
  expect(followed('autoReview', null)).toBeNull();
  expect(followed('paying', 'reviewDone')).toBeNull();
  expect(followed('autoReview', 'paying')).toBeNull();
});

test('a loan is followed to the money or to its failure', () => {
  expect(followed('loanSubmitting', 'approving')).toBe('approving');
  expect(followed('paying', 'bankProcessing')).toBe('bankProcessing');
  expect(followed('bankProcessing', 'loanFailed')).toBe('loanFailed');
  expect(followed('paying', null)).toBeNull();
  expect(followed('paying', 'autoReview')).toBeNull();
  expect(followed('paying', 'rejected')).toBeNull();
});

test('money that arrived may be repaid by now, and a payment ends with it; the review or another loan is another matter', () => {
  expect(followed('bankProcessing', 'loanSuccess')).toBe('loanSuccess');
  expect(followed('loanSuccess', 'repaymentInProgress')).toBe('repaymentInProgress');
  expect(followed('loanSuccess', 'repaid')).toBe('repaid');
  expect(followed('repaymentInProgress', 'repaid')).toBe('repaid');
  // A part was paid: the bill says what is left.
  expect(followed('repaymentInProgress', 'loanSuccess')).toBeNull();
  expect(followed('busy', 'loanSuccess')).toBeNull();
  expect(followed('busy', null)).toBeNull();
});

test('a client that turns out to be too old is told so, whatever it waits for', () => {
  for (const word of showTypes.filter((one) => statusPages[one].asked === 'on')) expect(followed(word, 'upgrade')).toBe('upgrade');
});

test('the action leads to the screen that knows more, and home where the way is not known', () => {
  expect(addressOfNext('paying', '7', '')).toBe('/loanResult?loanId=7');
  expect(addressOfNext('paying', undefined, '')).toBe('/home');
  expect(addressOfNext('repaymentInProgress', '7', '')).toBe('/billDetail?loanId=7');
  expect(addressOfNext('repaymentInProgress', undefined, '')).toBe('/wealth');
  expect(addressOfNext('autoReview', undefined, '')).toBe('/creditStatus');
  expect(addressOfNext('upgrade', undefined, 'https://example.com/app')).toBe('https://example.com/app');
  expect(addressOfNext('upgrade', undefined, '')).toBe('/home');
});

test('what has come to rest stays, whatever else goes on', () => {
  for (const word of showTypes.filter((one) => statusPages[one].asked === 'never')) expect(followed(word, 'paying')).toBe(word);
  for (const word of showTypes) expect(followed(word, word)).toBe(word);
});
