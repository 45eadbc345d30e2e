// /notice/list: the messages to a borrower.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { NoticeId } from '@sandali/contract/id.ts';
import { type noticeList, noticesAPage } from '@sandali/contract/notifications.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { type ListedKind, listedKinds, noticeKinds } from '#/context/notices.ts';
import type { Read } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';
import { pageOf } from './list.store.ts';
import { withoutName } from './rules.ts';

type Data = DataOf<typeof noticeList>;

/** A page of messages, without those dropped before they were sent, codes, which may still be valid, and those to numbers without an account. */
export async function listNotices({ app, who, now }: BorrowerCtx, read: Read, { before }: RequestOf<typeof noticeList>): Promise<Data> {
  const [rows, settings] = await Promise.all([
    pageOf(read, { borrowerId: who.borrowerId, kinds: listedKinds, before, limit: noticesAPage + 1 }),
    app.settings.all(),
  ]);
  const shown = rows.slice(0, noticesAPage);
  const announcements = [
    { place: 'home' as const, text: settings.announcement },
    { place: 'loan' as const, text: settings.loanApplyAnnouncement },
    { place: 'repayment' as const, text: settings.repaymentAnnouncement },
  ];
  return {
    now: wireInstant(now),
    announcements: before === undefined ? announcements.filter(({ text }) => text !== '') : [],
    notices: shown.map((row) => ({
      noticeId: row.id as NoticeId,
      sort: noticeKinds[row.kind as ListedKind].sort,
      at: wireInstant(row.queued_at),
      title: app.sealer.open('message title', row.id, row.title_sealed),
      text: withoutName(app.sealer.open('message', row.id, row.text_sealed)),
      opens: row.opens,
    })),
    next: rows.length > noticesAPage ? ((shown.at(-1)?.id ?? null) as NoticeId | null) : null,
  };
}
