import { quotaAddApply } from '@sandali/contract/limit.ts';
import { type Served, serveWrite } from '#/context/serve.ts';
import { requestIncrease, showRequest } from './apply.ts';

export const limitCalls: Served[] = [
  serveWrite(quotaAddApply, { run: requestIncrease, show: showRequest }),
];
