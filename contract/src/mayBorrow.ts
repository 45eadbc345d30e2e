// Obstacles to any loan, whatever its amount. /home shows the first one; the server refuses offers,
// prices and signatures with it.
import * as v from 'valibot';

/** Obstacles, in the order in which they are checked. Each is also a refusal of the loan calls. */
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

/** The first obstacle, with the text of its refusal in the caller's language. */
export const zWhyNotBorrow = v.object({ name: v.picklist(borrowObstacles), message: v.string() });
