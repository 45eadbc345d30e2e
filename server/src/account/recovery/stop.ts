// /user/recovery/query and /stop: a borrower who is logged in, or holds the account's number, sees
// and stops a recovery that somebody else requested.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { type recoveryQuery, recoveryStop } from '@sandali/contract/recovery.ts';
import { needRightCode } from '#/account/code/code.ts';
import { lockInSession } from '#/account/login/session.ts';
import { recipientOf } from '#/account/person.ts';
import { findIdByPhone, lockByPhone } from '#/account/store.ts';
import { dropApproval } from '#/commands/approvals.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx, Ctx, WorkCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/serve.ts';
import type { Read, Tx } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';
import { refuse, refuseButKeep } from '#/platform/refuse.ts';
import { newNumberOf } from './picture.ts';
import * as store from './store.ts';

type Input = RequestOf<typeof recoveryStop>;
const by = 'recovery';

/** What is under way for my account: the one that is nearest to its end. */
export async function recoveryPending(
  ctx: BorrowerCtx,
  read: Read,
): Promise<DataOf<typeof recoveryQuery>> {
  const open = await store.openRecoveries(read, ctx.who.borrowerId);
  const row = open.find((one) => one.effective_from) ?? open[0];
  if (!row?.asked_at) return { pending: null };
  const { phone } = newNumberOf(ctx, row);
  const effectiveFrom = row.effective_from && wireInstant(row.effective_from);
  return {
    pending: {
      newPhoneMasked: `•••• ${phone.slice(-4)}`,
      askedAt: wireInstant(row.asked_at),
      effectiveFrom,
    },
  };
}

/** Where customer service is reached, read before the transaction. */
export async function prepareStop({ app }: Ctx): Promise<{ telephone: string }> {
  const { telephone } = await app.settings.all();
  return { telephone };
}

/** Stops all that is under way for an account. A code is counted also when this is refused. */
export async function stopRecovery(
  ctx: Ctx,
  tx: Tx,
  input: Input,
  { telephone }: { telephone: string },
): Promise<Done> {
  const borrowerId =
    input.by === 'session' ? await whoIsIn(ctx, tx) : await whoHolds(ctx, tx, input);
  const open = borrowerId ? await store.openRecoveries(tx, borrowerId) : [];
  if (!borrowerId || open.length === 0) return refuseButKeep(recoveryStop, 'recoveryNone');
  for (const row of open) await endOne(ctx, tx, row, 'stopped', telephone);
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, borrowerId),
    'recoveryStopped',
    { telephone },
  );
  await audit(tx, {
    at: ctx.now,
    who: 'borrower',
    act: 'recoveryStopped',
    subject: borrowerId,
    detail: { way: input.by },
  });
  return { ids: {} };
}

async function whoIsIn({ who, wall }: Ctx, tx: Tx): Promise<string> {
  if (!who) return refuse(recoveryStop, 'sessionInvalid');
  await lockInSession(tx, who, wall);
  return who.borrowerId;
}

async function whoHolds(
  ctx: Ctx,
  tx: Tx,
  input: Extract<Input, { by: 'code' }>,
): Promise<string | null> {
  const phoneHash = ctx.app.sealer.hash('phone', input.phone);
  await lockByPhone(tx, phoneHash);
  await needRightCode(
    ctx,
    tx,
    { call: recoveryStop, purpose: 'stopRecovery', phone: input.phone },
    input,
  );
  return await findIdByPhone(tx, phoneHash);
}

/**
 * Ends a recovery without success: the requester gets the same message whatever the reason. Its
 * borrower is locked.
 */
export async function endOne(
  ctx: WorkCtx,
  tx: Tx,
  row: store.Recovery,
  as: Exclude<store.RecoveryEnd, 'done'>,
  telephone: string,
): Promise<void> {
  if (row.approval_id && !row.approved_at)
    await dropApproval(tx, row.approval_id, { who: by, at: ctx.now, as: 'overtaken' });
  await store.endRecovery(tx, row.id, ctx.now, as);
  await ctx.app.notices.notify(ctx, tx, newNumberOf(ctx, row), 'recoveryRefused', { telephone });
}
