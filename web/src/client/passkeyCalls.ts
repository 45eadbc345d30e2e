// Creates and uses passkeys in the browser. The library is loaded when the borrower presses the
// button.
import type { Assertion } from '@sandali/contract/assertion.ts';
import type { DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import type { passkeyAdd, passkeyBegin, passkeyChallenge } from '@sandali/contract/passkey.ts';
import { loadChunk } from './chunk.ts';

/**
 * `cancelled`: the borrower refused or did not respond in time. `known`: this phone already has a
 * passkey for the account. `unable`: this device does not support passkeys.
 */
export type PasskeyFailure = 'cancelled' | 'known' | 'unable';
type CreatedPasskey = RequestInputOf<typeof passkeyAdd>;
type PasskeyResult<T> = { ok: true; input: T } | { ok: false; failure: PasskeyFailure };

const transports: readonly string[] = [
  'usb',
  'nfc',
  'ble',
  'smart-card',
  'hybrid',
  'internal',
] satisfies CreatedPasskey['transports'];
const library = () => loadChunk(() => import('@simplewebauthn/browser'));

/** Asks the device to create a passkey, with the borrower's consent. Never rejects. */
export async function createPasskey({
  challengeId,
  options,
}: DataOf<typeof passkeyBegin>): Promise<PasskeyResult<CreatedPasskey>> {
  return await resultOf(async () => {
    const { startRegistration } = await library();
    const { id, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject } = response;
    const known = (response.transports ?? []).filter((transport) =>
      transports.includes(transport),
    ) as CreatedPasskey['transports'];
    return { challengeId, credentialId: id, clientDataJSON, attestationObject, transports: known };
  });
}

/**
 * Asks the device to sign a challenge with a passkey, with the borrower's consent. Never rejects.
 */
export async function getAssertion({
  challengeId,
  options,
}: DataOf<typeof passkeyChallenge>): Promise<PasskeyResult<Assertion>> {
  return await resultOf(async () => {
    const { startAuthentication } = await library();
    const { id, response } = await startAuthentication({ optionsJSON: options });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      challengeId,
      credentialId: id,
      clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle ? { userHandle } : {}),
    };
  });
}

async function resultOf<T>(attempt: () => Promise<T>): Promise<PasskeyResult<T>> {
  try {
    return { ok: true, input: await attempt() };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

/**
 * Returns the kind of failure. Browsers throw NotAllowedError for a refusal, a timeout and a
 * missing passkey alike.
 */
function failureOf(error: unknown): PasskeyFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  return name === 'InvalidStateError' ? 'known' : 'unable';
}
