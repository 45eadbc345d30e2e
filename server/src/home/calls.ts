// The home slice's calls.
import { userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { type Served, serveRead } from '#/context/serve.ts';
import { multiOf, multiParams, multiParts } from './multi.ts';
import { statusOf, statusParams, statusParts } from './status.ts';

export const homeCalls: Served[] = [
  serveRead(userMulti, { parts: multiParts, params: multiParams, answer: multiOf }),
  serveRead(userStatusQuery, { parts: statusParts, params: statusParams, answer: statusOf }),
];
