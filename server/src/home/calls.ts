// The home slice's calls.
import { userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { type Served, serveRead } from '#/kit/serve.ts';
import { multiOf, statusOf } from './multi.ts';

export const homeCalls: Served[] = [serveRead(userMulti, multiOf), serveRead(userStatusQuery, statusOf)];
