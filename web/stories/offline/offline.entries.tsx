// The saved data after a start without a network, in every state.
import type { Instant } from '@sandali/contract/day.ts';
import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { OfflineDock, OfflineElsewhere, OfflineView } from '#/screens/offline/OfflineView.tsx';
import {
  type SavedBill,
  savedFromBill,
  savedFromCode,
  savedFromRow,
} from '#/screens/offline/savedBill.ts';
import type { Status } from '#/screens/repayment/answers.ts';
import { Footer } from '#/ui/Dock.tsx';
import { Screen } from '#/ui/Layout.tsx';
import { OfflineBar } from '#/ui/Note.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { statuses } from '#stories/repayment/codes.fixtures.ts';
import { promisedBill } from '#stories/repayment/granted.fixtures.ts';
import {
  bills,
  earlyBill,
  loanId,
  overdueBill,
  pesos,
} from '#stories/repayment/repayment.fixtures.ts';
import { ShellBar } from '#stories/ShellBar.tsx';

const keptAt = '2026-11-20T01:40:00.000Z' as Instant;
const of = (bill: ReturnType<typeof savedFromCode>, nth = 1): SavedBill | null =>
  bill && { ...bill, keptAt, loanId: loanId(nth) };
const soon = Date.parse('2026-11-20T02:05:00Z');
const later = Date.parse('2026-11-23T02:05:00Z');

function OfflineLine() {
  const text = useText();
  return <OfflineBar>{text('shell.offline')}</OfflineBar>;
}

type Found = { others?: readonly SavedBill[]; papers?: string; isLooking?: boolean };

const screen = (
  name: string,
  bill: SavedBill | null,
  phoneMs: number,
  { others = [], papers, isLooking = false }: Found = {},
): Entry => ({
  group: 'Offline',
  name,
  isScreen: true,
  draw: () => (
    <Screen>
      <OfflineLine />
      <ShellBar title="title.repayment" />
      <OfflineView kept={{ bill, others, papers: papers ?? null }} phoneMs={phoneMs} isSaid />
      <Footer>
        <OfflineDock isLooking={isLooking} onLook={nothing} />
      </Footer>
    </Screen>
  ),
});

/** The payment code of a bill that is due today. */
const dueToday: Status = {
  ...statuses.given,
  channel: 'pawnshop',
  growsDaily: false,
  amountCentavos: pesos(60_960),
  bill: bills.today,
};

const others = [
  savedFromRow(bills.planned, null),
  savedFromRow(bills.later, null),
  savedFromRow(bills.paying, null),
].flatMap((bill, nth) => of(bill, nth + 2) ?? []);

const elsewhere: Entry = {
  group: 'Offline',
  name: 'a page about something else',
  isScreen: true,
  draw: () => (
    <Screen>
      <OfflineLine />
      <ShellBar title="title.loan" />
      <OfflineElsewhere />
      <Footer>
        <OfflineDock isOfBills={false} isLooking={false} onLook={nothing} />
      </Footer>
    </Screen>
  ),
};

export const entries: Entry[] = [
  elsewhere,
  screen('a code', of(savedFromCode(dueToday, 'Cebuana Lhuillier', null)), soon),
  screen('a code that may have ended', of(savedFromCode(statuses.given, '7-Eleven', null)), later),
  screen('a code and the days to come', of(savedFromBill(overdueBill, null)), later),
  screen('a bill without a code', of(savedFromBill(earlyBill, null)), later, { isLooking: true }),
  screen('a plan that is kept', of(savedFromBill(promisedBill, null)), later, {
    papers: paths.documents,
  }),
  screen('the next bill, and others', of(savedFromBill(overdueBill, null)), later, {
    others,
    papers: paths.documents,
  }),
  screen('nothing is kept', null, soon),
  screen('papers alone', null, soon, { papers: paths.documents }),
];
