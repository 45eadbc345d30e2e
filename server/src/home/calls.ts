// The home slice's calls.
import { userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { type Served, serveSnapshot } from '#/context/serve.ts';
import { multiOf, multiParams, multiParts } from './multi.ts';
import { statusOf, statusParams, statusParts } from './status.ts';

export const homeCalls: Served[] = [
  serveSnapshot(userMulti, { parts: multiParts, given: multiParams, answer: multiOf }),
  serveSnapshot(userStatusQuery, { parts: statusParts, given: statusParams, answer: statusOf }),
];
