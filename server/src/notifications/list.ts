import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { NoticeId } from '@sandali/contract/id.ts';
import { type noticeList, noticesAPage } from '@sandali/contract/notifications.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { type ListedKind, noticeKinds } from '#/context/notices.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { wireInstant } from '#/platform/days.ts';
import { noticesPart } from './list.store.ts';
import { withoutName } from './rules.ts';

type Data = DataOf<typeof noticeList>;

export const noticesParts = { notices: noticesPart };

/**
 * Returns a page of messages; the first page also contains the current announcements. Omits dropped
 * messages. Also omits codes, because they may still be valid.
 */
export async function listNotices(
  { app, now }: BorrowerCtx,
  { notices: rows }: FactsOf<typeof noticesParts>,
  { before }: RequestOf<typeof noticeList>,
): Promise<Data> {
  const settings = await app.settings.all();
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
