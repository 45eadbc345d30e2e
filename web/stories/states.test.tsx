// Tests that the screen for each state of an application, a loan, a bill and an extension (spec §4)
// shows the text of that state.
import { expect, test } from 'vitest';
import { textOf } from './textOf.testing.ts';

const orders = 'Orders: everything at once, not up to date';

test.each([
  [
    'an application under auto review',
    'Credit: waiting, auto review',
    'Under auto review Your information is under review.',
  ],
  [
    'the minutes of a review',
    'Credit: waiting, auto review',
    'Your answer by about 10:31 usually 2 to 5 minutes',
  ],
  [
    'an application under manual review',
    'Credit: waiting, a person looks',
    'Under manual review Our team is reviewing your information and may call you, 08:00 to 20:00 on working days.',
  ],
  [
    'an application that waits for its review',
    'Credit: waiting, until the morning',
    'Submitted successfully',
  ],
  [
    'an application sent at night',
    'Credit: waiting, until the morning',
    'You’ll get your result at 08:00 on Sat, 21 Nov.',
  ],
  [
    'a finished review',
    'Status: reviewDone',
    'Review completed, reload the page Your answer is ready.',
  ],
  ['a refused application', 'Credit: rejected', 'You are not qualified to loan now.'],
  [
    'the day from which materials can be sent again',
    'Credit: rejected',
    'You can send your information again from Fri, 27 Nov 2026.',
  ],
  [
    'materials that can be sent again now',
    'Credit: rejected, its day has come',
    'You can send your information again now. Send my information again',
  ],
  [
    'a loan submitting',
    'Loan: result, submitting',
    'We are checking your loan You will receive ₱59,390.00 BDO To BDO Unibank ••4821 Signed , done 10:24 We are approving it , now',
  ],
  [
    'a page about something else',
    'Offline: a page about something else',
    'This page needs a connection',
  ],
  ['a loan approving', 'Home: approving', 'We approve it , now now This page updates by itself.'],
  ['a loan paying', 'Loan: result, paying', 'Approved , done 10:25 Sending it to the bank , now'],
  [
    'a loan in bank processing',
    'Loan: result, bank processing',
    'Sent to the bank , done 10:26 The bank is sending it , now',
  ],
  [
    'a loan that has arrived',
    'Loan: result, success',
    '₱59,390.00 has arrived BDO To BDO Unibank ••4821',
  ],
  ['a loan that failed', 'Loan: result, failed', 'Loan failed due to a back-end problem'],
  [
    'retry and re-borrow',
    'Loan: result, failed as the bank had trouble',
    'New loan Try again Back to Home',
  ],
  ['a repayment in progress', orders, 'repayment in progress ₱61,800.00'],
  ['a bill due today', orders, 'due today ₱60,960.00'],
  ['a bill due tomorrow', orders, 'due tomorrow ₱60,960.00'],
  ['bills due soon', orders, 'Due soon Loan of ₱60,000 due today'],
  ['a bill overdue', orders, '2 days overdue ₱62,006.00'],
  [
    'a bill whose plan is kept',
    'Orders: a plan that is kept',
    'On a plan Loan of ₱60,000 plan on track ₱20,668.00',
  ],
  ['the next part of a plan', 'Orders: a plan that is kept', 'Pay ₱20,668.00 of your plan'],
  ['a bill repaid', 'Bill: repaid', 'Loan of ₱60,000 repaid ₱60,960.00'],
  [
    'a limit above what the income allows',
    'Limit: the highest of the income',
    'The income you gave is not enough for a higher limit.',
  ],
  [
    'no higher limit while a bill is overdue',
    'Limit: the highest of the income, overdue',
    '₱ 90,000 Pay the overdue bill first.',
  ],
  [
    'home names the income that is not enough',
    'Limit: at home: the income is not enough',
    'Ask for a higher limit The income you gave is not enough for a higher limit.',
  ],
  [
    'a code that has expired',
    'Payment code: expired',
    'This code has expired Get a new code to pay.',
  ],
  [
    'an extension to apply for',
    'Extend: late, extend',
    'Extend by 15 days Most expensive Today ₱3,146 Later ₱61,800 Due Sat, 5 Dec',
  ],
  [
    'the fee of an extension',
    'Extend: late, extend',
    'Pay today to extend ₱3,146.00 Pay exactly this amount by 23:59 tonight.',
  ],
  [
    'the new due date after an extension',
    'Extend: late, extend',
    'Then ₱61,800.00 is due Sat, 5 Dec.',
  ],
  [
    'an extension that is paid',
    'Payment code: extended',
    'Extension Success Your new due date is Sat, 5 Dec. Repay ₱61,800.00 by then.',
  ],
])('%s', (_, entry, words) => {
  expect(textOf(entry)).toContain(words);
});
