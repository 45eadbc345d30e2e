// A passkey's assertion (WebAuthn level 3, §5.2): the fields that the server checks, in base64url.
import * as v from 'valibot';
import { zChallengeId } from './id.ts';

/** Creates a schema for 1 to `mostBytes` bytes in base64url. */
export const zBytes = (mostBytes: number) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(Math.ceil((mostBytes * 4) / 3)));
/** At most 1023 bytes (WebAuthn §4, Credential ID). */
export const zCredentialId = zBytes(1023);
export const zClientData = zBytes(4096);

/** A passkey's assertion for a challenge from /user/passkey/challenge. */
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

export const zPasskeyProof = v.strictObject({ by: v.literal('passkey'), ...assertionEntries });
