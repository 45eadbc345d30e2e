// My messages, and the announcements of now.
import * as v from 'valibot';
import { call } from './call.ts';
import { zInstant } from './day.ts';
import { zNoticeId } from './id.ts';

/**
 * A reminder of a bill, a matter of the account's safety, or anything else. Messages that carry a
 * code are not listed.
 */
const noticeSorts = ['reminder', 'security', 'notice'] as const;
const announcementPlaces = ['home', 'loan', 'repayment'] as const;
/** How many messages an answer has. */
export const noticesAPage = 20;

/**
 * My messages, the newest first, or those before one; and with the first of them the announcements
 * of now. A message is titled by what happened, and `opens` is where it leads in the program.
 */
export const noticeList = call({
  path: '/notice/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ before: v.optional(zNoticeId) }),
  data: v.object({
    /** Now in business time, for words such as "today". */
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
    /** Hand it back as `before` for older ones; null on the last page. */
    next: v.nullable(zNoticeId),
  }),
  refusals: [],
});
