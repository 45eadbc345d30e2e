// A passkey as proof of who somebody is: checked before the transaction, used up and counted inside
// it.
import type { Assertion } from '@sandali/contract/assertion.ts';
import { recipientOf } from '#/account/person.ts';
import { audit } from '#/context/audit.ts';
import type { Ctx } from '#/context/ctx.ts';
import type { Read, Tx } from '#/db/database.ts';
import { sameHash } from '#/platform/seal.ts';
import { aboutHashOf, type PasskeyPurpose, userHandleOf } from './challenge.ts';
import * as store from './store.ts';
import { answerOf } from './webauthn.ts';

/**
 * An answer that was checked. `right` is what a right one says; null where it is not one, whatever
 * the reason.
 */
export type CheckedPasskey = {
  challengeId: string;
  right: { passkeyId: string; borrowerId: string; counter: number; isBackedUp: boolean } | null;
  telephone: string;
};

/**
 * Checks the answer of a passkey against its challenge and its key. It writes nothing: hand what it
 * gives to acceptPasskey.
 */
export async function checkPasskey(
  ctx: Ctx,
  read: Read,
  purpose: PasskeyPurpose,
  given: Assertion,
): Promise<CheckedPasskey> {
  const { config, sealer, settings } = ctx.app;
  const { telephone } = await settings.all();
  const { challengeId } = given;
  const asked = await store.findPasskeyChallenge(read, askedOf(ctx, purpose, challengeId));
  const row = await store.findByCredential(read, Buffer.from(given.credentialId, 'base64url'));
  if (!asked || !row) return { challengeId, right: null, telephone };
  const held = {
    credentialId: row.credential_id,
    publicKey: row.public_key,
    userHandle: userHandleOf(sealer, row.borrower_id),
  };
  const answer = await answerOf(given, { origin: config.origin, challenge: asked.challenge, held });
  return {
    challengeId,
    right: answer && { passkeyId: row.id, borrowerId: row.borrower_id, ...answer },
    telephone,
  };
}

/**
 * Whether a checked answer proves that this borrower is there, for this purpose and, where it is
 * about something, for that alone. Its challenge is used up either way, so a caller who refuses
 * because of it must keep that (refuseButKeep). The borrower must be locked.
 */
export async function acceptPasskey(
  ctx: Ctx,
  tx: Tx,
  of: { purpose: PasskeyPurpose; borrowerId: string; about?: string },
  checked: CheckedPasskey,
): Promise<boolean> {
  const used = await store.usePasskeyChallenge(
    tx,
    askedOf(ctx, of.purpose, checked.challengeId),
    ctx.wall,
  );
  if (!used || !isAbout(ctx, used.about_hash, of.about)) return false;
  const { right } = checked;
  if (right?.borrowerId !== of.borrowerId) return false;
  const { passkeyId, counter, isBackedUp } = right;
  const counted = await store.countUse(
    tx,
    { id: passkeyId, borrowerId: of.borrowerId, counter, isBackedUp },
    ctx.wall,
  );
  if (counted === 'back') await warnOfCopy(ctx, tx, of.borrowerId, passkeyId, checked.telephone);
  return counted === 'counted';
}

/**
 * A passkey that counts back is one of two: the answer is right and yet nobody knows whose it is.
 */
async function warnOfCopy(
  ctx: Ctx,
  tx: Tx,
  borrowerId: string,
  passkeyId: string,
  telephone: string,
): Promise<void> {
  ctx.app.log.warn('a passkey counted back and was refused', {
    event: 'passkey counted back',
    why: passkeyId,
  });
  await audit(tx, {
    at: ctx.now,
    who: 'passkey check',
    act: 'passkeyCountedBack',
    subject: borrowerId,
    detail: { passkeyId },
  });
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, borrowerId),
    'passkeyRefused',
    { telephone },
  );
}

function isAbout(ctx: Ctx, kept: Buffer | null, about: string | undefined): boolean {
  if (kept === null || about === undefined) return kept === null && about === undefined;
  return sameHash(kept, aboutHashOf(ctx.app.sealer, about));
}

function askedOf(ctx: Ctx, purpose: PasskeyPurpose, id: string): store.Asked {
  return {
    id,
    purpose,
    deviceId: ctx.deviceId,
    borrowerId: purpose === 'newDevice' ? null : (ctx.who?.borrowerId ?? null),
  };
}
