// The home slice's calls.
import { userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { type Served, serveRead, serveSnapshot } from '#/context/serve.ts';
import { multiGiven, multiOf, multiParts } from './multi.ts';
import { statusOf } from './status.ts';

export const homeCalls: Served[] = [
  serveSnapshot(userMulti, { parts: multiParts, given: multiGiven, answer: multiOf }),
  serveRead(userStatusQuery, statusOf),
];
