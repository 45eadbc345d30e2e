// The payout slice's door. It knows no loan: an order carries a kind, and app.ts hands in what each kind means.
export { alarmForPayouts, troubleOf } from './alarm.ts';
export { exportPersonalData, type PayoutHeld } from './held.ts';
export {
  canStopPayout,
  orderPayout,
  type PayoutKind,
  type PayoutWish,
  type Receiver,
  stopPayout,
  travelOf,
} from './order.ts';
export { lastDaysOfPickups, type PickupSeen, pickupOf, recallPickup, recallUncollected, remindOfLastDays } from './pickup.ts';
export { lookAtPayouts, payoutListener, startPaused } from './send.ts';
export { givenUp, type Handlers as PayoutHandlers, notCollected, type PayoutResult } from './settle.ts';
export { settleByStatement } from './statement.ts';
