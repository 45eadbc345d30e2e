// The borrower's messages, and the current announcements.
import * as v from 'valibot';
import { call } from './call.ts';
import { zInstant } from './day.ts';
import { zNoticeId } from './id.ts';

/**
 * Bill reminders, security messages and other notices. Messages that contain a code are not listed.
 */
const noticeSorts = ['reminder', 'security', 'notice'] as const;
const announcementPlaces = ['home', 'loan', 'repayment'] as const;
export const noticesAPage = 20;

/**
 * The borrower's messages, newest first; with `before`, those older than that message. The first
 * page adds the current announcements. `opens` is the path of the page that a message opens.
 */
export const noticeList = call({
  path: '/notice/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ before: v.optional(zNoticeId) }),
  data: v.object({
    /** The current business time, for relative dates such as "today". */
    now: zInstant,
    announcements: v.array(v.object({ place: v.picklist(announcementPlaces), text: v.string() })),
    notices: v.array(
      v.object({
        noticeId: zNoticeId,
        sort: v.picklist(noticeSorts),
        at: zInstant,
        title: v.string(),
        text: v.string(),
        opens: v.string(),
      }),
    ),
    /** Pass this as `before` to get older messages; null on the last page. */
    next: v.nullable(zNoticeId),
  }),
  refusals: [],
});
