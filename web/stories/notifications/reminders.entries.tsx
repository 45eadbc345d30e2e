import { asDay } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { CalendarEntry } from '#/screens/notifications/CalendarRows.tsx';
import {
  RemindersLoading,
  RemindersView,
  type RemindersViewProps,
} from '#/screens/notifications/Reminders.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { screensOf } from '#stories/ShellBar.tsx';

const screen = screensOf('Reminders', 'title.reminders');
const entry = (
  n: number,
  dueOn: string,
  amount: number,
  outcome: CalendarEntry['outcome'],
  part: number | null = null,
): CalendarEntry => ({
  loanId: `0198a000-0000-7000-8000-00000000031${n}` as LoanId,
  referenceNo: '4182093371',
  due: { owedCentavos: centavos(amount), on: asDay(dueOn) },
  part,
  outcome,
});
const dates = [
  entry(1, '2026-12-05', 6_180_000, null),
  entry(2, '2026-12-11', 6_096_000, 'added'),
  entry(3, '2027-01-08', 12_000_000, 'saved'),
];
const parts = [
  entry(4, '2026-12-05', 2_066_800, 'added', 2),
  entry(4, '2026-12-21', 2_067_000, null, 3),
  entry(5, '2027-01-08', 12_000_000, null),
];
const usual: RemindersViewProps = {
  chosen: { channel: 'sms', hour: 9 },
  locale: 'en',
  phoneMasked: '0917 ••• 0142',
  canPush: true,
  refused: null,
  calendar: { entries: [], busyWith: null, onAdd: nothing },
  onChange: nothing,
  isBusy: false,
  onSave: nothing,
};

export const entries: Entry[] = [
  screen('by SMS', () => <RemindersView {...usual} />),
  screen('a browser without notifications', () => <RemindersView {...usual} canPush={false} />),
  screen('as a notification', () => (
    <RemindersView {...usual} chosen={{ channel: 'push', hour: 9 }} />
  )),
  ...(['denied', 'failed', 'unsupported'] as const).map((refused) =>
    screen(`notifications ${refused}`, () => (
      <RemindersView {...usual} chosen={{ channel: 'push', hour: 9 }} refused={refused} />
    )),
  ),
  screen('with due dates', () => (
    <RemindersView {...usual} calendar={{ entries: dates, busyWith: null, onAdd: nothing }} />
  )),
  screen('with the parts of a plan', () => (
    <RemindersView {...usual} calendar={{ entries: parts, busyWith: null, onAdd: nothing }} />
  )),
  screen('a due date on its way', () => (
    <RemindersView
      {...usual}
      calendar={{ entries: dates, busyWith: dates[0]?.loanId ?? null, onAdd: nothing }}
    />
  )),
  screen('none', () => <RemindersView {...usual} chosen={{ channel: 'none', hour: 9 }} />),
  screen('another language from now on', () => <RemindersView {...usual} locale="vi" />),
  screen('saving', () => <RemindersView {...usual} isBusy />),
  screen('loading', () => <RemindersLoading />),
];
