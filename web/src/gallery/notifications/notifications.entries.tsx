import type { Instant } from '@sandali/contract/day.ts';
import type { NoticeId } from '@sandali/contract/id.ts';
import type { ReactNode } from 'react';
import type { Entry } from '#/gallery/entries.ts';
import { nothing } from '#/gallery/fixtures.ts';
import { ShellBar } from '#/gallery/ShellBar.tsx';
import { NotificationsLoading, NotificationsView, type NotificationsViewProps } from '#/screens/notifications/Notifications.tsx';
import { Page } from '#/ui/Layout.tsx';

const id = (n: number) => `0198a000-0000-7000-8000-00000000041${n}` as NoticeId;
const notice = (
  n: number,
  sort: NotificationsViewProps['notices'][number]['sort'],
  at: string,
  text: string,
  opens: string | null = null,
) => ({
  noticeId: id(n),
  sort,
  at: at as Instant,
  text,
  opens,
});
const full: NotificationsViewProps = {
  now: '2026-12-05T03:00:00.000Z' as Instant,
  announcements: [],
  notices: [
    notice(
      1,
      'reminder',
      '2026-12-05T01:00:00.000Z',
      '₱61,800.00 is due today, 5 Dec 2026. Paying is free on every channel. Questions? Call (02) 5550 0100.',
      '/billDetail',
    ),
    notice(2, 'security', '2026-12-01T12:30:00.000Z', 'A new device logged in to your account. Not you? Call (02) 5550 0100 now.'),
    notice(
      3,
      'notice',
      '2026-11-20T02:05:00.000Z',
      '₱58,850.00 was sent to your GCash. Please repay ₱61,800.00 by 5 Dec 2026.',
      '/loanResult',
    ),
  ],
  next: null,
  isFirst: true,
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

export const entries: Entry[] = [
  screen('three', () => <NotificationsView {...full} />),
  screen('announcements, and older ones below', () => (
    <NotificationsView
      {...full}
      announcements={[
        { place: 'home', text: 'We are closed on 30 November, Bonifacio Day.' },
        { place: 'repayment', text: 'Kiosks of one chain are slow today. Codes stay valid.' },
      ]}
      next={id(3)}
    />
  )),
  screen('none yet', () => <NotificationsView {...full} notices={[]} />),
  screen('loading', () => <NotificationsLoading />),
];
