// Writes and queues messages in the caller's transaction, so a rollback sends nothing.
import type { AppContext } from '#/context/app-context.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import {
  factsOfKind,
  type NoticeKind,
  type Notices,
  type NoticeValues,
  noticeKinds,
  placeOf,
  type RecipientOf,
  titleIdOf,
} from '#/context/notices.ts';
import type { Read, Tx } from '#/db/database.ts';
import { newIdFor } from '#/platform/random.ts';
import { say, type ValuesOf } from '#/texts/say.ts';
import { messageLog } from './list.store.ts';
import { priorityOf, queueOf } from './rules.ts';
import * as store from './store.ts';

export { checkDeliveries } from './delivery.ts';
export { browsersOf, browsersPart, deleteBrowsers, storeBrowser } from './push.ts';

/** A message to be written. `values` fill the placeholders of its text. */
export type Letter<Kind extends NoticeKind> = {
  to: RecipientOf<Kind>;
  kind: Kind;
  values: NoticeValues<Kind>;
};

/**
 * Writes a message in the recipient's language and queues it, unless messages of its kind are shown
 * only in the app. Implements `app.notices.notify`.
 * @returns the message's id
 */
export async function notify<Kind extends NoticeKind>(
  ctx: WorkCtx,
  tx: Tx,
  to: RecipientOf<Kind>,
  kind: Kind,
  values: NoticeValues<Kind>,
): Promise<string> {
  const message = write(ctx, { to, kind, values });
  await store.insertMessages(tx, [message]);
  const { sort, isInApp } = factsOfKind(kind);
  if (!isInApp)
    await ctx.app.queue.enqueue(tx, queueOf(sort), { messageId: message.id }, priorityOf(sort));
  return message.id;
}

type Reminder = Extract<NoticeKind, `reminder${string}` | 'promiseMissed'>;

/**
 * Does the same as `notify` for many reminders, but writes them with one statement and queues them
 * with another.
 * @returns the messages' ids, in the same order
 */
export async function notifyAll(
  ctx: WorkCtx,
  tx: Tx,
  letters: readonly Letter<Reminder>[],
): Promise<string[]> {
  if (letters.length === 0) return [];
  const messages = letters.map((letter) => write(ctx, letter));
  await store.insertMessages(tx, messages);
  await ctx.app.queue.enqueueAll(
    tx,
    queueOf('reminder'),
    messages.map(({ id }) => ({ messageId: id })),
  );
  return messages.map(({ id }) => id);
}

function write<Kind extends NoticeKind>(ctx: WorkCtx, { to, kind, values }: Letter<Kind>) {
  const { sealer } = ctx.app;
  const textId: `sms.${Kind}` = `sms.${kind}`;
  const body = say(to.locale, textId, ...([values] as unknown as ValuesOf<`sms.${Kind}`>));
  const text = kind.startsWith('code.')
    ? `${body}\n${boundCode(ctx.app.config.origin, (values as NoticeValues<'code.login'>).code)}`
    : body;
  const titleId = titleIdOf(kind);
  const title =
    titleId && say(to.locale, titleId, ...([values] as unknown as ValuesOf<typeof titleId>));
  const { lifeMs, isInApp } = factsOfKind(kind);
  const id = newIdFor(to.borrowerId, ctx.now);
  return {
    id,
    borrower_id: to.borrowerId,
    kind,
    reference_application_id: to.contactOf ?? null,
    to_sealed: sealer.seal('message phone', id, to.phone),
    to_hash: sealer.hash('phone', to.phone),
    title_sealed: title === null ? null : sealer.seal('message title', id, title),
    text_sealed: sealer.seal('message', id, text),
    queued_at: ctx.now,
    channel: isInApp ? 'app' : to.isPush ? 'push' : 'sms',
    opens: placeOf(kind, to),
    ends_at: lifeMs === null ? null : ctx.wall.add({ milliseconds: lifeMs }),
    ...(isInApp && { state: 'sent', sent_at: ctx.now, gateway: 'app', gateway_id: id }),
  } satisfies store.NewMessage;
}

/**
 * Returns the last line of an SMS with a code. Phones then offer the code only on this server's
 * pages ("Origin-bound one-time codes delivered via SMS", WICG).
 */
export function boundCode(origin: string, code: string | number): string {
  return `@${new URL(origin).hostname} #${code}`;
}

/**
 * Whether a code for this number (its keyed hash) is still valid, and every SMS gateway refused it
 * at the last attempt.
 */
async function codesFail(read: Read, phoneHash: Buffer, wall: Temporal.Instant): Promise<boolean> {
  return await store.checkCodeFailed(read, phoneHash, wall);
}

/**
 * Redirects a borrower's pending messages to a new number, because the old number may belong to
 * somebody else by the time they are sent.
 */
async function moveNotices(
  { app: { sealer } }: WorkCtx,
  tx: Tx,
  { borrowerId, fromPhone, toPhone }: { borrowerId: string; fromPhone: string; toPhone: string },
): Promise<void> {
  const kinds = (Object.keys(noticeKinds) as NoticeKind[]).filter((kind) =>
    ['notice', 'reminder'].includes(noticeKinds[kind].sort),
  );
  const to = {
    hash: sealer.hash('phone', toPhone),
    sealedFor: (id: string) => sealer.seal('message phone', id, toPhone),
  };
  await store.moveUnsent(tx, { borrowerId, from: sealer.hash('phone', fromPhone), kinds }, to);
}

/** The port through which other slices send messages. */
export const notices: Notices = { notify, codesFail, moveNotices };

export type MessagePersonalData = {
  messages: { kind: string; at: Temporal.Instant; title: string | null; text: string | null }[];
};

/**
 * Returns a borrower's messages, newest first. Omits the texts of codes, because they may still be
 * valid.
 */
export async function exportPersonalData(
  { sealer }: Pick<AppContext, 'sealer'>,
  read: Read,
  borrowerId: string,
): Promise<MessagePersonalData> {
  const rows = await store.messagesOf(read, borrowerId);
  return {
    messages: rows.map(({ id, kind, queued_at, title_sealed, text_sealed }) => ({
      kind,
      at: queued_at,
      title: title_sealed && sealer.open('message title', id, title_sealed),
      text: kind.startsWith('code.') ? null : sealer.open('message', id, text_sealed),
    })),
  };
}

/**
 * Returns the newest messages to a number (its keyed hash), including codes, with their states but
 * without number and text.
 */
export async function lastMessages(
  read: Read,
  toHash: Buffer,
  limit: number,
): Promise<{ at: Temporal.Instant; kind: string; state: string }[]> {
  const rows = (await messageLog(read, { toHash, limit, after: null })).slice(0, limit);
  return rows.map((row) => ({ at: row.queued_at, kind: row.kind, state: row.state }));
}
