// Cases with customer service: the list, the forms for a case about a payment and for other cases,
// and the number of a new case.
import { asDay, type Instant } from '@sandali/contract/day.ts';
import type { ComplaintId, FeedbackId, LoanId } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import { getText } from '#/i18n/text.ts';
import { ComplaintCreated, type ComplaintCreatedProps } from '#/screens/cases/ComplaintCreated.tsx';
import { type ComplaintFormProps, ComplaintFormView } from '#/screens/cases/ComplaintForm.tsx';
import { type Complaint, ComplaintsView } from '#/screens/cases/Complaints.tsx';
import { ComplaintsLoading } from '#/screens/cases/ComplaintsLoading.tsx';
import { initialComplaint } from '#/screens/cases/complaintForm.ts';
import { FeedbackSheet, type SentFeedback } from '#/screens/cases/SentFeedback.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing, refusedWith } from '#stories/fixtures.ts';
import { screensOf } from '#stories/ShellBar.tsx';

const entry = screensOf('Cases', 'my.service');

const loanId = '0198a000-0000-7000-8000-000000000431' as LoanId;
const at = (day: string) => `${day}T02:00:00.000Z` as Instant;
const complaint = (n: number, more: Partial<Complaint>): Complaint => ({
  complaintId: `0198a000-0000-7000-8000-00000000044${n}` as ComplaintId,
  number: ['CS-7KQ2-M4XX', 'CS-B83N-2RTW', 'CS-QZ5D-9HAC', 'CS-46WM-KPEY'][n] ?? '',
  kind: 'paymentNotShown',
  loanId,
  state: 'open',
  openedAt: at('2026-11-20'),
  acknowledgeOn: asDay('2026-11-22'),
  resolveOn: asDay('2026-12-20'),
  acknowledgedAt: null,
  answeredAt: null,
  closedAt: null,
  last: { by: 'borrower', at: at('2026-11-20'), words: null },
  ...more,
});
const answer =
  'The bill was due on 15 November. From the day after it, the late charge of ₱103.00 a day was added, as the disclosure statement says.';
const answered = complaint(1, {
  kind: 'charges',
  state: 'answered',
  acknowledgedAt: at('2026-11-21'),
  answeredAt: at('2026-11-24'),
  last: { by: 'staff', at: at('2026-11-24'), words: answer },
});
const complaints = [
  complaint(0, {}),
  complaint(2, {
    kind: 'transferReceipt',
    state: 'acknowledged',
    acknowledgedAt: at('2026-11-21'),
    last: { by: 'borrower', at: at('2026-11-21'), words: 'Ito po ang resibo.' },
  }),
  answered,
  complaint(3, { kind: 'collection', state: 'closed', closedAt: at('2026-11-22') }),
];

const toldOpen: SentFeedback = {
  feedbackId: '0198a000-0000-7000-8000-000000000451' as FeedbackId,
  type: 2,
  wantedCentavos: null,
  wantedTermDays: 30,
  comment: null,
  sentAt: at('2026-11-22'),
  answer: null,
  answeredAt: null,
};
const toldAnswered: SentFeedback = {
  ...toldOpen,
  feedbackId: '0198a000-0000-7000-8000-000000000452' as FeedbackId,
  type: 6,
  wantedTermDays: null,
  comment: 'Sahod ko ay sa ika-30. Sana mas mahaba ang term.',
  sentAt: at('2026-11-18'),
  answer:
    'Thank you for telling us. 30 days are on our list for next year; until then a loan of 15 days can be extended.',
  answeredAt: at('2026-11-20'),
};
const feedback = [toldOpen, toldAnswered];
const cases = (complaints: readonly Complaint[], feedback: readonly SentFeedback[] = []) => (
  <ComplaintsView
    complaints={complaints}
    feedback={feedback}
    openedFeedback={null}
    onOpenFeedback={nothing}
  />
);

const today = asDay('2026-11-22');
const receipt = { state: 'empty', src: null, bytes: null, take: nothing, drop: nothing } as const;
const form = (props: Partial<ComplaintFormProps>) => (
  <ComplaintFormView
    start={initialComplaint('paymentNotShown', loanId)}
    refused={refusedWith({})}
    bills={[
      {
        loanId,
        referenceNo: '1234567897',
        principalCentavos: centavos(6_000_000),
        dueOn: asDay('2026-12-05'),
      },
    ]}
    today={today}
    receipt={receipt}
    isBusy={false}
    onSend={nothing}
    {...props}
  />
);
const filled = {
  ...initialComplaint('paymentNotShown', loanId),
  channel: 'sevenEleven',
  paidOn: '2026-11-19',
  amount: '61,800',
  reference: 'OR 8831-22',
} as const;
const created = (props: Partial<ComplaintCreatedProps>) => (
  <ComplaintCreated
    complaint={{
      complaintId: complaints[0]?.complaintId as ComplaintId,
      number: 'CS-7KQ2-M4XX',
      acknowledgeOn: asDay('2026-11-24'),
      resolveOn: asDay('2026-12-22'),
    }}
    receipt="none"
    percent={40}
    failure={null}
    onRetry={nothing}
    {...props}
  />
);
const sheet = (name: string, feedback: SentFeedback): Entry => ({
  group: 'Cases',
  name,
  isScreen: true,
  draw: () => <FeedbackSheet feedback={feedback} onClose={nothing} isDrawnOnly />,
});

export const entries: Entry[] = [
  entry('form, a receipt', () => form({ start: initialComplaint('transferReceipt', loanId) })),
  entry('none yet', () => cases([])),
  entry('four', () => cases(complaints)),
  entry('and what was said of the offer', () => cases(complaints.slice(0, 1), feedback)),
  entry('loading', () => <ComplaintsLoading />),
  sheet('feedback, answered', toldAnswered),
  sheet('feedback, to be read', toldOpen),
  entry('form, a payment', () => form({})),
  entry('form, filled', () => form({ start: filled })),
  entry('form, sending', () => form({ start: filled, isBusy: true })),
  entry('form, without an amount', () =>
    form({
      start: { ...filled, amount: '' },
      refused: refusedWith({ amount: getText('cases.wrong.amount') }),
    }),
  ),
  entry('form, the day refused', () =>
    form({ start: filled, refused: refusedWith({ paidOn: getText('cases.wrong.paidOn') }) }),
  ),
  entry('form, a PDF', () =>
    form({ start: filled, receipt: { ...receipt, state: 'ready', bytes: new Uint8Array(96_400) } }),
  ),
  entry('form, picture not readable', () =>
    form({ start: filled, receipt: { ...receipt, state: 'unreadable' } }),
  ),
  entry('form, in words', () => form({ start: initialComplaint('', null) })),
  entry('form, no words', () =>
    form({
      start: initialComplaint('charges', null),
      refused: refusedWith({ words: getText('cases.wrong.words') }),
    }),
  ),
  entry('form, refused by the server', () =>
    form({
      start: filled,
      refused: refusedWith({
        reference: 'Please check this and try again: Reference on the receipt.',
      }),
    }),
  ),
  entry('form, letters of no paper', () =>
    form({
      start: { ...filled, reference: 'อ้างอิง 8831' },
      refused: refusedWith({ reference: getText('cases.wrong.letters', { letters: 'อ ้ า ง ิ' }) }),
    }),
  ),
  entry('made', () => created({})),
  entry('made, picture on its way', () => created({ receipt: 'sending' })),
  entry('made, picture arrived', () => created({ receipt: 'sent' })),
  entry('made, picture lost', () =>
    created({ receipt: 'failed', failure: getText('net.abnormal') }),
  ),
];
