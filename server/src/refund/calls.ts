// The refund slice's calls.
import { refundApply, refundQuery } from '@sandali/contract/refund.ts';
import { type Served, serveRead, serveWrite } from '#/kit/serve.ts';
import { order, prepareOrder, showOrdered } from './order.ts';
import { query } from './query.ts';

export const refundCalls: Served[] = [
  serveRead(refundQuery, query),
  serveWrite(refundApply, { before: prepareOrder, sameBy: ({ password, ...wish }) => wish, run: order, show: showOrdered }),
];
