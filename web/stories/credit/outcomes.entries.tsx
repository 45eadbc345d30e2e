// The outcomes of a credit application: waiting, approved, rejected and disputed, in every state.
import { asDay, type Instant } from '@sandali/contract/day.ts';
import type { DisputeId } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import { getText } from '#/i18n/text.ts';
import { ApprovedBefore, ApprovedSun, ApprovedView } from '#/screens/credit/Approved.tsx';
import { DisputeSheet } from '#/screens/credit/DisputeDialog.tsx';
import { type Dispute, RejectedView } from '#/screens/credit/Rejected.tsx';
import { WaitingView } from '#/screens/credit/Waiting.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { freshHome } from '#stories/home/home.fixtures.ts';
import { ShellBar } from '#stories/ShellBar.tsx';

const sentAt = '2026-11-20T02:26:00Z' as Instant;
const waiting = {
  submittedAt: sentAt,
  answerBy: '2026-11-20T02:31:00Z' as Instant,
  isLate: false,
  telephone: '(02) 5550 0100',
  trouble: null,
};
const atNight = { submittedAt: '2026-11-20T17:30:00Z' as Instant };
const minutes = { least: 2, most: 5 };
const line = { firstName: 'Ligaya', limitCentavos: centavos(12000000), offer: freshHome.offer };
const refused = {
  firstName: 'Ligaya',
  resubmitOn: asDay('2026-11-27'),
  mayResubmit: false,
  telephone: '(02) 5550 0100',
  serviceHours: '9:00–18:00',
  reason: 'We could not confirm your ID.',
  dispute: null,
  canDispute: true,
  onDispute: nothing,
};
const dispute: Dispute = {
  disputeId: '018f3f6a-0000-7000-8000-000000000009' as DisputeId,
  askedAt: '2026-11-20T02:26:00Z' as Instant,
  dueOn: asDay('2026-12-04'),
  outcome: null,
  answer: null,
};
const writing = { isDrawnOnly: true, isBusy: false, onSend: nothing, onClose: nothing } as const;

const entry = (name: string, draw: Entry['draw']): Entry => ({
  group: 'Credit',
  name,
  isScreen: true,
  draw,
});
/**
 * A screen below the shell's bar. Sheets and the sunrise of an approval cover the bar, so they do
 * not use it.
 */
const screen = (name: string, draw: Entry['draw']): Entry =>
  entry(name, () => (
    <>
      <ShellBar title="title.creditStatus" />
      {draw()}
    </>
  ));

export const entries: Entry[] = [
  screen('waiting, auto review', () => (
    <WaitingView {...waiting} state="autoReview" minutes={minutes} />
  )),
  screen('waiting, until the morning', () => (
    <WaitingView
      {...waiting}
      {...atNight}
      state="submitted"
      answerBy={'2026-11-21T00:00:00Z' as Instant}
      minutes={minutes}
    />
  )),
  screen('waiting, a person looks at every one', () => (
    <WaitingView {...waiting} {...atNight} state="submitted" answerBy={null} minutes={minutes} />
  )),
  screen('waiting, longer than said', () => (
    <WaitingView {...waiting} state="autoReview" isLate minutes={minutes} />
  )),
  screen('waiting, a person looks', () => (
    <WaitingView
      {...waiting}
      state="manualReview"
      minutes={null}
      trouble={getText('net.abnormal')}
    />
  )),
  entry('approved, the moment', () => (
    <ApprovedSun {...line} onClose={nothing} onBorrow={nothing} />
  )),
  entry('approved, of the least amount', () => (
    <ApprovedSun
      {...line}
      limitCentavos={line.offer.amountCentavos}
      onClose={nothing}
      onBorrow={nothing}
    />
  )),
  screen('approved, the line closed since', () => (
    <ApprovedBefore whyNot="Your credit line is closed because a loan had to be written off. What you pay still counts. If this is wrong, call customer service." />
  )),
  screen('approved, afterwards', () => (
    <ApprovedView {...line} borrowableCentavos={centavos(6000000)} />
  )),
  screen('rejected', () => <RejectedView {...refused} reasonGroup="identity" />),
  screen('rejected, its day has come', () => (
    <RejectedView
      {...refused}
      reason="We could not see an income to repay from."
      reasonGroup="income"
      mayResubmit
    />
  )),
  screen('rejected, disputed', () => (
    <RejectedView {...refused} reasonGroup="identity" dispute={dispute} canDispute={false} />
  )),
  screen('rejected, dispute answered', () => (
    <RejectedView
      {...refused}
      reasonGroup="identity"
      dispute={{
        ...dispute,
        outcome: 'declined',
        answer: 'We looked at both photos again. The ID ended in May; a new one helps.',
      }}
    />
  )),
  entry('dispute, empty', () => <DisputeSheet {...writing} />),
  entry('dispute, nothing written', () => <DisputeSheet {...writing} startWrong />),
  entry('dispute, too long', () => (
    <DisputeSheet {...writing} startWords={'May trabaho na po ako. '.repeat(50)} />
  )),
  entry('dispute, letters of no paper', () => (
    <DisputeSheet {...writing} startWords="감사합니다. My ID is valid." />
  )),
  entry('dispute, sending', () => (
    <DisputeSheet
      {...writing}
      startWords="My ID is valid until 2031. The date is on its back."
      isBusy
    />
  )),
];
