// A passkey as proof of identity. It is checked before the transaction, and used up and counted
// inside it.
import type { Assertion } from '@sandali/contract/assertion.ts';
import { recipientOf } from '#/account/person.ts';
import { audit } from '#/context/audit.ts';
import type { Ctx } from '#/context/ctx.ts';
import type { Read, Tx } from '#/db/database.ts';
import { sameHash } from '#/platform/seal.ts';
import { answerOf } from '#/platform/webauthn.ts';
import { aboutHashOf, type PasskeyPurpose, userHandleOf } from './challenge.ts';
import * as store from './store.ts';

/** A checked passkey response. `right` is null if the response is wrong for any reason. */
export type CheckedPasskey = {
  challengeId: string;
  right: { passkeyId: string; borrowerId: string; counter: number; isBackedUp: boolean } | null;
  telephone: string;
};

/**
 * Verifies a passkey response with its challenge and key. Does not write to the database; see
 * acceptPasskey.
 */
export async function checkPasskey(
  ctx: Ctx,
  read: Read,
  purpose: PasskeyPurpose,
  assertion: Assertion,
): Promise<CheckedPasskey> {
  const { config, sealer, settings } = ctx.app;
  const { telephone } = await settings.all();
  const { challengeId } = assertion;
  const challenge = await store.findPasskeyChallenge(read, keyOf(ctx, purpose, challengeId));
  const row = await store.findByCredential(read, Buffer.from(assertion.credentialId, 'base64url'));
  if (!challenge || !row) return { challengeId, right: null, telephone };
  const passkey = {
    credentialId: row.credential_id,
    publicKey: row.public_key,
    userHandle: userHandleOf(sealer, row.borrower_id),
  };
  const site = { origin: config.origin, challenge: challenge.challenge };
  const answer = await answerOf(assertion, { ...site, passkey });
  return {
    challengeId,
    right: answer && { passkeyId: row.id, borrowerId: row.borrower_id, ...answer },
    telephone,
  };
}

/**
 * Whether a checked response authenticates this borrower for this purpose and subject. Uses up the
 * challenge, so a refusal must be committed (refuseButKeep). Lock the borrower first.
 */
export async function acceptPasskey(
  ctx: Ctx,
  tx: Tx,
  of: { purpose: PasskeyPurpose; borrowerId: string; about?: string },
  checked: CheckedPasskey,
): Promise<boolean> {
  const used = await store.usePasskeyChallenge(
    tx,
    keyOf(ctx, of.purpose, checked.challengeId),
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

/** Warns the owner that a use counter did not advance, which means that the passkey was copied. */
async function warnOfCopy(
  ctx: Ctx,
  tx: Tx,
  borrowerId: string,
  passkeyId: string,
  telephone: string,
): Promise<void> {
  ctx.app.log.warn('a passkey was refused because its counter ran back', {
    event: 'passkey counter ran back',
    passkeyId,
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

function isAbout(ctx: Ctx, storedHash: Buffer | null, about: string | undefined): boolean {
  if (storedHash === null || about === undefined) return storedHash === null && about === undefined;
  return sameHash(storedHash, aboutHashOf(ctx.app.sealer, about));
}

function keyOf(ctx: Ctx, purpose: PasskeyPurpose, id: string): store.ChallengeKey {
  return {
    id,
    purpose,
    deviceId: ctx.deviceId,
    borrowerId: purpose === 'newDevice' ? null : (ctx.who?.borrowerId ?? null),
  };
}
