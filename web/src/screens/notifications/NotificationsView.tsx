import type { DataOf } from '@sandali/contract/call.ts';
import { manilaDay } from '@sandali/contract/day.ts';
import type { NoticeId } from '@sandali/contract/id.ts';
import type { noticeList } from '@sandali/contract/notifications.ts';
import { formatMoment } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';

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

/** Messages are on their way. */
export function NotificationsLoading() {
  const text = useText();
  return <SkeletonRows label={text('notifications.loading')} count={4} isApart={false} />;
}
