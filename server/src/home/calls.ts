// The home slice's calls.
import { userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { type Served, serveRead } from '#/context/serve.ts';
import { multiOf } from './multi.ts';
import { statusOf } from './status.ts';

export const homeCalls: Served[] = [serveRead(userMulti, multiOf), serveRead(userStatusQuery, statusOf)];
