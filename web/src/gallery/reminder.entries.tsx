import type { ReactNode } from 'react';
import { textNow } from '#/kit/text.ts';
import { RemindersFailed, RemindersLoading, RemindersView, type RemindersViewProps } from '#/screens/reminder/RemindersView.tsx';
import type { Entry } from './entry.ts';
import { nothing } from './fixtures.ts';
import { ShellBar } from './ShellBar.tsx';

const screen = (name: string, draw: () => ReactNode): Entry => ({
  group: 'Reminders',
  name,
  isScreen: true,
  draw: () => (
    <>
      <ShellBar title="title.reminders" />
      {draw()}
    </>
  ),
});
const usual: RemindersViewProps = {
  chosen: { channel: 'sms', hour: 9 },
  locale: 'en',
  phoneMasked: '0917 ••• 0142',
  canPush: true,
  refused: null,
  onChange: nothing,
  isBusy: false,
  onSave: nothing,
};

export const entries: Entry[] = [
  screen('by SMS', () => <RemindersView {...usual} />),
  screen('a browser without notifications', () => <RemindersView {...usual} canPush={false} />),
  screen('as a notification', () => <RemindersView {...usual} chosen={{ channel: 'push', hour: 9 }} />),
  ...(['denied', 'failed', 'unsupported'] as const).map((refused) =>
    screen(`notifications ${refused}`, () => <RemindersView {...usual} chosen={{ channel: 'push', hour: 9 }} refused={refused} />),
  ),
  screen('none', () => <RemindersView {...usual} chosen={{ channel: 'none', hour: 9 }} />),
  screen('another language from now on', () => <RemindersView {...usual} locale="vi" />),
  screen('saving', () => <RemindersView {...usual} isBusy />),
  screen('loading', () => <RemindersLoading />),
  screen('not loaded', () => <RemindersFailed message={textNow('net.abnormal')} isRetrying={false} onRetry={nothing} />),
];
