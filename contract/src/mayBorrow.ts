// Obstacles to any loan, whatever its amount. /home shows the first one; offers, prices and
// signatures are refused with it.
import * as v from 'valibot';

/** Obstacles in the order of checking. Each is also a refusal of the loan calls. */
export const borrowObstacles = [
  'billOverdue',
  'lineClosed',
  'claimOpen',
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

/** The first obstacle, with its refusal's text in the caller's language. */
export const zWhyNotBorrow = v.object({ name: v.picklist(borrowObstacles), message: v.string() });
