// Passkeys: making one, signing in, and signing what is confirmed.
import {
  type DeskSession,
  deskPaths,
  type MadePasskey,
  type PasskeyChallenge,
} from '@sandali/contract/desk.ts';
import type { CreationOptions } from '@sandali/contract/passkey.ts';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { post, Wrong } from './api.ts';

type Signed = { challengeId: string; response: unknown };

/** @throws Wrong */
export async function signInByPasskey(): Promise<DeskSession> {
  const challenge = await post<PasskeyChallenge>(deskPaths.signInChallenge, {});
  return await post<DeskSession>(deskPaths.signIn, await signChallenge(challenge));
}

/** Makes a passkey on this device, for two engineers to add. @throws Wrong */
export async function makePasskey(name: string): Promise<MadePasskey> {
  const { challengeId, options } = await post<PasskeyChallenge<CreationOptions>>(
    deskPaths.passkeyChallenge,
    { name },
  );
  const response = await askDevice(() => startRegistration({ optionsJSON: options }));
  return await post<MadePasskey>(deskPaths.passkey, { challengeId, response });
}

/** Asks the person to sign a challenge by their passkey. @throws Wrong */
export async function signChallenge(challenge: PasskeyChallenge): Promise<Signed> {
  const { challengeId, options } = challenge;
  const response = await askDevice(() => startAuthentication({ optionsJSON: options }));
  return { challengeId, response };
}

async function askDevice<R>(ask: () => Promise<R>): Promise<R> {
  try {
    return await ask();
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw new Wrong(
      isKnown
        ? 'This device already has a passkey of yours. Use it to sign in.'
        : 'The passkey was not used. Try again, and unlock the device when it asks.',
      0,
    );
  }
}
