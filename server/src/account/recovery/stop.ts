// /user/recovery/query and /stop: a borrower who is logged in, or has the account's number, can see
// and stop a recovery that someone requested.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { type recoveryQuery, recoveryStop } from '@sandali/contract/recovery.ts';
import { needRightCode } from '#/account/code/code.ts';
import { lockInSession } from '#/account/login/session.ts';
import { recipientOf } from '#/account/person.ts';
import { findIdByPhone, lockByPhone } from '#/account/store.ts';
import { dropApproval } from '#/commands/approvals.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx, Ctx, WorkCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';
import { refuse, refuseButKeep } from '#/platform/refuse.ts';
import { newNumberOf } from './picture.ts';
import * as store from './store.ts';

type Input = RequestOf<typeof recoveryStop>;
const actor = 'recovery';

/** Returns the borrower's open recovery, preferably an approved one. */
export async function recoveryPending(
  ctx: BorrowerCtx,
  read: Read,
): Promise<DataOf<typeof recoveryQuery>> {
  const open = await store.openRecoveries(read, ctx.who.borrowerId);
  const row = open.find(({ effective_from }) => effective_from) ?? open[0];
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

/** Reads customer service's telephone number before the transaction. */
export async function prepareStop({ app }: Ctx): Promise<{ telephone: string }> {
  const { telephone } = await app.settings.all();
  return { telephone };
}

/** Stops all open recoveries of an account. A refusal also counts the attempt. */
export async function stopRecovery(
  ctx: Ctx,
  tx: Tx,
  input: Input,
  { telephone }: { telephone: string },
): Promise<Done> {
  const borrowerId =
    input.by === 'session' ? await lockSession(ctx, tx) : await lockHolder(ctx, tx, input);
  const open = borrowerId ? await store.openRecoveries(tx, borrowerId) : [];
  if (!borrowerId || open.length === 0) return refuseButKeep(recoveryStop, 'recoveryNone');
  for (const row of open) await endUnsuccessfully(ctx, tx, row, 'stopped', telephone);
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

async function lockSession({ who, wall }: Ctx, tx: Tx): Promise<string> {
  if (!who) return refuse(recoveryStop, 'sessionInvalid');
  await lockInSession(tx, who, wall);
  return who.borrowerId;
}

async function lockHolder(
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
 * Ends a recovery without success. The requester gets the same message for every reason. Lock the
 * borrower first.
 */
export async function endUnsuccessfully(
  ctx: WorkCtx,
  tx: Tx,
  row: store.Recovery,
  as: Exclude<store.RecoveryEnd, 'done'>,
  telephone: string,
): Promise<void> {
  if (row.approval_id && !row.approved_at)
    await dropApproval(tx, row.approval_id, { who: actor, at: ctx.now, as: 'overtaken' });
  await store.endRecovery(tx, row.id, ctx.now, as);
  await ctx.app.notices.notify(ctx, tx, newNumberOf(ctx, row), 'recoveryRefused', { telephone });
}
