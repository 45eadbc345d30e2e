// The passkey protocol (WebAuthn level 3): the options for a browser, and the verification of its
// response. It does not use the database, and a wrong response does not throw.
import type { Assertion } from '@sandali/contract/assertion.ts';
import type { RequestOf } from '@sandali/contract/call.ts';
import {
  type CreationOptions,
  type passkeyAdd,
  passkeyTransports,
  type SigningOptions,
} from '@sandali/contract/passkey.ts';
import {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers';

type Transport = (typeof passkeyTransports)[number];
/** A passkey as the browser receives it. */
type Named = { credentialId: Buffer; transports: readonly string[] };
type Attestation = Pick<
  RequestOf<typeof passkeyAdd>,
  'credentialId' | 'clientDataJSON' | 'attestationObject'
>;

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

/**
 * Returns the site that passkeys belong to: its host, and the origin from which a browser must
 * respond.
 */
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
  /** How long the browser waits for the person. */
  timeoutMs: number;
  known: readonly Named[];
};

/**
 * Returns the options for creating a passkey. It may come from any maker, can be discovered by a
 * login (residentKey), and must verify its user each time.
 */
export async function creationOptions({
  origin,
  company,
  userHandle,
  userName,
  challenge,
  timeoutMs,
  known,
}: Making): Promise<CreationOptions> {
  const { rpId } = siteOf(origin);
  const options = await generateRegistrationOptions({
    rpName: company,
    rpID: rpId,
    userID: new Uint8Array(userHandle),
    userName,
    userDisplayName: userName,
    challenge: new Uint8Array(challenge),
    timeout: timeoutMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
  });
  return {
    rp: { id: rpId, name: options.rp.name },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: timeoutMs,
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
 * Returns options that request a response from one of the listed passkeys, or from any passkey if
 * none is listed.
 */
export function requestOptions(of: {
  origin: string;
  challenge: Buffer;
  timeoutMs: number;
  known: readonly Named[];
}): SigningOptions {
  return {
    rpId: siteOf(of.origin).rpId,
    challenge: of.challenge.toString('base64url'),
    timeout: of.timeoutMs,
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
 * Returns the new passkey in an attestation; null if the attestation is for another challenge or
 * site, or the user was not verified.
 */
export async function newKeyOf(
  attestation: Attestation,
  of: { origin: string; challenge: Buffer },
): Promise<NewKey | null> {
  const site = siteOf(of.origin);
  if (!isPlainAttestation(attestation.attestationObject)) return null;
  const { credentialId: id, clientDataJSON, attestationObject } = attestation;
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
    // The library throws on any wrong value, with a message that contains the value.
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
 * Whether an attestation omits the authenticator's maker, as requested: it is empty, or signed by
 * the new key itself. For any other attestation, the library would fetch addresses named in its
 * certificates.
 */
function isPlainAttestation(attestationObject: string): boolean {
  try {
    const attestation = decodeAttestationObject(new Uint8Array(bytes(attestationObject)));
    return (
      attestation.get('fmt') === 'none' ||
      (attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
    );
  } catch {
    return false; // not CBOR
  }
}

type KnownKey = { credentialId: Buffer; publicKey: Buffer; userHandle: Buffer };

/**
 * Returns the use counter and backup state in a passkey response; null if the response is wrong.
 */
export async function answerOf(
  assertion: Omit<Assertion, 'challengeId'>,
  of: { origin: string; challenge: Buffer; passkey: KnownKey },
): Promise<{ counter: number; isBackedUp: boolean } | null> {
  const { credentialId: id, clientDataJSON, authenticatorData, signature, userHandle } = assertion;
  if (userHandle !== undefined && !bytes(userHandle).equals(of.passkey.userHandle)) return null;
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
    // The statement that writes the counter also compares it, because it may have advanced
    // meanwhile.
    credential: { id, publicKey: new Uint8Array(of.passkey.publicKey), counter: 0 },
  }).catch(() => null); // see newKeyOf
  if (!answer?.verified) return null;
  return {
    counter: answer.authenticationInfo.newCounter,
    isBackedUp: answer.authenticationInfo.credentialBackedUp,
  };
}
