// How a slice causes a message without knowing who writes it: app.ts hands the house the notice slice's function.
import type { Locale } from '@sandali/contract/locale.ts';
import type { Tx } from '#/db/database.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import type { TextId, TextValues } from '#/texts/say.ts';

type KindOf<Id> = Id extends `sms.${infer Kind}` ? Kind : never;
/** Every kind of message there is: a text `sms.<kind>` each. */
export type NoticeKind = KindOf<TextId>;
/** What the text of a kind names, ready to read. */
export type NoticeValues<Kind extends NoticeKind> = TextValues[`sms.${Kind}`];

/** How long an SMS code lives, in real time, and with it the message that carries it. */
export const codeLifeMs = 5 * 60 * 1000;

/** For each kind, how long it is worth sending, in ms of real time; null where it stays true. */
export const noticeKinds: Readonly<Record<NoticeKind, { lifeMs: number | null }>> = {
  'code.register': { lifeMs: codeLifeMs },
  'code.login': { lifeMs: codeLifeMs },
  'code.reset': { lifeMs: codeLifeMs },
  'code.newDevice': { lifeMs: codeLifeMs },
  'code.bankAccount': { lifeMs: codeLifeMs },
  reviewApproved: { lifeMs: null },
  reviewRejected: { lifeMs: null },
  loanPaidOut: { lifeMs: null },
  billRepaid: { lifeMs: null },
};

/** Whom to tell: a number in E.164, whose it is where that is known, and the language to say it in. */
export type Told = { borrowerId: string | null; phone: string; locale: Locale };

/** Writes a message and enqueues its sending, both in the caller's transaction. */
export type Tell = <Kind extends NoticeKind>(ctx: WorkCtx, tx: Tx, to: Told, kind: Kind, values: NoticeValues<Kind>) => Promise<void>;
