// A case as a conversation: received, with five messages, while a message is sent, after sending
// failed, answered, closed, and too old to reopen.
import { asDay, type Instant } from '@sandali/contract/day.ts';
import type { ComplaintId } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import { getText } from '#/i18n/text.ts';
import type { ComposerProps } from '#/screens/cases/Composer.tsx';
import {
  type CaseData,
  ConversationLoading,
  ConversationView,
  type ConversationViewProps,
} from '#/screens/cases/Conversation.tsx';
import type { Entry } from '#stories/entries.ts';
import { idPicture, nothing } from '#stories/fixtures.ts';
import { screensOf } from '#stories/ShellBar.tsx';

const entry = screensOf('Cases', 'my.service');

const at = (moment: string) => `${moment}:00.000Z` as Instant;
const turn = (
  number: number,
  when: string,
  more: Partial<CaseData['turns'][number]>,
): CaseData['turns'][number] => ({
  ...{
    turn: number,
    by: 'borrower',
    name: null,
    at: at(when),
    words: null,
    isAnswer: false,
    picture: null,
    pdf: null,
  },
  ...more,
});
const turns = [
  turn(0, '2026-11-20T02:00', { words: 'Nagbayad ako sa 7-Eleven pero wala sa app.' }),
  turn(1, '2026-11-20T06:12', {
    by: 'staff',
    name: 'Rosa',
    words:
      'Thank you. We do not find it by this reference yet. Can you send a picture of the receipt?',
  }),
  turn(2, '2026-11-21T01:30', { words: 'Opo, sandali lang.', pdf: { sizeBytes: 96_400 } }),
  turn(3, '2026-11-21T01:32', {
    words: 'Ito po ang resibo.',
    picture: { width: 900, height: 1200, sizeBytes: 184_000 },
  }),
  turn(4, '2026-11-21T03:05', {
    by: 'staff',
    words: 'It is booked now, with the day on which you paid. Sorry for the trouble.',
    isAnswer: true,
  }),
];
const open: CaseData = {
  complaintId: '0198a000-0000-7000-8000-000000000440' as ComplaintId,
  number: 'CS-7KQ2-M4XX',
  kind: 'paymentNotShown',
  loanId: null,
  state: 'open',
  openedAt: at('2026-11-20T02:00'),
  acknowledgeOn: asDay('2026-11-22'),
  resolveOn: asDay('2026-12-20'),
  acknowledgedAt: null,
  answeredAt: null,
  closedAt: null,
  now: at('2026-11-21T04:00'),
  payment: {
    channel: 'sevenEleven',
    paidOn: asDay('2026-11-19'),
    amountCentavos: centavos(6_180_000),
    reference: 'OR 8831-22',
  },
  writeUntil: null,
  picturesLeft: 10,
  turns: turns.slice(0, 1),
};
const working: CaseData = {
  ...open,
  state: 'acknowledged',
  acknowledgedAt: at('2026-11-20T06:12'),
  turns: turns.slice(0, 4),
  picturesLeft: 9,
};
const answered: CaseData = {
  ...working,
  state: 'answered',
  answeredAt: at('2026-11-21T03:05'),
  turns,
};
const closed: CaseData = {
  ...answered,
  state: 'closed',
  closedAt: at('2026-11-21T03:30'),
  writeUntil: asDay('2026-12-21'),
};

const drawn = (
  caseData: CaseData,
  more: Partial<ComposerProps> = {},
  leaving: ConversationViewProps['leaving'] = null,
) => (
  <ConversationView
    caseData={caseData}
    leaving={leaving}
    composer={{
      words: '',
      onWords: nothing,
      receipt: { state: 'empty', src: null, bytes: null, take: nothing, drop: nothing },
      picturesLeft: caseData.picturesLeft,
      isBusy: false,
      failure: null,
      onSend: nothing,
      ...more,
    }}
  />
);
const typed = 'Salamat po. Puwede po bang pakitingnan din ang late charge noong isang araw?';

export const entries: Entry[] = [
  entry('one, received', () => drawn(open)),
  entry('one, in its fourth turn', () => drawn(working)),
  entry('one, a picture chosen', () =>
    drawn(working, {
      words: typed,
      receipt: {
        state: 'ready',
        src: idPicture,
        bytes: new Uint8Array(1),
        take: nothing,
        drop: nothing,
      },
    }),
  ),
  entry('one, a PDF chosen', () =>
    drawn(working, {
      receipt: {
        state: 'ready',
        src: null,
        bytes: new Uint8Array(96_400),
        take: nothing,
        drop: nothing,
      },
    }),
  ),
  entry('one, a PDF that is too large', () =>
    drawn(working, {
      receipt: { state: 'tooLarge', src: null, bytes: null, take: nothing, drop: nothing },
    }),
  ),
  entry('one, sending', () => drawn(working, { isBusy: true }, { words: typed, percent: 40 })),
  entry('one, not sent', () => drawn(working, { words: typed, failure: getText('net.abnormal') })),
  entry('one, too long', () => drawn(working, { words: typed.repeat(20) })),
  entry('one, letters of no paper', () => drawn(working, { words: '감사합니다. Salamat po 🙏' })),
  entry('one, a picture that cannot be opened', () =>
    drawn(working, {
      receipt: { state: 'unreadable', src: null, bytes: null, take: nothing, drop: nothing },
    }),
  ),
  entry('one, answered', () => drawn(answered)),
  entry('one, closed', () => drawn(closed)),
  entry('one, over', () => drawn({ ...closed, now: at('2027-01-04T04:00') })),
  entry('one, loading', () => <ConversationLoading />),
];
