// One bill in full: the amount owed and its parts, its events, and the facts for computing later
// days.
import * as v from 'valibot';
import { zAccrualFacts } from './accrualFacts.ts';
import { zBillRow, zGranted } from './bill.ts';
import { call } from './call.ts';
import { zRepaymentChannel } from './channel.ts';
import { zCodePurpose, zCoolingOff } from './coolingOff.ts';
import { zDay, zInstant } from './day.ts';
import { zLoanId } from './id.ts';
import { zCentavos } from './money.ts';
import { zAccountSummary } from './payoutWay.ts';

const zCharge = v.object({
  kind: v.picklist(['interest', 'serviceFee', 'channelFee']),
  amountCentavos: zCentavos,
});

const zEvent = v.object({
  kind: v.picklist([
    'signed',
    'arrived',
    'payment',
    'extended',
    'takenBack',
    'returnAsked',
    'returnEnds',
    'returnLapsed',
    'due',
    'overdue',
    'repaid',
    'cooledOff',
    'closed',
  ]),
  on: zDay,
  at: v.nullable(zInstant),
  amountCentavos: v.nullable(zCentavos),
});

export const billDetail = call({
  path: '/bill/detail',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ loanId: zLoanId }),
  data: v.object({
    bill: zBillRow,
    today: zDay,
    charges: v.array(zCharge),
    /** The parts of the amount owed today. */
    principalDueCentavos: zCentavos,
    interestDueCentavos: zCentavos,
    overdueFeeCentavos: zCentavos,
    /** Overdue days that were charged, excluding days suspended by a promise. */
    chargedDays: v.number(),
    /**
     * The charge added tomorrow if nothing is paid: interest until the due date, a late charge if
     * overdue.
     */
    tomorrowCentavos: zCentavos,
    extensionFeeCentavos: v.nullable(zCentavos),
    /** Interest saved by early payments, compared with paying nothing before the first due date. */
    savedSoFarCentavos: zCentavos,
    chargesSoFarCentavos: zCentavos,
    chargesCapCentavos: zCentavos,
    repaymentCentavos: zCentavos,
    /**
     * Facts to compute the amount on later days without further payments (owed.ts); null once
     * settled.
     */
    accrual: v.nullable(zAccrualFacts),
    termDays: v.number(),
    loanOn: zDay,
    arrivedAt: zInstant,
    arrivalCentavos: zCentavos,
    sender: v.string(),
    receiver: v.nullable(zAccountSummary),
    /** Null unless the loan can be returned now. */
    coolingOff: v.nullable(zCoolingOff),
    events: v.array(zEvent),
    granted: zGranted,
    openCode: v.nullable(
      v.object({
        repaymentId: v.string(),
        purpose: zCodePurpose,
        channel: zRepaymentChannel,
        code: v.string(),
        endsAt: v.nullable(zInstant),
        amountCentavos: v.nullable(zCentavos),
      }),
    ),
  }),
  refusals: ['loanUnknown'],
});
