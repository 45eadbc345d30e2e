// Cancelling a loan: at once before its money is sent, or by returning the arrival amount within
// cooling-off.
import * as v from 'valibot';
import { call } from './call.ts';
import { zRepaymentChannel } from './channel.ts';
import { zInstant } from './day.ts';
import { zLoanId, zRepaymentId } from './id.ts';
import { zCentavos } from './money.ts';

/**
 * Cancels a loan free of charge: at once if its payout has not been sent yet. If cash is ready at a
 * counter, the call asks the gateway to return it. Within cooling-off, the call requests a code for
 * the amount to return, and nothing changes until the borrower pays that code. If `channel` is
 * null, the call uses the first channel that accepts the amount in one payment, or else in the
 * fewest parts.
 */
export const billCancel = call({
  path: '/bill/cancel',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    loanId: zLoanId,
    channel: v.optional(v.nullable(zRepaymentChannel), null),
  }),
  data: v.object({
    loanId: zLoanId,
    /**
     * `askedBack`: the gateway was asked to return cash that is ready at a counter; /loan/detail
     * shows whether the cash was still there.
     */
    outcome: v.picklist(['cancelled', 'askedBack', 'codeAsked', 'cooledOff']),
    /** The requested code; /repayment/status shows when it is ready. */
    repaymentId: v.nullable(zRepaymentId),
    amountCentavos: v.nullable(zCentavos),
    endsAt: v.nullable(zInstant),
  }),
  refusals: [
    'loanUnknown',
    'cancelTooLate',
    'repaymentClosed',
    'coolingOffClosed',
    'repaymentChannelRefused',
    'channelLimit',
    'tooManyRequests',
    'systemBusy',
  ],
});
