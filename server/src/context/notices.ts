// How a slice has a message sent without knowing who writes it: app.ts connects the slice of
// notifications.
import type { Locale } from '@sandali/contract/locale.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { TextId, TextValues } from '#/texts/say.ts';
import type { WorkCtx } from './ctx.ts';

type KindOf<Id> = Id extends `sms.${infer Kind}` ? Kind : never;
/** Every kind of message there is: a text `sms.<kind>` each. */
export type NoticeKind = KindOf<TextId>;
/** What the text of a kind names, ready to read. */
export type NoticeValues<Kind extends NoticeKind> = TextValues[`sms.${Kind}`];

/** How long an SMS code, and the message with it, is valid, in real time. */
export const codeLifeMs = 5 * 60 * 1000;

/** Messages that nobody reads in the app: codes, and those to a number without an account. */
type UnlistedKind =
  | `code.${string}`
  | 'contactNotice'
  | 'accountDeleted'
  | 'recoveryReceived'
  | 'recoveryComing'
  | 'recoveryRefused';
/**
 * A kind that stands among a borrower's messages in the app: it has a title, `title.<kind>`, and
 * leads somewhere.
 */
export type ListedKind = Exclude<NoticeKind, UnlistedKind>;

export type NoticeFacts = {
  sort: 'code' | 'security' | 'reminder' | 'notice';
  lifeMs: number | null;
  opens: `/${string}` | null;
  isInApp?: true;
};
/**
 * A kind without a place to lead to, or one of a number without an account that has one, does not
 * compile.
 */
type FactsOfKinds = Record<ListedKind, NoticeFacts & { opens: string }> &
  Record<Exclude<NoticeKind, ListedKind>, NoticeFacts & { opens: null }>;

/**
 * For each kind: whether it is a code, a notice about the safety of an account, a reminder of a
 * bill, which is judged once more before it leaves, or any other notice; these two keep to the
 * quiet hours. And how long it is worth sending, in ms of real time, null where it stays true; the
 * address in the program that it leads to, `{about}` being the id of its subject, null where nobody
 * reads it there; and whether it is read in the app alone, because it can wait.
 */
export const noticeKinds = {
  'code.register': { sort: 'code', lifeMs: codeLifeMs, opens: null },
  'code.login': { sort: 'code', lifeMs: codeLifeMs, opens: null },
  'code.reset': { sort: 'code', lifeMs: codeLifeMs, opens: null },
  'code.newDevice': { sort: 'code', lifeMs: codeLifeMs, opens: null },
  'code.bankAccount': { sort: 'code', lifeMs: codeLifeMs, opens: null },
  'code.oldPhone': { sort: 'code', lifeMs: codeLifeMs, opens: null },
  'code.newPhone': { sort: 'code', lifeMs: codeLifeMs, opens: null },
  'code.recovery': { sort: 'code', lifeMs: codeLifeMs, opens: null },
  'code.stopRecovery': { sort: 'code', lifeMs: codeLifeMs, opens: null },
  accountDeleted: { sort: 'security', lifeMs: null, opens: null },
  deletionAsked: { sort: 'security', lifeMs: null, opens: '/privacy' },
  deletionHeld: { sort: 'security', lifeMs: null, opens: '/privacy' },
  newDeviceLogin: { sort: 'security', lifeMs: null, opens: '/devices' },
  passkeyAdded: { sort: 'security', lifeMs: null, opens: '/passkeys' },
  passkeyRefused: { sort: 'security', lifeMs: null, opens: '/passkeys' },
  passkeyRemoved: { sort: 'security', lifeMs: null, opens: '/passkeys' },
  passwordChanged: { sort: 'security', lifeMs: null, opens: '/devices' },
  payoutAccountAdded: { sort: 'security', lifeMs: null, opens: '/banklist?tab={about}' },
  phoneChangedFrom: { sort: 'security', lifeMs: null, opens: '/devices' },
  phoneChangedTo: { sort: 'security', lifeMs: null, opens: '/devices' },
  recoveryReceived: { sort: 'security', lifeMs: null, opens: null },
  recoveryAsked: { sort: 'security', lifeMs: null, opens: '/devices' },
  recoveryApproved: { sort: 'security', lifeMs: null, opens: '/devices' },
  recoveryComing: { sort: 'security', lifeMs: null, opens: null },
  recoveryDone: { sort: 'security', lifeMs: null, opens: '/devices' },
  recoveryRefused: { sort: 'security', lifeMs: null, opens: null },
  recoveryStopped: { sort: 'security', lifeMs: null, opens: '/devices' },
  correctionMade: { sort: 'security', lifeMs: null, opens: '/privacy' },
  reviewApproved: { sort: 'notice', lifeMs: null, opens: '/creditStatus' },
  reviewRejected: { sort: 'notice', lifeMs: null, opens: '/creditStatus' },
  payoutOnItsWay: { sort: 'notice', lifeMs: null, opens: '/loanResult?loanId={about}' },
  loanPaidOut: { sort: 'notice', lifeMs: null, opens: '/status/loanSuccess?loanId={about}' },
  payoutFailed: { sort: 'notice', lifeMs: null, opens: '/status/loanFailed?loanId={about}' },
  loanReversed: { sort: 'notice', lifeMs: null, opens: '/loanResult?loanId={about}' },
  pickupReady: { sort: 'notice', lifeMs: null, opens: '/loanResult?loanId={about}' },
  pickupLastDay: { sort: 'notice', lifeMs: null, opens: '/loanResult?loanId={about}' },
  pickupCollected: { sort: 'notice', lifeMs: null, opens: '/status/loanSuccess?loanId={about}' },
  pickupOver: { sort: 'notice', lifeMs: null, opens: '/loanResult?loanId={about}' },
  nextPart: { sort: 'notice', lifeMs: null, opens: '/billDetail?loanId={about}' },
  paymentBooked: {
    sort: 'notice',
    lifeMs: null,
    opens: '/billDetail?loanId={about}',
    isInApp: true,
  },
  paymentTakenBack: { sort: 'notice', lifeMs: null, opens: '/billDetail?loanId={about}' },
  keptTakenBack: { sort: 'notice', lifeMs: null, opens: '/wealth' },
  claimPaid: { sort: 'notice', lifeMs: null, opens: '/wealth' },
  claimSetOff: { sort: 'notice', lifeMs: null, opens: '/wealth' },
  claimWrittenOff: { sort: 'notice', lifeMs: null, opens: '/wealth' },
  billRepaid: { sort: 'notice', lifeMs: null, opens: '/status/repaid?loanId={about}' },
  loanExtended: { sort: 'notice', lifeMs: null, opens: '/billDetail?loanId={about}' },
  chargeWaived: { sort: 'notice', lifeMs: null, opens: '/billDetail?loanId={about}' },
  promiseMade: { sort: 'notice', lifeMs: null, opens: '/billDetail?loanId={about}' },
  loanReturned: { sort: 'notice', lifeMs: null, opens: '/billDetail?loanId={about}' },
  refundOrdered: { sort: 'security', lifeMs: null, opens: '/wealth' },
  refundPaid: { sort: 'notice', lifeMs: null, opens: '/wealth' },
  refundFailed: { sort: 'notice', lifeMs: null, opens: '/refund' },
  promiseMissed: { sort: 'reminder', lifeMs: null, opens: '/billDetail?loanId={about}' },
  reminderPromise: { sort: 'reminder', lifeMs: null, opens: '/billDetail?loanId={about}' },
  reminderSoon: { sort: 'reminder', lifeMs: null, opens: '/billDetail?loanId={about}' },
  reminderTomorrow: { sort: 'reminder', lifeMs: null, opens: '/billDetail?loanId={about}' },
  reminderToday: { sort: 'reminder', lifeMs: null, opens: '/billDetail?loanId={about}' },
  reminderOverdue: { sort: 'reminder', lifeMs: null, opens: '/billDetail?loanId={about}' },
  disputeUpheld: { sort: 'notice', lifeMs: null, opens: '/creditStatus' },
  disputeDeclined: { sort: 'notice', lifeMs: null, opens: '/creditStatus' },
  contactNotice: { sort: 'notice', lifeMs: null, opens: null },
  quotaGranted: { sort: 'notice', lifeMs: null, opens: '/quota' },
  growthTakenBack: { sort: 'notice', lifeMs: null, opens: '/quota' },
  quotaDeclined: { sort: 'notice', lifeMs: null, opens: '/quota' },
  complaintAcknowledged: { sort: 'notice', lifeMs: null, opens: '/case?complaintId={about}' },
  complaintWritten: { sort: 'notice', lifeMs: null, opens: '/case?complaintId={about}' },
  complaintAnswered: { sort: 'notice', lifeMs: null, opens: '/case?complaintId={about}' },
  dataRequestAnswered: { sort: 'notice', lifeMs: null, opens: '/privacy' },
  feedbackAnswered: {
    sort: 'notice',
    lifeMs: null,
    opens: '/complaints?feedback={about}',
    isInApp: true,
  },
} as const satisfies Readonly<FactsOfKinds>;

/** The kinds that are about one loan, case or feedback: whoever writes one names its id. */
export type AboutKind = {
  [Kind in NoticeKind]: (typeof noticeKinds)[Kind]['opens'] extends `${string}{about}${string}`
    ? Kind
    : never;
}[NoticeKind];

/** The facts of a kind. */
export function factsOfKind(kind: NoticeKind): NoticeFacts {
  return noticeKinds[kind];
}

export const listedKinds = (Object.keys(noticeKinds) as NoticeKind[]).filter(
  (kind): kind is ListedKind => noticeKinds[kind].opens !== null,
);

/** The id of a kind's title; null where nobody reads it in the app. */
export function titleIdOf(kind: NoticeKind): `title.${ListedKind}` | null {
  return noticeKinds[kind].opens === null ? null : `title.${kind as ListedKind}`;
}

/**
 * A title names nothing that the message itself does not name, so that one set of values is enough
 * for both.
 */
type TitleNamesMore = {
  [Kind in ListedKind]: [TextValues[`title.${Kind}`]] extends [undefined]
    ? never
    : NoticeValues<Kind> extends TextValues[`title.${Kind}`]
      ? never
      : Kind;
}[ListedKind];
true satisfies [TitleNamesMore] extends [never] ? true : TitleNamesMore;

/** The recipient of a message: a number in E.164, the borrower if known, and the language. */
export type Recipient = {
  borrowerId: string | null;
  phone: string;
  locale: Locale;
  /**
   * The application in which a reference was named: only for the one notice to them, which must
   * have it.
   */
  contactOf?: string;
  /**
   * The id of its subject, a loan's, a case's or a feedback's: part of the address that the message
   * opens.
   */
  about?: string;
  /** As a notification, where a browser of theirs takes it. */
  isPush?: true;
};

/** To whom a kind of message goes: with the id of its subject where it is about one. */
export type RecipientOf<Kind extends NoticeKind> = Kind extends AboutKind
  ? Recipient & { about: string }
  : Recipient;

/** The address in the program that a message leads to; null where nobody reads it there. */
export function placeOf<Kind extends NoticeKind>(
  kind: Kind,
  { about = '' }: RecipientOf<Kind>,
): string | null {
  return noticeKinds[kind].opens?.replace('{about}', about) ?? null;
}

/** How a slice has a message sent. */
export type Notices = {
  /**
   * Writes a message and enqueues its sending, both in the caller's transaction.
   * @returns the message's id.
   */
  notify<Kind extends NoticeKind>(
    ctx: WorkCtx,
    tx: Tx,
    to: RecipientOf<Kind>,
    kind: Kind,
    values: NoticeValues<Kind>,
  ): Promise<string>;
  /**
   * Whether a code for a number (by its hash) is still worth sending and was refused by every SMS
   * gateway at the last try.
   */
  codesFail(read: Read, phoneHash: Buffer, wall: Temporal.Instant): Promise<boolean>;
  /**
   * Sends the notices that a borrower still waits for to the new number (both in E.164); codes and
   * security notices stay with the old one.
   */
  moveNotices(
    ctx: WorkCtx,
    tx: Tx,
    of: { borrowerId: string; fromPhone: string; toPhone: string },
  ): Promise<void>;
};
