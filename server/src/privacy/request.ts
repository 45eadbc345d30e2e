// Handles /user/data/request: borrowers ask staff to correct or delete data, or to withdraw a
// consent.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { asDay } from '@sandali/contract/day.ts';
import type { DataRequestId } from '@sandali/contract/id.ts';
import { dataRequest } from '@sandali/contract/privacy.ts';
import { recipientOf } from '#/account/account.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { todayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { refuse } from '#/platform/refuse.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { deletionFor } from './personal-data.ts';
import { answerDueOn } from './rules.ts';
import { insertRequest, openRequest } from './store.ts';

type Kept = { requestId: string; dueOn: string };

export async function prepareRequest({ app }: BorrowerCtx): Promise<{ telephone: string }> {
  const { telephone } = await app.settings.all();
  return { telephone };
}

/**
 * Stores a request with its due day. Only one request of each kind can be open. For a deletion,
 * also sends a confirmation.
 */
export async function createRequest(
  ctx: BorrowerCtx,
  tx: Tx,
  { kind, words }: RequestOf<typeof dataRequest>,
  { telephone }: { telephone: string },
): Promise<Done<Kept>> {
  const { app, now, who, locale } = ctx;
  const open = await openRequest(tx, who.borrowerId, kind);
  if (open) refuse(dataRequest, 'requestAlreadyOpen', { due: writtenDay(locale, open.due_on) });
  const requestId = newIdFor(who.borrowerId, now);
  const dueOn = answerDueOn(todayOf(now), app.holidays);
  await insertRequest(tx, {
    id: requestId,
    borrower_id: who.borrowerId,
    kind,
    text_sealed: app.sealer.seal('data request', requestId, words),
    asked_at: now,
    due_on: Temporal.PlainDate.from(dueOn),
  });
  await audit(tx, {
    at: now,
    who: 'the borrower',
    act: 'dataRequested',
    subject: who.borrowerId,
    detail: { kind, requestId, dueOn },
  });
  if (kind === 'deletion') {
    const recipient = await recipientOf(app, tx, who.borrowerId);
    const due = writtenDay(recipient.locale, Temporal.PlainDate.from(dueOn));
    const { heldUntil } = await deletionFor(ctx, tx, who.borrowerId);
    const until = heldUntil && writtenDay(recipient.locale, Temporal.PlainDate.from(heldUntil));
    if (until)
      await app.notices.notify(ctx, tx, recipient, 'deletionHeld', { telephone, due, until });
    else await app.notices.notify(ctx, tx, recipient, 'deletionAsked', { telephone, due });
  }
  return { ids: { requestId, dueOn } };
}

export async function showRequest(
  _ctx: BorrowerCtx,
  _read: Read,
  { requestId, dueOn }: Kept,
): Promise<DataOf<typeof dataRequest>> {
  return { requestId: requestId as DataRequestId, dueOn: asDay(dueOn) };
}
