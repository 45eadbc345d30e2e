import type { DataOf } from '@sandali/contract/call.ts';
import { addDays, type Day, type Instant, manilaDay } from '@sandali/contract/day.ts';
import type { NoticeId } from '@sandali/contract/id.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import { Fragment, useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { withoutBreaks } from '#/client/unbreakable.ts';
import { formatDay, formatTime } from '#/i18n/days.ts';
import { currentLocale, type Text, useText } from '#/i18n/text.ts';
import { Query } from '#/shell/Query.tsx';
import { Button } from '#/ui/Button.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { takeLostFocus } from '#/ui/keepFocus.ts';
import { Page, Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { Heading } from '#/ui/Text.tsx';

/**
 * A request for the page of messages older than the message `before`. `day` is the day of that
 * message; the previous page already shows its heading.
 */
type PageRequest = { before: NoticeId; day: Day } | null;

/** /notices: the borrower's messages by day, in pages. */
export default function Notifications() {
  const [pages, setPages] = useState<readonly PageRequest[]>([null]);
  return (
    <Page gap={3}>
      {pages.map((request, n) => (
        <NotificationsPage
          key={request?.before ?? ''}
          request={request}
          onMore={n === pages.length - 1 ? (next) => setPages([...pages, next]) : null}
        />
      ))}
    </Page>
  );
}

type Props = { request: PageRequest; onMore: ((next: NonNullable<PageRequest>) => void) | null };

function NotificationsPage({ request, onMore }: Props) {
  const list = useServerQuery(noticeList, request ? { before: request.before } : {});
  return (
    <Query read={list} skeleton={<NotificationsLoading />} frame={Fragment}>
      {(page) => <NotificationsView {...page} dayAbove={request?.day ?? null} onMore={onMore} />}
    </Query>
  );
}

export type NotificationsViewProps = DataOf<typeof noticeList> & {
  /**
   * The day of the last message on the previous page. Null on the first page; only that page can be
   * empty, and only that page shows announcements.
   */
  dayAbove: Day | null;
  onMore: Props['onMore'];
};

const icons = { reminder: 'calendar', security: 'shield', notice: 'chat' } as const;

/**
 * A page of messages by day, with current announcements above and a button for older messages
 * below.
 */
export function NotificationsView({
  now,
  announcements,
  notices,
  next,
  dayAbove,
  onMore,
}: NotificationsViewProps) {
  const text = useText();
  const days = [...new Set(notices.map(({ at }) => manilaDay(at)))];
  const lastDay = days.at(-1);
  return (
    <>
      {announcements.map(({ place, text: words }) => (
        <Note key={place} tone="news" title={text(`notifications.place.${place}`)}>
          {words}
        </Note>
      ))}
      {days.map((day, nth) => (
        // On an older page, move the focus to its first day, since the pressed button has
        // disappeared.
        <Stack key={day} gap={2} ref={dayAbove !== null && nth === 0 ? takeLostFocus : null}>
          {day !== dayAbove && (
            <Heading level={2} size="s">
              {dayName(day, now, text)}
            </Heading>
          )}
          <List>
            {notices
              .filter(({ at }) => manilaDay(at) === day)
              .map(({ noticeId, sort, at, title, text: words, opens }) => (
                <Row
                  key={noticeId}
                  icon={icons[sort]}
                  title={withoutBreaks(title)}
                  href={opens}
                  detail={
                    <>
                      {withoutBreaks(words)}
                      <br />
                      <time dateTime={at}>{formatTime(at)}</time>
                    </>
                  }
                />
              ))}
          </List>
        </Stack>
      ))}
      {dayAbove === null && notices.length === 0 && (
        <Empty isSmall title={text('notifications.none')}>
          {text('notifications.noneWhy')}
        </Empty>
      )}
      {next && lastDay && onMore && (
        <Button look="soft" onClick={() => onMore({ before: next, day: lastDay })}>
          {text('notifications.older')}
        </Button>
      )}
    </>
  );
}

/**
 * Returns a day's heading: 'Today', 'Yesterday' or 'Fri, 20 Nov', with the year unless it is the
 * current one.
 */
function dayName(day: Day, now: Instant, text: Text): string {
  const today = manilaDay(now);
  if (day === today) return text('notifications.today');
  if (day === addDays(today, -1)) return text('notifications.yesterday');
  return formatDay(day, currentLocale(), {
    weekday: true,
    year: day.slice(0, 4) !== today.slice(0, 4),
  });
}

export function NotificationsLoading() {
  const text = useText();
  return <SkeletonRows label={text('notifications.loading')} count={4} isApart={false} />;
}
