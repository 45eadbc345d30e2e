// The repayment slice's calls. They include /bill/list, /bill/detail and /bill/cancel, which need
// codes and refunds that the loan slice must not import.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { renewApply, renewCal } from '@sandali/contract/extension.ts';
import { billList } from '@sandali/contract/loan.ts';
import { refundApply, refundQuery } from '@sandali/contract/refund.ts';
import {
  repaymentApply,
  repaymentChannelList,
  repaymentStatus,
} from '@sandali/contract/repayment.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import { todayOf } from '#/platform/days.ts';
import { billsParts, billsWithRefund } from './bills.ts';
import { cancel, showCancelled } from './cancel/cancel.ts';
import { channelsOf, channelsParts, requestCode, showRequestedCode } from './codes/apply.ts';
import { billWithCode, billWithCodeParts, statusOf, statusParts } from './codes/status.ts';
import { optionsOf, optionsParts, requestFeeCode } from './extension/extension.ts';
import { order, prepareOrder, showOrdered } from './refund/order.ts';
import { query, queryParts } from './refund/query.ts';

export const repaymentCalls: Served[] = [
  serveRead(repaymentChannelList, {
    parts: channelsParts,
    params: ({ app }, { loanId }) => ({ loanId, gateway: app.bank.name }),
    answer: channelsOf,
  }),
  serveWrite(repaymentApply, { run: requestCode, show: showRequestedCode }),
  serveRead(repaymentStatus, {
    parts: statusParts,
    params: (_, { repaymentId, loanId }) => ({ repaymentId, loanId: loanId ?? null }),
    answer: statusOf,
  }),
  serveRead(billList, {
    parts: billsParts,
    params: (_, { before }) => ({ before: before ?? null }),
    answer: billsWithRefund,
  }),
  serveRead(billDetail, {
    parts: billWithCodeParts,
    params: ({ now }, { loanId }) => ({ loanId, now }),
    answer: billWithCode,
  }),
  serveWrite(billCancel, { run: cancel, show: showCancelled }),
  serveRead(renewCal, {
    parts: optionsParts,
    params: ({ now }, { loanId }) => ({ loanId, now, today: todayOf(now) }),
    answer: optionsOf,
  }),
  serveWrite(renewApply, { run: requestFeeCode, show: showRequestedCode }),
  serveRead(refundQuery, {
    parts: queryParts,
    params: ({ app }) => ({ gateway: app.bank.name }),
    answer: query,
  }),
  serveWrite(refundApply, {
    before: prepareOrder,
    sameBy: ({ password, ...wish }) => wish,
    run: order,
    show: showOrdered,
  }),
];
