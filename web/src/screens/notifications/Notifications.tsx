import type { NoticeId } from '@sandali/contract/id.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import { Fragment, useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { Query } from '#/shell/Query.tsx';
import { Page } from '#/ui/Layout.tsx';
import { NotificationsLoading, NotificationsView } from './NotificationsView.tsx';

/** /notices: what was told to me, page by page. */
export default function Notifications() {
  // Pages that were asked for, each by the message before which it begins.
  const [pages, setPages] = useState<readonly (NoticeId | undefined)[]>([undefined]);
  return (
    <Page gap={3}>
      {pages.map((before, n) => (
        <OnePage key={before ?? ''} before={before} onMore={n === pages.length - 1 ? (next) => setPages([...pages, next]) : null} />
      ))}
    </Page>
  );
}

type Props = { before: NoticeId | undefined; onMore: ((next: NoticeId) => void) | null };

function OnePage({ before, onMore }: Props) {
  const list = useServerQuery(noticeList, before === undefined ? {} : { before });
  return (
    <Query read={list} skeleton={<NotificationsLoading />} frame={Fragment}>
      {(page) => <NotificationsView {...page} isFirst={before === undefined} onMore={onMore} />}
    </Query>
  );
}
