// How a slice causes a message without knowing who writes it: app.ts hands the house the notice slice's function.
import type { Locale } from '@sandali/contract/locale.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import type { TextId, TextValues } from '#/texts/say.ts';

type KindOf<Id> = Id extends `sms.${infer Kind}` ? Kind : never;
/** Every kind of message there is: a text `sms.<kind>` each. */
export type NoticeKind = KindOf<TextId>;
/** What the text of a kind names, ready to read. */
export type NoticeValues<Kind extends NoticeKind> = TextValues[`sms.${Kind}`];

/** How long an SMS code lives, in real time, and with it the message that carries it. */
export const codeLifeMs = 5 * 60 * 1000;

/**
 * For each kind: whether it is a code, a notice about the safety of an account, a reminder of a bill, which is judged once more before it leaves, or any
 * other notice; these two keep to the quiet hours. And how long it is worth sending, in ms of real time, null where it stays true.
 */
export const noticeKinds: Readonly<Record<NoticeKind, { sort: 'code' | 'security' | 'reminder' | 'notice'; lifeMs: number | null }>> = {
  'code.register': { sort: 'code', lifeMs: codeLifeMs },
  'code.login': { sort: 'code', lifeMs: codeLifeMs },
  'code.reset': { sort: 'code', lifeMs: codeLifeMs },
  'code.newDevice': { sort: 'code', lifeMs: codeLifeMs },
  'code.bankAccount': { sort: 'code', lifeMs: codeLifeMs },
  'code.oldPhone': { sort: 'code', lifeMs: codeLifeMs },
  'code.newPhone': { sort: 'code', lifeMs: codeLifeMs },
  accountDeleted: { sort: 'security', lifeMs: null },
  deletionAsked: { sort: 'security', lifeMs: null },
  newDeviceLogin: { sort: 'security', lifeMs: null },
  passkeyAdded: { sort: 'security', lifeMs: null },
  passkeyRefused: { sort: 'security', lifeMs: null },
  passkeyRemoved: { sort: 'security', lifeMs: null },
  passwordChanged: { sort: 'security', lifeMs: null },
  payoutAccountAdded: { sort: 'security', lifeMs: null },
  phoneChangedFrom: { sort: 'security', lifeMs: null },
  phoneChangedTo: { sort: 'security', lifeMs: null },
  reviewApproved: { sort: 'notice', lifeMs: null },
  reviewRejected: { sort: 'notice', lifeMs: null },
  loanPaidOut: { sort: 'notice', lifeMs: null },
  payoutFailed: { sort: 'notice', lifeMs: null },
  loanReversed: { sort: 'notice', lifeMs: null },
  pickupReady: { sort: 'notice', lifeMs: null },
  pickupLastDay: { sort: 'notice', lifeMs: null },
  pickupCollected: { sort: 'notice', lifeMs: null },
  pickupOver: { sort: 'notice', lifeMs: null },
  billRepaid: { sort: 'notice', lifeMs: null },
  loanExtended: { sort: 'notice', lifeMs: null },
  chargeWaived: { sort: 'notice', lifeMs: null },
  promiseMade: { sort: 'notice', lifeMs: null },
  loanReturned: { sort: 'notice', lifeMs: null },
  refundOrdered: { sort: 'security', lifeMs: null },
  refundPaid: { sort: 'notice', lifeMs: null },
  refundFailed: { sort: 'notice', lifeMs: null },
  reminderPromise: { sort: 'reminder', lifeMs: null },
  reminderSoon: { sort: 'reminder', lifeMs: null },
  reminderTomorrow: { sort: 'reminder', lifeMs: null },
  reminderToday: { sort: 'reminder', lifeMs: null },
  reminderOverdue: { sort: 'reminder', lifeMs: null },
  disputeUpheld: { sort: 'notice', lifeMs: null },
  disputeDeclined: { sort: 'notice', lifeMs: null },
  contactNotice: { sort: 'notice', lifeMs: null },
  quotaGranted: { sort: 'notice', lifeMs: null },
  growthTakenBack: { sort: 'notice', lifeMs: null },
  quotaDeclined: { sort: 'notice', lifeMs: null },
  complaintAcknowledged: { sort: 'notice', lifeMs: null },
  complaintAnswered: { sort: 'notice', lifeMs: null },
  dataRequestAnswered: { sort: 'notice', lifeMs: null },
};

/** Whom to tell: a number in E.164, whose it is where that is known, and the language to say it in. */
export type Told = {
  borrowerId: string | null;
  phone: string;
  locale: Locale;
  /** The application in which a reference was named: only for the one notice to them, which must have it. */
  contactOf?: string;
  /** As a notification, where a browser of theirs takes it: the address in the program that it leads to. */
  push?: { opens: string };
};

/** Writes a message and enqueues its sending, both in the caller's transaction. @returns the message's id. */
export type Tell = <Kind extends NoticeKind>(ctx: WorkCtx, tx: Tx, to: Told, kind: Kind, values: NoticeValues<Kind>) => Promise<string>;

/** Whether a reminder would still be written with these words: messages know no bill. Asked just before it leaves. */
export type IsStillTrue = (ctx: WorkCtx, messageId: string, text: string) => Promise<boolean>;

/** Whether a code for a number (by its hash) is still worth sending and was refused by every SMS gateway at the last try. */
export type CodesFail = (read: Read, phoneHash: Buffer, wall: Temporal.Instant) => Promise<boolean>;

/** Sends the notices that a borrower still waits for to the new number (both in E.164); codes and security notices stay with the old one. */
export type MoveNotices = (ctx: WorkCtx, tx: Tx, of: { borrowerId: string; fromPhone: string; toPhone: string }) => Promise<void>;
