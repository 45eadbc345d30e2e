// Why no loan can be taken now, whatever the amount: home says it, and what is offered, a price and
// a signature are refused for it.
import * as v from 'valibot';

/** In the order of checking; each is a refusal of the calls of a loan, too. */
export const borrowObstacles = [
  'billOverdue',
  'claimOpen',
  'lineClosed',
  'lineHeld',
  'lendingPaused',
  'systemBusy',
  'returnedTwice',
  'bankCardMissing',
  'lineExceeded',
  'budgetSpent',
  'unaffordable',
] as const;
export type BorrowObstacle = (typeof borrowObstacles)[number];

/** The first obstacle, with the sentence of its refusal in the caller's language. */
export const zWhyNotBorrow = v.object({ name: v.picklist(borrowObstacles), message: v.string() });
