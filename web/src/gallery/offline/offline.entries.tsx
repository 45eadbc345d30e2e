// What is kept for a time without a network, in every state.
import type { Instant } from '@sandali/contract/day.ts';
import type { Entry } from '#/gallery/entry.ts';
import { nothing } from '#/gallery/fixtures.ts';
import { statuses } from '#/gallery/repayment/codes.fixtures.ts';
import { earlyBill } from '#/gallery/repayment/repayment.fixtures.ts';
import { ShellBar } from '#/gallery/ShellBar.tsx';
import { useText } from '#/i18n/text.ts';
import { KeptDock, KeptView } from '#/screens/offline/KeptView.tsx';
import { type Kept, keptOfBill, keptOfCode } from '#/screens/offline/kept.ts';
import { Foot } from '#/ui/Dock.tsx';
import { Screen } from '#/ui/Layout.tsx';
import { OfflineBar } from '#/ui/Note.tsx';

const keptAt = '2026-11-20T01:40:00.000Z' as Instant;
const of = (bill: ReturnType<typeof keptOfCode>): Kept | null => bill && { ...bill, keptAt };
const soon = Date.parse('2026-11-20T02:05:00Z');
const later = Date.parse('2026-11-23T02:05:00Z');

function OfflineLine() {
  const text = useText();
  return <OfflineBar>{text('shell.offline')}</OfflineBar>;
}

const screen = (name: string, kept: Kept | null, phoneMs: number, isLooking = false): Entry => ({
  group: 'Offline',
  name,
  isScreen: true,
  draw: () => (
    <Screen>
      <OfflineLine />
      <ShellBar title="title.repayment" />
      <KeptView kept={kept} phoneMs={phoneMs} />
      <Foot>
        <KeptDock isLooking={isLooking} onLook={nothing} />
      </Foot>
    </Screen>
  ),
});

export const entries: Entry[] = [
  screen('a code', of(keptOfCode(statuses.early, 'Cebuana Lhuillier')), soon),
  screen('a code that may have ended', of(keptOfCode(statuses.given, '7-Eleven')), later),
  screen('a bill without a code', of(keptOfBill(earlyBill, null)), later, true),
  screen('nothing is kept', null, soon),
];
