// The calls of the notifications slice.
import { noticeList } from '@sandali/contract/notifications.ts';
import { type Served, serveRead } from '#/context/serve.ts';
import { listNotices } from './list.ts';

export const notificationCalls: Served[] = [serveRead(noticeList, listNotices)];
