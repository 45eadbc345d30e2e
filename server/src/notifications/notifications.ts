// The door of the notifications slice: messages to people. A message is written sealed and its sending enqueued, both in the caller's transaction,
// so that nothing is sent of what was rolled back.
import type { Locale } from '@sandali/contract/locale.ts';
import { recipientOf } from '#/account/account.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { type NoticeKind, type Notices, type NoticeValues, noticeKinds, placeOf, type Recipient } from '#/context/notices.ts';
import type { Read, Tx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { say, type ValuesOf } from '#/texts/say.ts';
import { messageLog } from './list.store.ts';
import * as store from './store.ts';

export { notificationCalls } from './calls.ts';
export { checkDeliveries } from './delivery.ts';
export { browsersOf, deleteBrowsers, storeBrowser } from './push.ts';
export { deleteClosureMessages } from './store.ts';

/**
 * Writes a message to a number, in the language given, and enqueues its sending; one that is read in the app alone is there at once. It is what
 * `app.notify` is made of. @returns its id.
 */
export async function notify<Kind extends NoticeKind>(
  ctx: WorkCtx,
  tx: Tx,
  to: Recipient,
  kind: Kind,
  values: NoticeValues<Kind>,
): Promise<string> {
  const { sealer, queue } = ctx.app;
  const id: `sms.${Kind}` = `sms.${kind}`;
  const text = say(to.locale, id, ...([values] as unknown as ValuesOf<`sms.${Kind}`>));
  const { lifeMs, isInApp } = noticeKinds[kind];
  const messageId = newId(ctx.now);
  await store.insertMessage(tx, {
    id: messageId,
    borrower_id: to.borrowerId,
    kind,
    reference_application_id: to.contactOf ?? null,
    to_sealed: sealer.seal('message phone', messageId, to.phone),
    to_hash: sealer.hash('phone', to.phone),
    text_sealed: sealer.seal('message', messageId, text),
    queued_at: ctx.now,
    channel: isInApp ? 'app' : to.isPush ? 'push' : 'sms',
    opens: placeOf(kind, to.about),
    ends_at: lifeMs === null ? null : ctx.wall.add({ milliseconds: lifeMs }),
    ...(isInApp && { state: 'sent', sent_at: ctx.now, gateway: 'app', gateway_id: messageId }),
  });
  if (isInApp) return messageId;
  await queue.enqueue(tx, 'notice.send', { messageId });
  return messageId;
}

/** Notifies a borrower, at their own number and in their own language. */
export async function notifyBorrower<Kind extends NoticeKind>(
  ctx: WorkCtx,
  tx: Tx,
  borrowerId: string,
  kind: Kind,
  values: NoticeValues<Kind>,
): Promise<void> {
  await notify(ctx, tx, await recipientOf(ctx.app, tx, borrowerId), kind, values);
}

/** Notifies a number (E.164) that belongs to no borrower yet. */
export async function notifyNumber<Kind extends NoticeKind>(
  ctx: WorkCtx & { locale: Locale },
  tx: Tx,
  phone: string,
  kind: Kind,
  values: NoticeValues<Kind>,
): Promise<void> {
  await notify(ctx, tx, { borrowerId: null, phone, locale: ctx.locale }, kind, values);
}

/** Whether a code for a number (by its hash) is still worth sending and was refused by every SMS gateway at the last try. */
export async function codesFail(read: Read, phoneHash: Buffer, wall: Temporal.Instant): Promise<boolean> {
  return await store.isFailing(read, phoneHash, wall);
}

/** Moves pending messages of a borrower to the new number: the old one may belong to somebody else when the quiet hours end. */
export async function moveNotices(
  { app: { sealer } }: WorkCtx,
  tx: Tx,
  { borrowerId, fromPhone, toPhone }: { borrowerId: string; fromPhone: string; toPhone: string },
): Promise<void> {
  const kinds = (Object.keys(noticeKinds) as NoticeKind[]).filter((kind) => ['notice', 'reminder'].includes(noticeKinds[kind].sort));
  const to = { hash: sealer.hash('phone', toPhone), sealedFor: (id: string) => sealer.seal('message phone', id, toPhone) };
  await store.moveUnsent(tx, { borrowerId, from: sealer.hash('phone', fromPhone), kinds }, to);
}

/** By which other slices have messages sent. */
export const notices: Notices = { notify, codesFail, moveNotices };

export type MessagesHeld = { messages: { kind: string; at: Temporal.Instant; text: string | null }[] };

/** What this slice holds about a person: the messages to them, the newest first. The texts of codes are left out: they still may open something. */
export async function exportPersonalData({ sealer }: Pick<AppContext, 'sealer'>, read: Read, borrowerId: string): Promise<MessagesHeld> {
  const rows = await store.messagesOf(read, borrowerId);
  const textOf = (row: { id: string; kind: string; text_sealed: Buffer }) =>
    row.kind.startsWith('code.') ? null : sealer.open('message', row.id, row.text_sealed);
  return { messages: rows.map((row) => ({ kind: row.kind, at: row.queued_at, text: textOf(row) })) };
}

/** The newest messages to a number (its keyed hash) and how they fared, for staff: codes too, but neither number nor text. */
export async function lastMessages(
  read: Read,
  toHash: Buffer,
  limit: number,
): Promise<{ at: Temporal.Instant; kind: string; state: string }[]> {
  const rows = await messageLog(read, { toHash, limit });
  return rows.map((row) => ({ at: row.queued_at, kind: row.kind, state: row.state }));
}
