// The refuse slice's calls.
import { refuseDispute, refuseQuery } from '@sandali/contract/rejection.ts';
import { type Served, serveRead, serveWrite } from '#/kit/serve.ts';
import { disputeRefusal, queryRefusal, showDispute } from './dispute.ts';

export const refuseCalls: Served[] = [
  serveRead(refuseQuery, queryRefusal),
  serveWrite(refuseDispute, { run: disputeRefusal, show: showDispute }),
];
