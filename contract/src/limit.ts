// The limit of a credit line, made higher: what loans repaid on time have earned, and what a person
// asks for beyond it.
import * as v from 'valibot';
import { call } from './call.ts';
import { zLimitRequestState } from './limitFacts.ts';
import { zCentavos, zPositiveCentavos } from './money.ts';

/**
 * Asks for a higher limit (spec §7). What loans repaid on time have earned is granted at once; more
 * goes to a person.
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
