import type { Instant } from '@sandali/contract/day.ts';
import type { NoticeId } from '@sandali/contract/id.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import type { ReactNode } from 'react';
import { queryClient, queryOptions } from '#/client/query.ts';
import Notifications, {
  NotificationsLoading,
  NotificationsView,
  type NotificationsViewProps,
} from '#/screens/notifications/Notifications.tsx';
import { Page } from '#/ui/Layout.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { ShellBar } from '#stories/ShellBar.tsx';

const id = (n: number) => `0198a000-0000-7000-8000-00000000041${n}` as NoticeId;
const notice = (
  n: number,
  sort: NotificationsViewProps['notices'][number]['sort'],
  message: { at: string; title: string; text: string; opens: string },
) => ({
  noticeId: id(n),
  sort,
  ...message,
  at: message.at as Instant,
});
const full: NotificationsViewProps = {
  now: '2026-12-05T03:00:00.000Z' as Instant,
  announcements: [],
  notices: [
    notice(1, 'reminder', {
      at: '2026-12-05T01:00:00.000Z',
      title: '₱61,800.00 is due on 5 Dec 2026',
      text: '₱61,800.00 is due today, 5 Dec 2026. We charge no fee for paying. Questions? Call (02) 5550 0100.',
      opens: '/billDetail',
    }),
    notice(2, 'notice', {
      at: '2026-12-04T12:30:00.000Z',
      title: 'We have answered case CS-7KQ2-M4XX',
      text: 'We have answered your case CS-7KQ2-M4XX. Read it in the app under My, Customer service.',
      opens: '/complaints',
    }),
    notice(4, 'security', {
      at: '2026-12-04T00:10:00.000Z',
      title: 'A new phone logged in',
      text: 'A new phone logged in to your account. If this was not you, change your password and call us: (02) 5550 0100',
      opens: '/devices',
    }),
    notice(3, 'notice', {
      at: '2026-11-20T02:05:00.000Z',
      title: '₱58,850.00 arrived in your GCash',
      text: '₱58,850.00 was sent to your GCash. Please repay ₱61,800.00 by 5 Dec 2026.',
      opens: '/loanResult',
    }),
  ],
  next: null,
  dayAbove: null,
  onMore: nothing,
};

const screen = (name: string, draw: () => ReactNode): Entry => ({
  group: 'Messages',
  name,
  isScreen: true,
  draw: () => (
    <>
      <ShellBar title="title.notifications" />
      <Page gap={3}>{draw()}</Page>
    </>
  ),
});

/** The real screen, with one page of notices and the older page that its button loads. */
function TwoPages() {
  const { now, announcements, notices } = full;
  const keep = (
    before: NoticeId | undefined,
    first: number,
    after: number,
    next: NoticeId | null,
  ) =>
    queryClient.setQueryData(queryOptions(noticeList, before ? { before } : {}).queryKey, {
      now,
      announcements,
      notices: notices.slice(first, after),
      next,
    });
  keep(undefined, 0, 2, id(2));
  keep(id(2), 2, 4, null);
  return <Notifications />;
}

export const entries: Entry[] = [
  screen('four, on three days', () => <NotificationsView {...full} />),
  screen('announcements', () => (
    <NotificationsView
      {...full}
      announcements={[
        { place: 'home', text: 'We are closed on 30 November, Bonifacio Day.' },
        { place: 'repayment', text: 'Kiosks of one chain are slow today. Codes stay valid.' },
      ]}
    />
  )),
  {
    group: 'Messages',
    name: 'older ones below',
    isScreen: true,
    draw: () => (
      <>
        <ShellBar title="title.notifications" />
        <TwoPages />
      </>
    ),
  },
  screen('none yet', () => <NotificationsView {...full} notices={[]} />),
  screen('loading', () => <NotificationsLoading />),
];
