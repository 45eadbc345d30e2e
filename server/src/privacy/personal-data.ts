// Collects all data about a person from every slice.

import type { Coupon } from '@sandali/contract/coupon.ts';
import type { DataGroup } from '@sandali/contract/privacy.ts';
import {
  type AccountPersonalData,
  exportPersonalData as exportAccount,
} from '#/account/account.ts';
import {
  type ComplaintPersonalData,
  exportPersonalData as exportComplaints,
  exportFeedback,
  type FeedbackPersonalData,
} from '#/cases/cases.ts';
import { exportReminders, type ReminderPersonalData } from '#/closing/closing.ts';
import {
  type CollectionsPersonalData,
  exportPersonalData as exportCollections,
} from '#/collections/collections.ts';
import { type StaffLook, staffLooksAt } from '#/context/audit.ts';
import type { Ctx } from '#/context/ctx.ts';
import { exportPersonalData as exportCoupons } from '#/coupon/coupon.ts';
import {
  type CreditPersonalData,
  creditStatusOf,
  exportPersonalData as exportCredit,
  exportRejections,
} from '#/credit/credit.ts';
import type { Read } from '#/db/database.ts';
import { lastBookedOn } from '#/ledger/ledger.ts';
import { exportPersonalData as exportLimits, type LimitPersonalData } from '#/limit/limit.ts';
import {
  exportPersonalData as exportLoans,
  type LoanPersonalData,
  type LoanStanding,
  loanStandings,
} from '#/loan/loan.ts';
import {
  exportPersonalData as exportMessages,
  type MessagePersonalData,
} from '#/notifications/notifications.ts';
import { exportPersonalData as exportPayouts, type PayoutPersonalData } from '#/payout/payout.ts';
import {
  exportPersonalData as exportPayoutAccounts,
  type PayoutAccountPersonalData,
} from '#/payout-accounts/payout-accounts.ts';
import { type Moment, manilaDayOf, shownAt, todayOf, wireDay } from '#/platform/days.ts';
import {
  exportRefunds,
  exportPersonalData as exportRepayments,
  moneyBlockingErasure,
  type RefundPersonalData,
  type RepaymentPersonalData,
} from '#/repayment/repayment.ts';
import { correctionsOf } from './correction/store.ts';
import { type Deletion, deletionOf } from './rules.ts';
import { lastWithdrawal, messageSpan, requestsOf } from './store.ts';

type ExportedRequests = {
  requestId: string;
  kind: string;
  words: string | null;
  askedAt: Temporal.Instant;
  dueOn: Temporal.PlainDate;
  answeredAt: Temporal.Instant | null;
  outcome: string | null;
  answer: string | null;
}[];
type ExportedCorrections = {
  what: string;
  caseNo: string;
  before: unknown;
  given: unknown;
  appliedAt: Temporal.Instant;
}[];
type StaffLooks = StaffLook[];

export type PersonalData = {
  account: AccountPersonalData;
  credit: CreditPersonalData;
  limit: LimitPersonalData;
  collections: CollectionsPersonalData;
  rejections: Awaited<ReturnType<typeof exportRejections>>;
  payoutAccounts: PayoutAccountPersonalData;
  loan: LoanPersonalData;
  payouts: PayoutPersonalData;
  repayment: RepaymentPersonalData;
  refunds: RefundPersonalData;
  messages: MessagePersonalData;
  reminders: ReminderPersonalData;
  feedback: FeedbackPersonalData;
  complaint: ComplaintPersonalData;
  requests: ExportedRequests;
  corrections: ExportedCorrections;
  looks: StaffLooks;
  facebookWithdrawnAt: Temporal.Instant | null;
  vouchers: Coupon[];
};

/** The data that the app shows. Messages are only counted, not listed. */
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

type DataCtx = Pick<Ctx, 'app' | 'now' | 'wall'>;
/** The maximum number of staff accesses shown on the screen and in the document. */
const looksShown = 100;

/** Collects everything that the slices store about a person. */
export async function personalDataOf(
  { app, now, wall }: DataCtx,
  read: Read,
  borrowerId: string,
): Promise<PersonalData> {
  return await allOf<PersonalData>({
    account: exportAccount(read, app.sealer, borrowerId).then((account) =>
      inBusinessTime(account, { now, wall }),
    ),
    credit: exportCredit(app, read, borrowerId, now),
    limit: exportLimits(read, borrowerId),
    collections: exportCollections(app, read, borrowerId),
    rejections: exportRejections(app, read, borrowerId),
    payoutAccounts: exportPayoutAccounts({ app }, read, borrowerId),
    loan: exportLoans(read, app.sealer, borrowerId),
    payouts: exportPayouts(app, read, borrowerId),
    repayment: exportRepayments(read, borrowerId),
    refunds: exportRefunds(read, borrowerId),
    messages: exportMessages(app, read, borrowerId),
    reminders: exportReminders(read, borrowerId).then(({ browsers, ...rest }) => ({
      ...rest,
      browsers: browsers.map(({ addedAt }) => ({ addedAt: shownAt(addedAt, { now, wall }) })),
    })),
    feedback: exportFeedback(app, read, borrowerId),
    complaint: exportComplaints(app, read, borrowerId),
    requests: exportRequests({ app }, read, borrowerId),
    corrections: exportCorrections({ app }, read, borrowerId),
    looks: exportLooks(read, borrowerId),
    facebookWithdrawnAt: lastWithdrawal(read, borrowerId, 'facebookPage'),
    vouchers: exportCoupons(read, borrowerId),
  });
}

/** Collects the data that the app shows. */
export async function shownDataOf(
  { app, now, wall }: DataCtx,
  read: Read,
  borrowerId: string,
): Promise<ShownData> {
  const loans = loanStandings(read, borrowerId);
  return await allOf<ShownData>({
    account: exportAccount(read, app.sealer, borrowerId).then((account) =>
      inBusinessTime(account, { now, wall }),
    ),
    credit: exportCredit(app, read, borrowerId, now),
    payoutAccounts: exportPayoutAccounts({ app }, read, borrowerId),
    loans,
    messages: messageSpan(read, borrowerId),
    feedback: exportFeedback(app, read, borrowerId),
    complaint: exportComplaints(app, read, borrowerId),
    requests: exportRequests({ app }, read, borrowerId),
    looks: exportLooks(read, borrowerId),
    facebookWithdrawnAt: lastWithdrawal(read, borrowerId, 'facebookPage'),
    deletion: loans.then((standings) => deletionFor({ app, now }, read, borrowerId, standings)),
  });
}

/** Converts the wall times of sessions, devices and passkeys to business time. */
function inBusinessTime(account: AccountPersonalData, moment: Moment): AccountPersonalData {
  const at = (instant: Temporal.Instant) => shownAt(instant, moment);
  const orNull = (instant: Temporal.Instant | null) => instant && at(instant);
  return {
    ...account,
    knownDevices: account.knownDevices.map(({ knownAt }) => ({ knownAt: at(knownAt) })),
    sessions: account.sessions.map((session) => ({
      ...session,
      openedAt: at(session.openedAt),
      lastSeenAt: at(session.lastSeenAt),
      endedAt: orNull(session.endedAt),
    })),
    passkeys: account.passkeys.map((passkey) => ({
      ...passkey,
      addedAt: at(passkey.addedAt),
      lastUsedAt: orNull(passkey.lastUsedAt),
      removedAt: orNull(passkey.removedAt),
    })),
  };
}

/** Awaits all promises in an object, and returns their values under the same keys. */
async function allOf<T extends object>(
  promises: {
    [Name in keyof T]: Promise<T[Name]>;
  },
): Promise<T> {
  const entries = Object.entries<Promise<unknown>>(promises).map(
    async ([name, promise]) => [name, await promise] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as T;
}

async function exportRequests(
  { app }: Pick<DataCtx, 'app'>,
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

async function exportCorrections(
  { app: { sealer } }: Pick<DataCtx, 'app'>,
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

/** Returns staff accesses with the staff member's role, but never the name. */
async function exportLooks(read: Read, borrowerId: string): Promise<StaffLooks> {
  return (await staffLooksAt(read, borrowerId)).slice(0, looksShown);
}

const inReview = ['submitted', 'autoReview', 'manualReview'];

/**
 * Returns how this account can be deleted. Passing `knownLoans` saves a query. The result stays
 * valid while the borrower is locked.
 */
export async function deletionFor(
  { app, now }: Pick<DataCtx, 'app' | 'now'>,
  read: Read,
  borrowerId: string,
  knownLoans?: readonly LoanStanding[],
): Promise<Deletion> {
  const [loans, { state, resubmitOn }, bookedOn, money] = await Promise.all([
    knownLoans ?? loanStandings(read, borrowerId),
    creditStatusOf(read, borrowerId, now),
    lastBookedOn(read, borrowerId),
    moneyBlockingErasure(read, borrowerId),
  ]);
  const closings = loans.map(({ closedAt }) => ({
    closedOn: closedAt && wireDay(manilaDayOf(closedAt)),
  }));
  const [lastDay, isUnderReview] = [bookedOn && wireDay(bookedOn), inReview.includes(state)];
  return deletionOf(
    { loans: closings, lastBookedOn: lastDay, money, isUnderReview, resubmitOn },
    todayOf(now),
    app.rulesOn(todayOf(now)),
  );
}

export function latestSteps({ credit }: Pick<PersonalData, 'credit'>) {
  const newestFirst = credit.applications.toReversed();
  return {
    personal: newestFirst.find(({ personal }) => personal)?.personal ?? null,
    contacts: newestFirst.find(({ contacts }) => contacts)?.contacts ?? [],
    work: newestFirst.find(({ work }) => work)?.work ?? null,
    identity: newestFirst.find(({ identity }) => identity)?.identity ?? null,
  };
}

/** Returns the times of a group's records, unordered. */
export function timesOf(
  data: ShownData,
  group: Exclude<DataGroup, 'messages'>,
): Temporal.Instant[] {
  const steps = (step: 'personal' | 'contacts' | 'work' | 'identity') =>
    data.credit.applications
      .filter((application) => application[step])
      .map(({ submittedAt, startedAt }) => submittedAt ?? startedAt);
  switch (group) {
    case 'account':
      return [data.account.registeredAt];
    case 'personal':
    case 'contacts':
    case 'work':
    case 'identity':
      return steps(group);
    case 'drafts':
      return data.credit.drafts.map((draft) => draft.keptAt);
    case 'pictures':
      return data.credit.pictures.map((picture) => picture.uploadedAt);
    case 'payoutAccounts':
      return data.payoutAccounts.map((account) => account.addedAt);
    case 'loans':
      return data.loans.map((loan) => loan.signedAt);
    case 'devices':
      return data.account.sessions.map((session) => session.lastSeenAt);
    case 'feedback':
      return data.feedback.map((feedback) => feedback.sentAt);
    case 'complaints':
      return data.complaint.complaints.map((complaint) => complaint.openedAt);
  }
}
