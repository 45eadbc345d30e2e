// Says what happened in each event of a person's timeline.
import type { Entity } from '@sandali/contract/commands.ts';
import { inPesos } from '#/commands/display.ts';
import { manilaMinute } from '#/platform/days.ts';
import type { Event } from './timeline.store.ts';
import type { EventKind } from './timeline-events.store.ts';

/** What the subject of an event is; absent if no command accepts it. */
export const subjectOf: Readonly<Partial<Record<EventKind, Entity>>> = {
  application: 'application',
  decision: 'application',
  photo: 'application',
  limitRequest: 'limitRequest',
  loan: 'loan',
  payout: 'payout',
  bill: 'loan',
  code: 'loan',
  payment: 'receipt',
  suspense: 'receipt',
  reversal: 'receipt',
  extension: 'loan',
  promise: 'loan',
  relief: 'loan',
  claim: 'claim',
  coupon: 'coupon',
  call: 'loan',
  recovery: 'recovery',
  complaint: 'case',
  feedback: 'feedback',
  dispute: 'dispute',
  request: 'dataRequest',
};

type Words = (event: Event) => string;

const loanSteps: Readonly<Record<string, string>> = {
  submitting: 'Signed a loan',
  approving: 'Loan is being checked',
  paying: 'Loan approved',
  bankProcessing: 'The bank has the payout',
  success: 'Loan paid out',
  failed: 'Loan failed',
  cancelled: 'Loan cancelled',
  reversed: 'Loan reversed: its payout came back',
};
const payoutSteps: Readonly<Record<string, string>> = {
  ordered: 'ordered',
  sent: 'sent to the gateway',
  ready: 'ready at the counter',
  recalled: 'recalled from the counter',
};
const payoutEnds: Readonly<Record<string, string>> = {
  paid: 'paid',
  failed: 'failed',
  cancelled: 'cancelled',
  reversed: 'returned to us',
};
const billEnds: Readonly<Record<string, string>> = {
  repaid: 'Bill repaid',
  cooledOff: 'Loan returned within the cooling-off days',
  void: 'Bill void: the payout came back',
  writtenOff: 'Bill written off',
};
const outcomes: Readonly<Record<string, string>> = {
  approved: 'Credit approved',
  rejected: 'Credit rejected',
  manual: 'Credit goes to a person for review',
};
const limitReasons: Readonly<Record<string, string>> = {
  opened: 'Line opened',
  grown: 'Limit raised after repaid loans',
  granted: 'Limit raised by staff',
  takenBack: 'Limit lowered',
};
const photoEnds: Readonly<Record<string, string>> = {
  sent: 'New photo sent',
  expired: 'No new photo came in time',
  overtaken: 'The request for a photo ended',
};
const phoneWays: Readonly<Record<string, string>> = {
  code: 'with a code',
  idNumber: 'with the ID number',
  recovery: 'by a recovery',
};
const reliefs: Readonly<Record<string, string>> = {
  waive: 'Late charge waived',
  adjust: 'Charge lowered',
  writeOff: 'Bill written off',
};

const joined = (...parts: (string | number | boolean | null | undefined | false)[]) =>
  parts.filter((part) => part !== null && part !== undefined && part !== false).join(', ');
const again = ({ facts: { again: on } }: Event) => on && `again from ${on}`;
const stepWords =
  (noun: string): Words =>
  ({ step }) =>
    `${noun} ${step}`;

const words: Readonly<Record<EventKind, Words>> = {
  account: stepWords('Account'),
  application: ({ facts }) => `Application ${facts.number} sent`,
  decision: (event) =>
    joined(outcomes[event.state ?? ''] ?? 'Decided', event.facts.reason, again(event)),
  photo: ({ step, state, facts }) =>
    step === 'asked'
      ? `Asked for another ${facts.purpose === 'selfie' ? 'selfie' : 'photo of the ID'}: ${facts.fault}`
      : (photoEnds[state ?? ''] ?? 'The request for a photo ended'),
  limit: ({ facts }) =>
    joined(
      limitReasons[String(facts.reason)] ?? 'Limit changed',
      facts.reason !== 'opened' && `from ${inPesos(Number(facts.from))}`,
    ),
  limitRequest: (event) =>
    event.step === 'asked'
      ? 'Asked for a higher limit'
      : joined(`Higher limit ${event.state}`, event.facts.reason, again(event)),
  loan: ({ step, facts }) =>
    joined(loanSteps[step] ?? `Loan ${step}`, step === 'submitting' && `${facts.days} days`),
  payout: ({ step, state, facts }) => {
    const what = facts.kind === 'refund' ? 'Refund' : 'Payout';
    const done = step === 'ended' ? payoutEnds[state ?? ''] : payoutSteps[step];
    return joined(`${what} ${done ?? step}`, facts.channel);
  },
  bill: ({ step, state }) => {
    if (step === 'due') return 'Bill due';
    return step === 'late' ? 'Bill overdue' : (billEnds[state ?? ''] ?? 'Bill settled');
  },
  code: ({ step, facts }) =>
    joined(
      `Payment code ${step}`,
      facts.channel,
      facts.purpose === 'coolingOff' && 'to return the loan',
      facts.purpose === 'extension' && 'for an extension',
    ),
  payment: paymentWords,
  transfer: ({ state, facts }) =>
    `Transfer of ${facts.paid} on our account, ${state === 'open' ? 'waits for a second person' : state}`,
  suspense: () => 'Money in suspense assigned to this person',
  reversal: ({ facts }) => `Payment taken back: ${facts.cause}`,
  refund: ({ step, state, facts }) => `Refund ${step === 'ended' ? state : step}, to ${facts.to}`,
  extension: ({ step, state, facts }) => {
    if (step === 'asked') return `Extension by ${facts.days} days offered`;
    return state === 'success' ? `Bill extended to ${facts.due}` : 'Extension not paid in time';
  },
  promise: ({ facts }) =>
    `${facts.isPlan ? 'Plan made in the app' : 'Promise to pay noted by staff'}, ${facts.parts} parts, until ${facts.until}`,
  relief: ({ facts }) => reliefs[String(facts.kind)] ?? 'Charge lowered',
  claim: ({ facts }) => (facts.act === 'writeOff' ? 'Claim written off' : 'Claim settled'),
  coupon: ({ step, facts }) =>
    joined(`Coupon ${step}`, facts.occasion, step === 'granted' && `until ${facts.ends}`),
  message: ({ facts }) => joined(`Message ${facts.kind}`, facts.channel),
  call: ({ state }) => joined('Collection call', state),
  session: ({ step, facts }) =>
    joined(step === 'opened' ? 'Login on a new device' : 'Session ended', deviceOf(facts)),
  passkey: ({ step, facts }) => joined(`Passkey ${step}`, deviceOf(facts)),
  number: ({ facts }) => `Mobile number changed ${phoneWays[String(facts.method)] ?? ''}`.trim(),
  recovery: ({ step, state }) => `Recovery ${step === 'ended' ? state : step}`,
  complaint: ({ step, facts }) => joined(`Complaint ${step}`, facts.kind),
  feedback: stepWords('Feedback'),
  dispute: ({ step, state }) =>
    step === 'asked' ? 'Disputed a decision' : `Dispute answered: ${state}`,
  request: ({ step, state, facts }) =>
    step === 'asked' ? `Data request: ${facts.kind}` : `Data request answered: ${state}`,
  correction: ({ facts }) => `Corrected: ${facts.field}, case ${facts.case}`,
  staff: ({ facts }) =>
    joined(`${facts.role ?? 'staff'}: ${facts.command}`, facts.reason && `“${facts.reason}”`),
};

function deviceOf({ browser, system }: Event['facts']): string {
  return [browser, system].filter(Boolean).join(' on ');
}

function paymentWords({ facts }: Event): string {
  const beyond = Number(facts.beyond);
  const reported = manilaMinute(Temporal.Instant.from(String(facts.reported)));
  return joined(
    `Paid by ${facts.channel}`,
    `reported ${reported}`,
    facts.loans && `on loan ${facts.loans}`,
    beyond > 0 && `${inPesos(beyond)} more than was owed`,
  );
}

/** Returns what happened, without personal data. */
export function wordsOf(event: Event): string {
  return words[event.kind](event);
}
