// Everything that is held about a person, collected from each slice.

import type { Coupon } from '@sandali/contract/coupon.ts';
import type { LoanText, StatementText } from '@sandali/contract/loanText.ts';
import type { DataGroup } from '@sandali/contract/privacy.ts';
import { type AccountHeld, exportPersonalData as accountHeld } from '#/account/account.ts';
import {
  type ComplaintPersonalData,
  exportPersonalData as complaintsHeld,
  feedbackOf,
  openFeedback,
} from '#/cases/cases.ts';
import { type ReminderPersonalData, exportReminders as remindersHeld } from '#/closing/closing.ts';
import {
  type CollectionsHeld,
  exportPersonalData as collectionsHeld,
} from '#/collections/collections.ts';
import { type StaffLook, staffLooksAt } from '#/context/audit.ts';
import type { Ctx } from '#/context/ctx.ts';
import { exportPersonalData as couponsHeld } from '#/coupon/coupon.ts';
import {
  type CreditPersonalData,
  exportPersonalData as creditHeld,
  creditStatusOf,
  type RejectionPersonalData,
  exportRejections as rejectionsHeld,
} from '#/credit/credit.ts';
import type { Read } from '#/db/database.ts';
import { lastBookedOn } from '#/ledger/ledger.ts';
import { type LimitHeld, exportPersonalData as limitHeld } from '#/limit/limit.ts';
import {
  extensionTextsHeld,
  type LoanHeld,
  type LoanStanding,
  loanStandings,
  exportPersonalData as loansHeld,
  planTextsHeld,
  textsHeld,
} from '#/loan/loan.ts';
import {
  type MessagePersonalData,
  messageSpan,
  exportPersonalData as messagesHeld,
} from '#/notifications/notifications.ts';
import { type PayoutHeld, exportPersonalData as payoutsHeld } from '#/payout/payout.ts';
import {
  type PayoutAccountsHeld,
  exportPersonalData as payoutAccountsHeld,
} from '#/payout-accounts/payout-accounts.ts';
import { type Moment, manilaDayOf, shownAt, todayOf, wireDay } from '#/platform/days.ts';
import {
  moneyHere,
  type RefundHeld,
  type RepaymentHeld,
  exportRefunds as refundsHeld,
  exportPersonalData as repaymentsHeld,
} from '#/repayment/repayment.ts';
import { correctionsOf } from './correction/store.ts';
import { type Deletion, deletionOf } from './rules.ts';
import { lastWithdrawal, requestsOf } from './store.ts';

export type ExportedFeedback = {
  type: number;
  wantedCentavos: number | null;
  wantedTermDays: number | null;
  comment: string | null;
  sentAt: Temporal.Instant;
  answer: string | null;
  answeredAt: Temporal.Instant | null;
}[];
export type ExportedRequests = {
  requestId: string;
  kind: string;
  words: string | null;
  askedAt: Temporal.Instant;
  dueOn: Temporal.PlainDate;
  answeredAt: Temporal.Instant | null;
  outcome: string | null;
  answer: string | null;
}[];
export type ExportedCorrections = {
  what: string;
  caseNo: string;
  before: unknown;
  given: unknown;
  appliedAt: Temporal.Instant;
}[];
export type StaffLooks = StaffLook[];

export type PersonalData = {
  account: AccountHeld;
  credit: CreditPersonalData;
  limit: LimitHeld;
  collections: CollectionsHeld;
  rejections: RejectionPersonalData;
  payoutAccounts: PayoutAccountsHeld;
  loan: LoanHeld;
  /** What was signed, by the loan's id. */
  signedTexts: ReadonlyMap<string, LoanText>;
  extensionTexts: ReadonlyMap<string, StatementText[]>;
  planTexts: ReadonlyMap<string, StatementText[]>;
  payouts: PayoutHeld;
  repayment: RepaymentHeld;
  refunds: RefundHeld;
  messages: MessagePersonalData;
  reminders: ReminderPersonalData;
  feedback: ExportedFeedback;
  complaint: ComplaintPersonalData;
  requests: ExportedRequests;
  corrections: ExportedCorrections;
  looks: StaffLooks;
  facebookWithdrawnAt: Temporal.Instant | null;
  vouchers: Coupon[];
};

/** What is shown of it: how many messages there are, and not what they say. */
export type ShownData = Pick<
  PersonalData,
  | 'account'
  | 'credit'
  | 'payoutAccounts'
  | 'feedback'
  | 'complaint'
  | 'requests'
  | 'looks'
  | 'facebookWithdrawnAt'
> & {
  loans: LoanStanding[];
  messages: Awaited<ReturnType<typeof messageSpan>>;
  deletion: Deletion;
};

type Keeper = Pick<Ctx, 'app' | 'now' | 'wall'>;
/**
 * As many as fit on a screen and in a document; more accesses than that would need an explanation
 * anyway.
 */
const looksShown = 100;

/** Gathers what every slice holds about a person. */
export async function personalDataOf(
  { app, now, wall }: Keeper,
  read: Read,
  borrowerId: string,
): Promise<PersonalData> {
  return await allOf<PersonalData>({
    account: accountHeld(read, app.sealer, borrowerId).then((held) =>
      inBusinessTime(held, { now, wall }),
    ),
    credit: creditHeld(app, read, borrowerId, now),
    limit: limitHeld(read, borrowerId),
    collections: collectionsHeld(app, read, borrowerId),
    rejections: rejectionsHeld(app, read, borrowerId),
    payoutAccounts: payoutAccountsHeld({ app }, read, borrowerId),
    loan: loansHeld(read, borrowerId),
    signedTexts: textsHeld(read, app.sealer, borrowerId),
    extensionTexts: extensionTextsHeld(read, app.sealer, borrowerId),
    planTexts: planTextsHeld(read, app.sealer, borrowerId),
    payouts: payoutsHeld(app, read, borrowerId),
    repayment: repaymentsHeld(read, borrowerId),
    refunds: refundsHeld(read, borrowerId),
    messages: messagesHeld(app, read, borrowerId),
    reminders: remindersHeld(read, borrowerId).then(({ browsers, ...rest }) => ({
      ...rest,
      browsers: browsers.map((one) => ({ addedAt: shownAt(one.addedAt, { now, wall }) })),
    })),
    feedback: feedbackHeld({ app }, read, borrowerId),
    complaint: complaintsHeld(app, read, borrowerId),
    requests: requestsHeld({ app }, read, borrowerId),
    corrections: correctionsHeld({ app }, read, borrowerId),
    looks: looksHeld(read, borrowerId),
    facebookWithdrawnAt: lastWithdrawal(read, borrowerId, 'facebookPage'),
    vouchers: couponsHeld(read, borrowerId),
  });
}

/** Gathers what is shown of it. */
export async function shownDataOf(
  { app, now, wall }: Keeper,
  read: Read,
  borrowerId: string,
): Promise<ShownData> {
  const loans = loanStandings(read, borrowerId);
  return await allOf<ShownData>({
    account: accountHeld(read, app.sealer, borrowerId).then((held) =>
      inBusinessTime(held, { now, wall }),
    ),
    credit: creditHeld(app, read, borrowerId, now),
    payoutAccounts: payoutAccountsHeld({ app }, read, borrowerId),
    loans,
    messages: messageSpan(read, borrowerId),
    feedback: feedbackHeld({ app }, read, borrowerId),
    complaint: complaintsHeld(app, read, borrowerId),
    requests: requestsHeld({ app }, read, borrowerId),
    looks: looksHeld(read, borrowerId),
    facebookWithdrawnAt: lastWithdrawal(read, borrowerId, 'facebookPage'),
    deletion: loans.then((known) => deletionFor(read, borrowerId, now, known)),
  });
}

/** Sessions, devices and passkeys live in real time, and are shown as everything else is. */
function inBusinessTime(held: AccountHeld, moment: Moment): AccountHeld {
  const at = (one: Temporal.Instant) => shownAt(one, moment);
  const ended = (one: Temporal.Instant | null) => one && at(one);
  return {
    ...held,
    knownDevices: held.knownDevices.map(({ knownAt }) => ({ knownAt: at(knownAt) })),
    sessions: held.sessions.map((one) => ({
      ...one,
      openedAt: at(one.openedAt),
      lastSeenAt: at(one.lastSeenAt),
      endedAt: ended(one.endedAt),
    })),
    passkeys: held.passkeys.map((one) => ({
      ...one,
      addedAt: at(one.addedAt),
      lastUsedAt: ended(one.lastUsedAt),
      removedAt: ended(one.removedAt),
    })),
  };
}

/** What each of these promises comes to, by the same names. */
async function allOf<T extends object>(asked: { [Name in keyof T]: Promise<T[Name]> }): Promise<T> {
  const parts = Object.entries<Promise<unknown>>(asked).map(
    async ([name, part]) => [name, await part] as const,
  );
  return Object.fromEntries(await Promise.all(parts)) as T;
}

async function feedbackHeld(
  { app }: Pick<Keeper, 'app'>,
  read: Read,
  borrowerId: string,
): Promise<ExportedFeedback> {
  return (await feedbackOf(read, borrowerId)).map((row) => ({
    type: row.type,
    wantedCentavos: row.requested_centavos === null ? null : Number(row.requested_centavos),
    wantedTermDays: row.requested_term_days,
    ...openFeedback(app.sealer, row),
    sentAt: row.sent_at,
    answeredAt: row.answered_at,
  }));
}

async function requestsHeld(
  { app }: Pick<Keeper, 'app'>,
  read: Read,
  borrowerId: string,
): Promise<ExportedRequests> {
  return (await requestsOf(read, borrowerId)).map((row) => ({
    requestId: row.id,
    kind: row.kind,
    words: row.text_sealed && app.sealer.open('data request', row.id, row.text_sealed),
    askedAt: row.asked_at,
    dueOn: row.due_on,
    answeredAt: row.answered_at,
    outcome: row.outcome,
    answer: row.answer_sealed && app.sealer.open('data request answer', row.id, row.answer_sealed),
  }));
}

async function correctionsHeld(
  { app: { sealer } }: Pick<Keeper, 'app'>,
  read: Read,
  borrowerId: string,
): Promise<ExportedCorrections> {
  return (await correctionsOf(read, borrowerId)).flatMap((row) => {
    if (!row.applied_at || !row.previous_sealed) return [];
    const [before, given] = [
      sealer.open('corrected', row.id, row.previous_sealed),
      sealer.open('correction', row.id, row.value_sealed),
    ];
    return [
      {
        what: row.field,
        caseNo: row.case_no,
        before: JSON.parse(before),
        given: JSON.parse(given),
        appliedAt: row.applied_at,
      },
    ];
  });
}

/** Staff by their role, never by name; the act in the words of its command. */
async function looksHeld(read: Read, borrowerId: string): Promise<StaffLooks> {
  return (await staffLooksAt(read, borrowerId)).slice(0, looksShown);
}

const inReview = ['submitted', 'autoReview', 'manualReview'];

/**
 * How this account may be deleted, by its loans, which may be known already. After `lockBorrower`
 * the answer stays true until the transaction ends.
 */
export async function deletionFor(
  read: Read,
  borrowerId: string,
  now: Temporal.Instant,
  known?: readonly LoanStanding[],
): Promise<Deletion> {
  const [loans, { state, resubmitOn }, bookedOn, money] = await Promise.all([
    known ?? loanStandings(read, borrowerId),
    creditStatusOf(read, borrowerId, now),
    lastBookedOn(read, borrowerId),
    moneyHere(read, borrowerId),
  ]);
  const closings = loans.map(({ closedAt }) => ({
    closedOn: closedAt && wireDay(manilaDayOf(closedAt)),
  }));
  const [lastDay, isUnderReview] = [bookedOn && wireDay(bookedOn), inReview.includes(state)];
  return deletionOf(
    { loans: closings, lastBookedOn: lastDay, money, isUnderReview, resubmitOn },
    todayOf(now),
  );
}

/** The newest of each step that was given. */
export function latestGiven({ credit }: Pick<PersonalData, 'credit'>) {
  const newestFirst = credit.applications.toReversed();
  return {
    personal: newestFirst.find((one) => one.personal)?.personal ?? null,
    contacts: newestFirst.find((one) => one.contacts)?.contacts ?? [],
    work: newestFirst.find((one) => one.work)?.work ?? null,
    identity: newestFirst.find((one) => one.identity)?.identity ?? null,
  };
}

/** The times that belong to a group, in no order. */
export function timesOf(
  held: ShownData,
  group: Exclude<DataGroup, 'messages'>,
): Temporal.Instant[] {
  const steps = (step: 'personal' | 'contacts' | 'work' | 'identity') =>
    held.credit.applications
      .filter((one) => one[step])
      .map((one) => one.submittedAt ?? one.startedAt);
  switch (group) {
    case 'account':
      return [held.account.registeredAt];
    case 'personal':
    case 'contacts':
    case 'work':
    case 'identity':
      return steps(group);
    case 'drafts':
      return held.credit.drafts.map((one) => one.keptAt);
    case 'pictures':
      return held.credit.pictures.map((one) => one.uploadedAt);
    case 'payoutAccounts':
      return held.payoutAccounts.map((one) => one.addedAt);
    case 'loans':
      return held.loans.map((one) => one.signedAt);
    case 'devices':
      return held.account.sessions.map((one) => one.lastSeenAt);
    case 'feedback':
      return held.feedback.map((one) => one.sentAt);
    case 'complaints':
      return held.complaint.complaints.map((one) => one.openedAt);
  }
}
