// The port through which slices send messages; app.ts connects it to the notifications slice.
import type { Locale } from '@sandali/contract/locale.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { TextId, TextValues } from '#/texts/say.ts';
import type { WorkCtx } from './ctx.ts';

type KindOf<Id> = Id extends `sms.${infer Kind}` ? Kind : never;
/** Every kind of message; each has a text `sms.<kind>`. */
export type NoticeKind = KindOf<TextId>;
/** The formatted values in the text for this kind of message. */
export type NoticeValues<Kind extends NoticeKind> = TextValues[`sms.${Kind}`];

/** How long an SMS code and its message are valid, in wall time. */
export const codeLifeMs = 5 * 60 * 1000;

/** Kinds that the app does not show: codes, and messages to a number without an account. */
type UnlistedKind =
  | `code.${string}`
  | 'contactNotice'
  | 'accountDeleted'
  | 'recoveryReceived'
  | 'recoveryComing'
  | 'recoveryRefused';
/**
 * A kind of notice that the app lists among a borrower's messages. It has a title `title.<kind>`,
 * and tapping it opens a page.
 */
export type ListedKind = Exclude<NoticeKind, UnlistedKind>;

export type NoticeFacts = {
  /** Reminders and notices respect quiet hours. Reminders are checked again before sending. */
  sort: 'code' | 'security' | 'reminder' | 'notice';
  /** How long a message is worth sending, in wall time; null if it never expires. */
  lifeMs: number | null;
  /** The address in the app, with `{about}` for the subject's id; null if the kind is unlisted. */
  opens: `/${string}` | null;
  /** Whether the message is shown only in the app, because it is not urgent. */
  isInApp?: true;
};
/** Listed kinds must open a page in the app, and other kinds must not; this type enforces it. */
type FactsOfKinds = Record<ListedKind, NoticeFacts & { opens: string }> &
  Record<Exclude<NoticeKind, ListedKind>, NoticeFacts & { opens: null }>;

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
  pictureRequested: { sort: 'notice', lifeMs: null, opens: '/creditStatus' },
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

/** The kinds of notice whose address names a subject; code that sends one must pass `about`. */
type AboutKind = {
  [Kind in NoticeKind]: (typeof noticeKinds)[Kind]['opens'] extends `${string}{about}${string}`
    ? Kind
    : never;
}[NoticeKind];

export function factsOfKind(kind: NoticeKind): NoticeFacts {
  return noticeKinds[kind];
}

export const listedKinds = (Object.keys(noticeKinds) as NoticeKind[]).filter(
  (kind): kind is ListedKind => noticeKinds[kind].opens !== null,
);

/** Returns the id of a kind's title; null if the app does not list it. */
export function titleIdOf(kind: NoticeKind): `title.${ListedKind}` | null {
  return noticeKinds[kind].opens === null ? null : `title.${kind as ListedKind}`;
}

/**
 * Proves that a title uses only values that its message also has, so that one set of values fills
 * both.
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
   * The application that names the reference. Required for the notice to a reference, and only for
   * that kind.
   */
  contactOf?: string;
  /**
   * The id of the subject (a loan, case or feedback), which is part of the address that the message
   * opens.
   */
  about?: string;
  /** Whether to send a push notification if one of the borrower's browsers accepts them. */
  isPush?: true;
};

/** The recipient of a message of this kind, with the subject's id if the kind has a subject. */
export type RecipientOf<Kind extends NoticeKind> = Kind extends AboutKind
  ? Recipient & { about: string }
  : Recipient;

/** Returns the address in the app that a message opens; null if the app does not list it. */
export function placeOf<Kind extends NoticeKind>(
  kind: Kind,
  { about = '' }: RecipientOf<Kind>,
): string | null {
  return noticeKinds[kind].opens?.replace('{about}', about) ?? null;
}

export type Notices = {
  /**
   * Writes a message and queues it for sending, both in the caller's transaction.
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
   * Whether this number (given as its hash) has a valid code that every SMS gateway refused in the
   * last attempt.
   */
  codesFail(read: Read, phoneHash: Buffer, wall: Temporal.Instant): Promise<boolean>;
  /**
   * Redirects a borrower's unsent notices to the new number (both in E.164). Codes and security
   * notices still go to the old number.
   */
  moveNotices(
    ctx: WorkCtx,
    tx: Tx,
    of: { borrowerId: string; fromPhone: string; toPhone: string },
  ): Promise<void>;
};
