// A borrower's passkeys: adding, listing and removing them. Each change is reported by SMS at any
// hour and written to the trail.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import {
  type Passkey,
  passkeyAdd as passkeyAddCall,
  type passkeyList,
  passkeyRemove as passkeyRemoveCall,
  passkeysLimit,
} from '@sandali/contract/passkey.ts';
import { deviceNameOf } from '#/account/login/device-name.ts';
import {
  type FreshProof,
  needFreshProof,
  prepareFreshProof,
} from '#/account/password/fresh-proof.ts';
import { recipientOf } from '#/account/person.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Db, Read, Tx } from '#/db/database.ts';
import { type Moment, shownAt, wireInstant } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { invariant, refuseButKeep } from '#/platform/refuse.ts';
import { type NewKey, newKeyOf } from '#/platform/webauthn.ts';
import * as store from './store.ts';

type Ids = { passkeyId: string };
type Added = { key: NewKey | null; telephone: string };
type Removing = { proof: FreshProof; telephone: string };

export async function passkeysShown(
  ctx: BorrowerCtx,
  read: Read,
): Promise<DataOf<typeof passkeyList>> {
  return {
    passkeys: (await store.passkeysOf(read, ctx.who.borrowerId)).map((row) =>
      passkeyView(ctx, row),
    ),
  };
}

/** Verifies the authenticator's response before the transaction. */
export async function prepareAddPasskey(
  ctx: BorrowerCtx,
  read: Read,
  input: RequestOf<typeof passkeyAddCall>,
): Promise<Added> {
  const { telephone } = await ctx.app.settings.all();
  const row = await store.findPasskeyChallenge(read, keyOf(ctx, input.challengeId));
  return {
    key: row
      ? await newKeyOf(input, { origin: ctx.app.config.origin, challenge: row.challenge })
      : null,
    telephone,
  };
}

/** Stores a passkey. Even a wrong response uses up its challenge. */
export async function addPasskey(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof passkeyAddCall>,
  { key, telephone }: Added,
): Promise<Done<Ids>> {
  const { borrowerId } = ctx.who;
  const isOpen = await store.usePasskeyChallenge(tx, keyOf(ctx, input.challengeId), ctx.wall);
  if (!isOpen || !key) return refuseButKeep(passkeyAddCall, 'passkeyWrong');
  if ((await store.passkeysOf(tx, borrowerId)).length >= passkeysLimit)
    refuseButKeep(passkeyAddCall, 'passkeyLimitReached');
  const passkeyId = newIdFor(borrowerId, ctx.wall);
  const isNew = await store.insertPasskey(tx, {
    id: passkeyId,
    borrower_id: borrowerId,
    credential_id: key.credentialId,
    public_key: key.publicKey,
    counter: BigInt(key.counter),
    transports: [...new Set(input.transports)],
    is_backed_up: key.isBackedUp,
    ...deviceNameOf(ctx.userAgent, ctx.terminal),
    added_at: ctx.wall,
  });
  if (!isNew) refuseButKeep(passkeyAddCall, 'passkeyAlreadyAdded');
  await record(ctx, tx, 'passkeyAdded', passkeyId);
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, borrowerId),
    'passkeyAdded',
    { telephone },
  );
  return { ids: { passkeyId } };
}

/** Returns the added passkey, even if it has been removed since. */
export async function showAdded(
  ctx: BorrowerCtx,
  read: Read,
  { passkeyId }: Ids,
): Promise<DataOf<typeof passkeyAddCall>> {
  const row = await store.findPasskey(read, ctx.who.borrowerId, passkeyId);
  invariant(row, 'the added passkey does not exist');
  return { passkey: passkeyView(ctx, row) };
}

/** Checks the password before the transaction if a new proof of identity is due. */
export async function prepareRemovePasskey(
  ctx: BorrowerCtx,
  read: Db,
  { password }: RequestOf<typeof passkeyRemoveCall>,
): Promise<Removing> {
  const { telephone } = await ctx.app.settings.all();
  return { proof: await prepareFreshProof(ctx, read, password), telephone };
}

export async function removePasskey(
  ctx: BorrowerCtx,
  tx: Tx,
  { passkeyId }: RequestOf<typeof passkeyRemoveCall>,
  { proof, telephone }: Removing,
): Promise<Done> {
  const { borrowerId } = ctx.who;
  await needFreshProof(ctx, tx, passkeyRemoveCall, proof);
  if (!(await store.removePasskeyRow(tx, borrowerId, passkeyId, ctx.wall)))
    refuseButKeep(passkeyRemoveCall, 'passkeyMissing');
  await record(ctx, tx, 'passkeyRemoved', passkeyId);
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, borrowerId),
    'passkeyRemoved',
    { telephone },
  );
  return { ids: {} };
}

async function record(ctx: BorrowerCtx, tx: Tx, act: string, passkeyId: string): Promise<void> {
  await audit(tx, {
    at: ctx.now,
    who: 'borrower',
    act,
    subject: ctx.who.borrowerId,
    detail: { passkeyId },
  });
}

const keyOf = (ctx: BorrowerCtx, id: string): store.ChallengeKey => ({
  id,
  purpose: 'add',
  deviceId: ctx.deviceId,
  borrowerId: ctx.who.borrowerId,
});

function passkeyView(moment: Moment, row: store.PasskeyRow): Passkey {
  const at = (wall: Temporal.Instant) => wireInstant(shownAt(wall, moment)) as Passkey['addedAt'];
  return {
    passkeyId: row.id as Passkey['passkeyId'],
    browser: row.browser as Passkey['browser'],
    system: row.system as Passkey['system'],
    isBackedUp: row.is_backed_up,
    addedAt: at(row.added_at),
    lastUsedAt: row.last_used_at && at(row.last_used_at),
  };
}
