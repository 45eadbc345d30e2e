// How a loan's payout is locked, settled and routed (payout/settle.ts).
import { routeNow } from './approve.ts';
import { lockForPayout, payoutMoved } from './payout-result.ts';

export const loanPayouts = { lock: lockForPayout, settled: payoutMoved, route: routeNow };
