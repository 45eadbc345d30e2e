// A correct login that needs more proof on this device: what was typed, kept in memory while the
// next screen asks for the proof.
import { navigate } from '#/routes/navigation.ts';
import { paths } from '#/routes/paths.ts';
import type { LoginInput } from './loginForm.ts';

/** Which refusals of a login lead on to a proof: a code, or the last four of the ID number. */
export type ProofName = 'newDeviceCodeNeeded' | 'idDigitsNeeded';
/** `why` is the server's words. */
export type PendingLogin = { input: LoginInput; asked: ProofName; why: string };

let pending: PendingLogin | null = null;

/** The login that waits for its proof, or null: after a reload there is none. */
export const getPendingLogin = () => pending;

export function clearPendingLogin(): void {
  pending = null;
}

/** Goes on to the screen that asks for the proof. */
export async function startLoginProof(login: PendingLogin): Promise<void> {
  pending = login;
  await navigate(paths.newDevice);
}
