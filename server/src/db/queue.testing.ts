// Handlers that do nothing, for tests of the queue that need only some of them.
import type { Handlers } from './queue.ts';

const nothing = async () => {};
export const emptyHandlers: Handlers = {
  'code.send': nothing,
  'notice.send': nothing,
  'reminder.send': nothing,
  'notice.deliveries': nothing,
  'reminder.look': nothing,
  'payouts.alarm': nothing,
  'payouts.settlementReport': nothing,
  'pictures.remove': nothing,
  'files.copy': nothing,
  'review.alarm': nothing,
  daily: nothing,
  cleanup: nothing,
};
