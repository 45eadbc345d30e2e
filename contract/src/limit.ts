// Raising the limit of a credit line: by loans repaid on time, or by request.
import * as v from 'valibot';
import { call } from './call.ts';
import { zLimitRequestState } from './limitFacts.ts';
import { zCentavos, zPositiveCentavos } from './money.ts';

/**
 * Requests a higher limit (spec §7). An earned limit is granted at once; a higher one needs a
 * reviewer's approval.
 */
export const quotaAddApply = call({
  path: '/user/quota/add/apply',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ wantedCentavos: zPositiveCentavos }),
  data: v.object({ state: zLimitRequestState, limitCentavos: zCentavos }),
  refusals: [
    'quotaNoLine',
    'lineClosed',
    'lineHeld',
    'quotaOverdue',
    'quotaRequestOpen',
    'quotaAtMaximum',
    'quotaUnaffordable',
    'quotaAmountNotOffered',
    'quotaTooSoon',
    'quotaStepTooSoon',
    'quotaTooFewLoans',
  ],
});
