// The payout slice must not import loans: each order has a kind, and app.ts passes in a handler for
// each kind.
export { logPayoutAlarm, payoutTrouble } from './alarm.ts';
export { failoverWatch, payoutsHeldMs } from './failover.ts';
export {
  isStoppable,
  orderPayout,
  payoutRouteOf,
  type Receiver,
  routeFrom,
  stopPayout,
} from './order.ts';
export { loanPayoutPart, payoutsPausedPart, pickupDaysPart } from './parts.ts';
export { exportPersonalData, type PayoutPersonalData } from './personal-data.ts';
export {
  notifyLastDays,
  pickupFrom,
  recallPickup,
  recallUncollected,
} from './pickup.ts';
export { payoutListener, pollPayouts, refuseDrillOnRealDatabase, startPaused } from './send.ts';
export {
  cancelledByBorrower,
  type Handlers as PayoutHandlers,
  notCollected,
  type PayoutResult,
} from './settle.ts';
export { settleByReport } from './settle-by-report.ts';
export { payoutWaits, waitReasons } from './waits.ts';
export { whereMoneyIs, whereNotOrdered } from './words.ts';
