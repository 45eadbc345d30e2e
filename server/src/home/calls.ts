// The home slice's calls.
import { userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { type Served, serveSnapshot } from '#/context/serve.ts';
import { multiGiven, multiOf, multiParts } from './multi.ts';
import { statusGiven, statusOf, statusParts } from './status.ts';

export const homeCalls: Served[] = [
  serveSnapshot(userMulti, { parts: multiParts, given: multiGiven, answer: multiOf }),
  serveSnapshot(userStatusQuery, { parts: statusParts, given: statusGiven, answer: statusOf }),
];
