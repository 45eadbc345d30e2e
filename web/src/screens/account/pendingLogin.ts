// A login with the right password that needs more proof on this device, kept in memory while the
// next screen asks for the proof.
import { navigate } from '#/routes/navigation.ts';
import { paths } from '#/routes/paths.ts';
import type { LoginInput } from './loginForm.ts';

/** Refusals of a login that lead to a proof: a code, or the ID number's last four. */
export type ProofName = 'newDeviceCodeNeeded' | 'idDigitsNeeded';
/** `why` is the reason in the server's words. */
export type PendingLogin = { input: LoginInput; asked: ProofName; why: string };

let pending: PendingLogin | null = null;

/** The login waiting for its proof, or null; a reload loses it. */
export const getPendingLogin = () => pending;

export function clearPendingLogin(): void {
  pending = null;
}

/** Opens the screen that asks for the proof. */
export async function startLoginProof(login: PendingLogin): Promise<void> {
  pending = login;
  await navigate(paths.newDevice);
}
