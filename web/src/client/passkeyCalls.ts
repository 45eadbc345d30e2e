// Making a passkey in the browser, and asking one. The library behind them is loaded when somebody
// presses the button.
import type { Assertion } from '@sandali/contract/assertion.ts';
import type { DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import type { passkeyAdd, passkeyBegin, passkeyChallenge } from '@sandali/contract/passkey.ts';
import { loadChunk } from './chunk.ts';

/**
 * The person said no or waited too long; this phone has one for the account already; or it cannot
 * be done here.
 */
export type PasskeyFailure = 'cancelled' | 'known' | 'unable';
type CreatedPasskey = RequestInputOf<typeof passkeyAdd>;
type PasskeyResult<T> = { ok: true; input: T } | { ok: false; why: PasskeyFailure };

const transports: readonly string[] = [
  'usb',
  'nfc',
  'ble',
  'smart-card',
  'hybrid',
  'internal',
] satisfies CreatedPasskey['transports'];
const library = () => loadChunk(() => import('@simplewebauthn/browser'));

/** Has the device make a passkey, which it asks the person for. It never rejects. */
export async function createPasskey({
  challengeId,
  options,
}: DataOf<typeof passkeyBegin>): Promise<PasskeyResult<CreatedPasskey>> {
  return await tried(async () => {
    const { startRegistration } = await library();
    const { id, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject } = response;
    const known = (response.transports ?? []).filter((one) =>
      transports.includes(one),
    ) as CreatedPasskey['transports'];
    return { challengeId, credentialId: id, clientDataJSON, attestationObject, transports: known };
  });
}

/** Has a passkey answer a challenge, which asks the person for it. It never rejects. */
export async function getAssertion({
  challengeId,
  options,
}: DataOf<typeof passkeyChallenge>): Promise<PasskeyResult<Assertion>> {
  return await tried(async () => {
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

async function tried<T>(attempt: () => Promise<T>): Promise<PasskeyResult<T>> {
  try {
    return { ok: true, input: await attempt() };
  } catch (error) {
    return { ok: false, why: failureOf(error) };
  }
}

/**
 * A browser throws NotAllowedError for a refusal, for a timeout, and if no passkey fits: a page
 * cannot distinguish them.
 */
function failureOf(error: unknown): PasskeyFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  return name === 'InvalidStateError' ? 'known' : 'unable';
}
