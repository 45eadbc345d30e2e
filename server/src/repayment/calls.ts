// The repayment slice's calls. /bill/detail is bound here, because it shows a bill together with the code that is open for it.
import { billDetail } from '@sandali/contract/loan.ts';
import { repaymentApply, repaymentChannelList, repaymentStatus } from '@sandali/contract/repayment.ts';
import { type Served, serveRead, serveWrite } from '#/kit/serve.ts';
import { askForCode, channelsOf, showAsked } from './apply.ts';
import { billWithCode, statusOf } from './status.ts';

export const repaymentCalls: Served[] = [
  serveRead(repaymentChannelList, channelsOf),
  serveWrite(repaymentApply, { run: askForCode, show: showAsked }),
  serveRead(repaymentStatus, statusOf),
  serveRead(billDetail, billWithCode),
];
