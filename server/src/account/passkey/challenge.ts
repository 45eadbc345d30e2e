// The challenge that a passkey signs: 32 random bytes, stored with the purpose, borrower and device
// for which they are valid.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { passkeyBegin, passkeyChallenge, passkeysLimit } from '@sandali/contract/passkey.ts';
import { type MobileNumber, maskMobile } from '@sandali/contract/phone.ts';
import { countedNets } from '#/account/login/address.ts';
import { passkeyRateLimits } from '#/account/login/limits.ts';
import {
  type FreshProof,
  needFreshProof,
  prepareFreshProof,
} from '#/account/password/fresh-proof.ts';
import { phoneOf } from '#/account/person.ts';
import { passkeyChallengeMs } from '#/account/rules.ts';
import type { BorrowerCtx, Ctx } from '#/context/ctx.ts';
import { consumeSliding } from '#/context/rate-limit.ts';
import type { Done } from '#/context/write.ts';
import type { Db, Read, Tx } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';
import { newId, randomBytes } from '#/platform/random.ts';
import { Refused, refuse } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import { creationOptions, requestOptions } from '#/platform/webauthn.ts';
import * as store from './store.ts';

type Ids = { challengeId: string };
type Shown<C> = Pick<DataOf<C>, 'challengeId' & keyof DataOf<C>>;
type ChallengeId = Shown<typeof passkeyChallenge>['challengeId'];
export type PasskeyPurpose = RequestOf<typeof passkeyChallenge>['purpose'];

/**
 * Returns the user handle that an authenticator stores with a passkey. It does not reveal who the
 * borrower is.
 */
export function userHandleOf(sealer: Sealer, borrowerId: string): Buffer {
  return sealer.hash('passkeyUser', borrowerId);
}

/** Returns the keyed hash of a challenge's subject, such as an account number. */
export function aboutHashOf(sealer: Sealer, about: string): Buffer {
  return sealer.hash('passkeyAbout', about);
}

/**
 * Checks the password before the transaction, even right after a login. A passkey replaces codes
 * and the ID number, so a stolen session must not be enough to add one.
 */
export async function prepareBegin(
  ctx: BorrowerCtx,
  read: Db,
  { password }: RequestOf<typeof passkeyBegin>,
): Promise<FreshProof> {
  return await prepareFreshProof(ctx, read, password, { isAlways: true });
}

/** Issues the challenge that this borrower needs to add a passkey on this device. */
export async function beginPasskey(
  ctx: BorrowerCtx,
  tx: Tx,
  _input: unknown,
  proof: FreshProof,
): Promise<Done<Ids>> {
  const { borrowerId } = ctx.who;
  await needFreshProof(ctx, tx, passkeyBegin, proof);
  if ((await store.passkeysOf(tx, borrowerId)).length >= passkeysLimit)
    refuse(passkeyBegin, 'passkeyLimitReached');
  if (!(await consumeRateLimits(ctx, tx))) refuse(passkeyBegin, 'tooManyRequests');
  return {
    ids: {
      challengeId: await keepChallenge(ctx, tx, { purpose: 'add', borrowerId, aboutHash: null }),
    },
  };
}

/** Returns the options that a browser needs to create a passkey. */
export async function showBegun(
  ctx: BorrowerCtx,
  read: Read,
  { challengeId }: Ids,
): Promise<DataOf<typeof passkeyBegin>> {
  const { borrowerId } = ctx.who;
  const row = await shownChallenge(read, {
    id: challengeId,
    purpose: 'add',
    deviceId: ctx.deviceId,
    borrowerId,
  });
  const { config, sealer, settings } = ctx.app;
  const options = await creationOptions({
    origin: config.origin,
    company: (await settings.all()).companyName,
    userHandle: userHandleOf(sealer, borrowerId),
    userName: maskMobile((await phoneOf(read, sealer, borrowerId)) as MobileNumber),
    challenge: row.challenge,
    timeoutMs: passkeyChallengeMs,
    known: await credentialsOf(read, borrowerId),
  });
  return { challengeId: challengeId as ChallengeId, endsAt: endOf(row), options };
}

/** Issues a challenge that an existing passkey signs. */
export async function issuePasskeyChallenge(
  ctx: Ctx,
  tx: Tx,
  input: RequestOf<typeof passkeyChallenge>,
): Promise<Done<Ids & Kind>> {
  const { purpose } = input;
  const borrowerId =
    purpose === 'newDevice'
      ? null
      : (ctx.who?.borrowerId ?? refuse(passkeyChallenge, 'sessionInvalid'));
  if (borrowerId !== null && (await store.passkeysOf(tx, borrowerId)).length === 0)
    refuse(passkeyChallenge, 'passkeyMissing');
  if (!(await consumeRateLimits(ctx, tx))) refuse(passkeyChallenge, 'tooManyRequests');
  const aboutHash =
    input.purpose === 'bankAccount' ? aboutHashOf(ctx.app.sealer, input.accountNumber) : null;
  return {
    ids: { challengeId: await keepChallenge(ctx, tx, { purpose, borrowerId, aboutHash }), purpose },
  };
}

type Kind = { purpose: PasskeyPurpose };

/**
 * Returns the options that a browser needs to request a passkey. Without a borrower, the options
 * list no passkeys.
 */
export async function showPasskeyChallenge(
  ctx: Ctx,
  read: Read,
  { challengeId, purpose }: Ids & Kind,
): Promise<DataOf<typeof passkeyChallenge>> {
  const borrowerId =
    purpose === 'newDevice'
      ? null
      : (ctx.who?.borrowerId ?? refuse(passkeyChallenge, 'sessionInvalid'));
  const row = await shownChallenge(read, {
    id: challengeId,
    purpose,
    deviceId: ctx.deviceId,
    borrowerId,
  });
  const credentials = borrowerId === null ? [] : await credentialsOf(read, borrowerId);
  const options = requestOptions({
    origin: ctx.app.config.origin,
    challenge: row.challenge,
    timeoutMs: passkeyChallengeMs,
    known: credentials,
  });
  return { challengeId: challengeId as ChallengeId, endsAt: endOf(row), options };
}

/** Returns the challenge. Throws if it belongs to another borrower or has been deleted. */
async function shownChallenge(read: Read, of: store.ChallengeKey) {
  const row = await store.findPasskeyChallenge(read, of);
  if (!row) throw new Refused('requestIdReused');
  return row;
}

async function credentialsOf(read: Read, borrowerId: string) {
  return (await store.passkeysOf(read, borrowerId)).map((row) => ({
    credentialId: row.credential_id,
    transports: row.transports,
  }));
}

const endOf = (row: { ends_at: Temporal.Instant }) =>
  wireInstant(row.ends_at) as DataOf<typeof passkeyChallenge>['endsAt'];

async function consumeRateLimits(ctx: Ctx, tx: Tx): Promise<boolean> {
  const rateLimits = passkeyRateLimits(ctx.deviceId, countedNets(ctx));
  return await consumeSliding(tx, rateLimits, ctx.wall);
}

type Of = { purpose: 'add' | PasskeyPurpose; borrowerId: string | null; aboutHash: Buffer | null };

async function keepChallenge(
  ctx: Ctx,
  tx: Tx,
  { purpose, borrowerId, aboutHash }: Of,
): Promise<string> {
  const id = newId(ctx.wall);
  await store.insertPasskeyChallenge(tx, {
    id,
    challenge: randomBytes(32),
    purpose,
    device_id: ctx.deviceId,
    borrower_id: borrowerId,
    about_hash: aboutHash,
    ends_at: ctx.wall.add({ milliseconds: passkeyChallengeMs }),
  });
  return id;
}
