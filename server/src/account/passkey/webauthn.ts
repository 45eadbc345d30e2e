// The protocol of passkeys (WebAuthn level 3) as we use it: the options for a browser, and the
// verification of its answer. It does not use the database, and a bad answer does not throw.
import type { Assertion } from '@sandali/contract/assertion.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import {
  type passkeyAdd,
  type passkeyBegin,
  type passkeyChallenge,
  passkeyTransports,
} from '@sandali/contract/passkey.ts';
import {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { passkeyChallengeMs } from '#/account/rules.ts';

export type Transport = (typeof passkeyTransports)[number];
/** A passkey as the browser receives it. */
type Named = { credentialId: Buffer; transports: readonly string[] };
type CreationOptions = DataOf<typeof passkeyBegin>['options'];
type RequestOptions = DataOf<typeof passkeyChallenge>['options'];
type Attestation = RequestOf<typeof passkeyAdd>;

/** What is kept of a new passkey. */
export type NewKey = {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  isBackedUp: boolean;
};

const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];
const isTransport = (name: string): name is Transport =>
  (passkeyTransports as readonly string[]).includes(name);
const bytes = (text: string) => Buffer.from(text, 'base64url');

/** The site that passkeys belong to: its host, and the address that a browser must have been at. */
function siteOf(origin: string): { rpId: string; origin: string } {
  const url = new URL(origin);
  return { rpId: url.hostname, origin: url.origin };
}

type Making = {
  origin: string;
  company: string;
  userHandle: Buffer;
  userName: string;
  challenge: Buffer;
  known: readonly Named[];
};

/**
 * Asks for a passkey that a login can find by itself (residentKey) and that checks its person each
 * time; which maker's does not matter.
 */
export async function creationOptions({
  origin,
  company,
  userHandle,
  userName,
  challenge,
  known,
}: Making): Promise<CreationOptions> {
  const { rpId } = siteOf(origin);
  const made = await generateRegistrationOptions({
    rpName: company,
    rpID: rpId,
    userID: new Uint8Array(userHandle),
    userName,
    userDisplayName: userName,
    challenge: new Uint8Array(challenge),
    timeout: passkeyChallengeMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
  });
  return {
    rp: { id: rpId, name: made.rp.name },
    user: made.user,
    challenge: made.challenge,
    pubKeyCredParams: made.pubKeyCredParams,
    timeout: passkeyChallengeMs,
    attestation: 'none',
    excludeCredentials: known.map(credentialOf),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/**
 * Asks a passkey for its answer: one of those named, or where none are, any that the person picks.
 */
export function requestOptions(of: {
  origin: string;
  challenge: Buffer;
  known: readonly Named[];
}): RequestOptions {
  return {
    rpId: siteOf(of.origin).rpId,
    challenge: of.challenge.toString('base64url'),
    timeout: passkeyChallengeMs,
    userVerification: 'required',
    allowCredentials: of.known.map(credentialOf),
  };
}

function credentialOf({ credentialId, transports }: Named) {
  return {
    id: credentialId.toString('base64url'),
    type: 'public-key' as const,
    transports: transports.filter(isTransport),
  };
}

/**
 * The new passkey of an answer, or null where the answer is not to this challenge, not from our
 * pages, or its person was not checked.
 */
export async function newKeyOf(
  given: Attestation,
  of: { origin: string; challenge: Buffer },
): Promise<NewKey | null> {
  const site = siteOf(of.origin);
  if (!isPlainAttestation(given.attestationObject)) return null;
  const { credentialId: id, clientDataJSON, attestationObject } = given;
  const answer = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: of.challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
    // it throws at whatever is not as it must be, and in words that name what came
  }).catch(() => null);
  if (!answer?.verified) return null;
  const { credential, credentialBackedUp } = answer.registrationInfo;
  if (credential.id !== id) return null;
  return {
    credentialId: bytes(credential.id),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    isBackedUp: credentialBackedUp,
  };
}

/**
 * Whether an answer says nothing of its maker, as we asked: none, or signed by the new key itself.
 * One with certificates would have the library fetch what these name.
 */
function isPlainAttestation(attestationObject: string): boolean {
  try {
    const made = decodeAttestationObject(new Uint8Array(bytes(attestationObject)));
    return (
      made.get('fmt') === 'none' ||
      (made.get('fmt') === 'packed' && made.get('attStmt').get('x5c') === undefined)
    );
  } catch {
    return false; // no CBOR
  }
}

type Held = { credentialId: Buffer; publicKey: Buffer; userHandle: Buffer };

/**
 * What a passkey says in a right answer: how often it was used, and whether its maker keeps a copy.
 * Null where the answer is not a right one.
 */
export async function answerOf(
  given: Assertion,
  of: { origin: string; challenge: Buffer; held: Held },
): Promise<{ counter: number; isBackedUp: boolean } | null> {
  const { credentialId: id, clientDataJSON, authenticatorData, signature, userHandle } = given;
  if (userHandle !== undefined && !bytes(userHandle).equals(of.held.userHandle)) return null;
  const site = siteOf(of.origin);
  const answer = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: of.challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    // The count is compared where it is written, in one statement: here it may already have moved.
    credential: { id, publicKey: new Uint8Array(of.held.publicKey), counter: 0 },
  }).catch(() => null); // see newKeyOf
  if (!answer?.verified) return null;
  return {
    counter: answer.authenticationInfo.newCounter,
    isBackedUp: answer.authenticationInfo.credentialBackedUp,
  };
}
