// Giving up a loan: before its money has left for nothing, and for some days after it arrived by
// returning what arrived.
import * as v from 'valibot';
import { call } from './call.ts';
import { zRepaymentChannel } from './channel.ts';
import { zInstant } from './day.ts';
import { zLoanId, zRepaymentId } from './id.ts';
import { zCentavos } from './money.ts';

/**
 * Cancels a loan, free of charge. Before the payout is sent it is cancelled at once; cash that is
 * ready at a counter is requested back. Within the cooling-off days a code is made for what is
 * still to be returned, and nothing changes until it is paid. `channel` is where it is to be paid,
 * null for the first channel that takes it at once, or in the fewest parts; for parts it is the
 * code of the first.
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
     * `askedBack`: the cash is ready at a counter, and the gateway is requested to give it back;
     * /loan/detail shows whether it was still there.
     */
    outcome: v.picklist(['cancelled', 'askedBack', 'codeAsked', 'cooledOff']),
    /** The code that was asked for; /repayment/status shows when it is ready. */
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
