import { noticeList } from '@sandali/contract/notifications.ts';
import { type Served, serveSnapshot } from '#/context/serve.ts';
import { listNotices, noticesParts } from './list.ts';

export const notificationCalls: Served[] = [
  serveSnapshot(noticeList, {
    parts: noticesParts,
    given: (_, { before }) => ({ before: before ?? null }),
    answer: listNotices,
  }),
];
