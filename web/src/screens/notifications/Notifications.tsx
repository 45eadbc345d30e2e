import type { DataOf } from '@sandali/contract/call.ts';
import { manilaDay } from '@sandali/contract/day.ts';
import type { NoticeId } from '@sandali/contract/id.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import { Fragment, useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { formatMoment } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Query } from '#/shell/Query.tsx';
import { Button } from '#/ui/Button.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';

/** /notices: my messages, page by page. */
export default function Notifications() {
  // Pages that were asked for, each by the message before which it begins.
  const [pages, setPages] = useState<readonly (NoticeId | undefined)[]>([undefined]);
  return (
    <Page gap={3}>
      {pages.map((before, n) => (
        <NotificationsPage
          key={before ?? ''}
          before={before}
          onMore={n === pages.length - 1 ? (next) => setPages([...pages, next]) : null}
        />
      ))}
    </Page>
  );
}

type Props = { before: NoticeId | undefined; onMore: ((next: NoticeId) => void) | null };

function NotificationsPage({ before, onMore }: Props) {
  const list = useServerQuery(noticeList, before === undefined ? {} : { before });
  return (
    <Query read={list} skeleton={<NotificationsLoading />} frame={Fragment}>
      {(page) => <NotificationsView {...page} isFirst={before === undefined} onMore={onMore} />}
    </Query>
  );
}

export type NotificationsViewProps = DataOf<typeof noticeList> & {
  /** Only the first page can be empty, and has the announcements. */
  isFirst: boolean;
  onMore: ((next: NoticeId) => void) | null;
};

const icons = { reminder: 'calendar', security: 'shield', notice: 'chat' } as const;

/** A page of messages: the announcements of now above them, older ones by a button below. */
export function NotificationsView({ now, announcements, notices, next, isFirst, onMore }: NotificationsViewProps) {
  const text = useText();
  return (
    <>
      {announcements.map(({ place, text: words }) => (
        <Note key={place} tone="news" title={text(`notifications.place.${place}`)}>
          {words}
        </Note>
      ))}
      {notices.length > 0 && (
        <List>
          {notices.map(({ noticeId, sort, at, text: words, opens }) => (
            <Row
              key={noticeId}
              icon={icons[sort]}
              title={text(`notifications.sort.${sort}`)}
              href={opens ?? undefined}
              detail={
                <>
                  {words}
                  <br />
                  {formatMoment(at, manilaDay(now), currentLocale())}
                </>
              }
            />
          ))}
        </List>
      )}
      {isFirst && notices.length === 0 && (
        <Empty isSmall title={text('notifications.none')}>
          {text('notifications.noneWhy')}
        </Empty>
      )}
      {next && onMore && (
        <Button look="soft" onClick={() => onMore(next)}>
          {text('notifications.older')}
        </Button>
      )}
    </>
  );
}

/** Skeleton of the screen. */
export function NotificationsLoading() {
  const text = useText();
  return <SkeletonRows label={text('notifications.loading')} count={4} isApart={false} />;
}
