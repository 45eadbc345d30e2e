// What a passkey answers with (WebAuthn level 3, §5.2), in the few parts that the server checks.
// All bytes are in base64url.
import * as v from 'valibot';
import { zChallengeId } from './id.ts';

/** Bytes in base64url, at least one and at most so many. */
export const zBytes = (mostBytes: number) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(Math.ceil((mostBytes * 4) / 3)));
/** At most 1023 bytes (WebAuthn §4, Credential ID). */
export const zCredentialId = zBytes(1023);
export const zClientData = zBytes(4096);

/** The entries of a passkey's answer to a challenge of /user/passkey/challenge. */
const assertionEntries = {
  challengeId: zChallengeId,
  credentialId: zCredentialId,
  clientDataJSON: zClientData,
  authenticatorData: zBytes(4096),
  signature: zBytes(4096),
  userHandle: v.optional(zBytes(64)),
};
export const zAssertion = v.strictObject(assertionEntries);
export type Assertion = v.InferOutput<typeof zAssertion>;

/** A passkey as proof, where a call takes one of several. */
export const zPasskeyProof = v.strictObject({ by: v.literal('passkey'), ...assertionEntries });
