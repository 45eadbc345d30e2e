// Passkeys of staff: a browser makes one, which two people then add as a key, and signs in with it.

import { hourMs } from '@sandali/contract/day.ts';
import type {
  MadePasskey,
  PasskeyChallenge,
  zMadePasskeyResponse,
  zSignedResponse,
} from '@sandali/contract/desk.ts';
import type { CreationOptions } from '@sandali/contract/passkey.ts';
import type * as v from 'valibot';
import type { AppContext } from '#/context/app-context.ts';
import { audit } from '#/context/audit.ts';
import { consumeRateLimit, type RateLimit } from '#/context/rate-limit.ts';
import { inTx } from '#/db/database.ts';
import { manilaMinute } from '#/platform/days.ts';
import { newId, randomBytes } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import { answerOf, creationOptions, newKeyOf, requestOptions } from '#/platform/webauthn.ts';
import { fingerprintOf, hashOfPasskey } from '#/staff/fingerprint.ts';
import { holderOfHash, type StaffHolder } from '#/staff/key.ts';
import { passkeyWaitHours } from '#/staff/passkey.ts';
import {
  countSignature,
  countUnadded,
  deleteUnproposed,
  insertPasskey,
  type KeptPasskey,
  passkeyByCredential,
  passkeysOfKeys,
} from '#/staff/passkeys.store.ts';
import { whyStopped } from '#/staff/perform.ts';
import { challengeMs, keptMs } from './rules.ts';
import { rowOf } from './session.ts';
import * as store from './store.ts';

/** Anybody who reaches the desk can ask for these challenges, so all of them share the limits. */
const strangersPerHour = { name: 'desk:challenges', limit: 1000, windowMs: hourMs };
const newPasskeysPerHour = { name: 'desk:newPasskeys', limit: 60, windowMs: hourMs };
/** How many passkeys of one name can wait to be added. */
const mostUnadded = 3;

const busy =
  'Too many passkeys were asked for within an hour. Wait, or use the command line with your key.';

/** Creates a challenge of 32 random bytes, valid for two minutes. @throws Declined */
export async function newChallenge(
  { db, clocks }: AppContext,
  of: Omit<store.Challenge, 'id' | 'challenge' | 'endsAt'>,
  limit: RateLimit = strangersPerHour,
): Promise<store.Challenge> {
  const wall = clocks.wall();
  if (!(await consumeRateLimit(db, limit, wall))) throw new Declined(busy);
  const challenge: store.Challenge = {
    ...of,
    id: newId(wall),
    challenge: randomBytes(32),
    endsAt: wall.add({ milliseconds: challengeMs }),
  };
  await store.insertChallenge(db, challenge);
  return challenge;
}

/** Returns the options with which a newcomer's browser makes a passkey. @throws Declined */
export async function offerPasskey(
  app: AppContext,
  name: string,
): Promise<PasskeyChallenge<CreationOptions>> {
  const wall = app.clocks.wall();
  const oldest = wall.subtract({ milliseconds: keptMs });
  await deleteUnproposed(app.db, oldest);
  if ((await countUnadded(app.db, name, oldest)) >= mostUnadded)
    throw new Declined(
      `${mostUnadded} passkeys of ${name} wait to be added. Use one of them, or wait until they are deleted after 7 days.`,
    );
  if (!(await consumeRateLimit(app.db, newPasskeysPerHour, wall)))
    throw new Declined('Too many passkeys were made within an hour. Try again later.');
  const userHandle = randomBytes(32);
  const { id, challenge } = await newChallenge(app, { purpose: 'make', name, userHandle });
  const options = await creationOptions({
    origin: app.config.deskOrigin,
    company: (await app.settings.all()).companyName,
    userHandle,
    userName: name,
    challenge,
    timeoutMs: challengeMs,
    known: [],
  });
  return { challengeId: id, options };
}

type Answer<R> = { challengeId: string; response: R };

/** Keeps a new passkey until two people add it. @throws Declined if it cannot be verified */
export async function keepPasskey(
  app: AppContext,
  { challengeId, response }: Answer<v.InferOutput<typeof zMadePasskeyResponse>>,
): Promise<MadePasskey> {
  const wall = app.clocks.wall();
  const taken = await store.takeChallenge(app.db, { id: challengeId, purpose: 'make' }, wall);
  const { name, userHandle, challenge } = taken ?? {};
  const passkey =
    name && userHandle && challenge && (await verifiedNew(app, response, { challenge }));
  if (!passkey)
    throw new Declined('The passkey could not be verified, or took too long. Make it again.');
  const { credentialId, publicKey, counter } = passkey;
  const tokenHash = hashOfPasskey(passkey);
  const fingerprint = fingerprintOf(tokenHash);
  const row = { tokenHash, credentialId, publicKey, userHandle, name, signCount: counter };
  const isNew = await inTx(app.db, async (tx) => {
    const isKept = await insertPasskey(tx, { ...row, madeAt: wall });
    const at = app.clocks.now();
    // Nobody has verified the name yet.
    if (isKept)
      await audit(tx, { at, who: 'desk', act: 'deskPasskeyMade', detail: { name, fingerprint } });
    return isKept;
  });
  if (!isNew) throw new Declined('This passkey is known already. Make another.');
  return { name, fingerprint };
}

async function verifiedNew(
  { config }: AppContext,
  { id, response }: v.InferOutput<typeof zMadePasskeyResponse>,
  { challenge }: { challenge: Buffer },
) {
  const { clientDataJSON, attestationObject } = response;
  return await newKeyOf(
    { credentialId: id, clientDataJSON, attestationObject },
    { origin: config.deskOrigin, challenge },
  );
}

/** Returns the options with which any passkey of this desk signs in. */
export async function offerSignIn(app: AppContext): Promise<PasskeyChallenge> {
  const { id, challenge } = await newChallenge(app, { purpose: 'signIn' });
  const of = { origin: app.config.deskOrigin, challenge, timeoutMs: challengeMs, known: [] };
  return { challengeId: id, options: requestOptions(of) };
}

type Signed = Answer<v.InferOutput<typeof zSignedResponse>>;

/**
 * Uses up a challenge and verifies the answer of a passkey to it.
 * @returns the passkey with its challenge; null if the passkey is unknown; or why it is refused
 */
export async function verifySigned(
  app: AppContext,
  purpose: store.Purpose,
  { challengeId, response: { id, response } }: Signed,
): Promise<Verified | { passkey: KeptPasskey; failure: 'late' | 'unverified' | 'copied' } | null> {
  const challenge = await store.takeChallenge(
    app.db,
    { id: challengeId, purpose },
    app.clocks.wall(),
  );
  const passkey = await passkeyByCredential(app.db, Buffer.from(id, 'base64url'));
  if (!passkey) return null;
  if (!challenge) return { passkey, failure: 'late' };
  const { userHandle, ...signed } = response;
  const answer = await answerOf(
    { credentialId: id, ...signed, ...(userHandle && { userHandle }) },
    { origin: app.config.deskOrigin, challenge: challenge.challenge, passkey },
  );
  if (!answer) return { passkey, failure: 'unverified' };
  if (!(await countSignature(app.db, passkey.tokenHash, answer.counter))) {
    app.log.warn('the counter of a passkey of staff went back: it may have been copied', {
      event: 'staff passkey copied',
    });
    return { passkey, failure: 'copied' };
  }
  return { passkey, challenge, failure: null };
}
export type Verified = {
  passkey: KeptPasskey;
  challenge: NonNullable<Awaited<ReturnType<typeof store.takeChallenge>>>;
  failure: null;
};

type Failure = 'unverified' | 'copied' | 'notAdded' | 'waits' | NonNullable<StaffHolder['stopped']>;

/**
 * Returns whose passkey has signed a challenge for a sign-in, and null if it is unknown. The trail
 * keeps each refusal of a known passkey, except without a challenge, because those have no limit.
 * @throws Declined if the answer or the passkey is refused
 */
export async function signInOf(
  app: AppContext,
  signed: Signed,
): Promise<{ holder: StaffHolder; keyHash: Buffer } | null> {
  const verified = await verifySigned(app, 'signIn', signed);
  if (!verified) return null;
  if (verified.failure === 'late') throw new Declined(sentences.unverified);
  const { passkey } = verified;
  const holder = await holderOfHash(app, passkey.tokenHash);
  const refusal = verified.failure
    ? { failure: verified.failure, wrong: sentences[verified.failure] }
    : await whyNotOpen(app, passkey, holder);
  if (holder && !refusal) return { holder, keyHash: passkey.tokenHash };
  const failure: Failure = refusal?.failure ?? 'notAdded';
  const fingerprint = fingerprintOf(passkey.tokenHash);
  // A passkey that nobody added has only the name that its maker typed.
  const who = holder ?? { name: 'desk', keyId: fingerprint };
  await inTx(app.db, (tx) =>
    audit(tx, rowOf(app, who, 'deskSignInRefused', { outcome: failure, fingerprint })),
  );
  throw new Declined(refusal?.wrong ?? `Two engineers must add this passkey first: ${fingerprint}`);
}

const sentences = {
  unverified: 'The sign-in could not be verified, or took too long. Sign in again.',
  copied:
    'This passkey has been used elsewhere and may have been copied. Tell an engineer, who can suspend it.',
};

/** Says why a verified passkey may not be used; null if it may, or is the key of nobody. */
export async function whyNotOpen(
  { db, clocks }: AppContext,
  { tokenHash }: KeptPasskey,
  holder: StaffHolder | null,
): Promise<{ failure: Failure; wrong: string } | null> {
  if (!holder) return null;
  const { stopped } = holder;
  if (stopped) return { failure: stopped, wrong: whyStopped(stopped, holder) };
  const own = await passkeysOfKeys(db, holder.keyId);
  const waitsFrom = own.find((passkey) => passkey.tokenHash.equals(tokenHash))?.waitsFrom;
  const from = waitsFrom?.add({ hours: passkeyWaitHours });
  return from && Temporal.Instant.compare(clocks.now(), from) < 0
    ? {
        failure: 'waits',
        wrong: `This passkey was just added. Use it from ${manilaMinute(from)} on.`,
      }
    : null;
}
