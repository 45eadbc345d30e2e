// How the payout slice (payout/settle.ts) locks, settles and routes a loan's payout.
import { routeNow } from './approve.ts';
import { lockForPayout, payoutMoved } from './payout-result.ts';

export const loanPayouts = { lock: lockForPayout, settled: payoutMoved, route: routeNow };
