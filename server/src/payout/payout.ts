// The payout slice's door. It imports no loan: an order carries a kind, and app.ts passes the handler of each kind.
export { logPayoutAlarm, payoutTrouble } from './alarm.ts';
export { exportPersonalData, type PayoutHeld } from './held.ts';
export {
  canStopPayout,
  orderPayout,
  type PayoutKind,
  type PayoutWish,
  payoutRouteOf,
  type Receiver,
  stopPayout,
} from './order.ts';
export { notifyLastDays, type PickupSeen, pickupOf, recallPickup, recallUncollected } from './pickup.ts';
export { payoutListener, pollPayouts, startPaused } from './send.ts';
export { cancelledByBorrower, type Handlers as PayoutHandlers, notCollected, type PayoutResult } from './settle.ts';
export { settleByReport } from './settle-by-report.ts';
export { pickupDaysPart } from './store.ts';
