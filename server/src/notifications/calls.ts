import { noticeList } from '@sandali/contract/notifications.ts';
import { type Served, serveRead } from '#/context/serve.ts';
import { listNotices, noticesParts } from './list.ts';

export const notificationCalls: Served[] = [
  serveRead(noticeList, {
    parts: noticesParts,
    params: (_, { before }) => ({ before: before ?? null }),
    answer: listNotices,
  }),
];
