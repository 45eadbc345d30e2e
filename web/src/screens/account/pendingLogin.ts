// A login with a correct password or code that needs more proof on this device. It stays in memory
// while the next screen asks for that proof.
import { navigate } from '#/routes/navigation.ts';
import { paths } from '#/routes/paths.ts';
import type { LoginInput } from './loginForm.ts';

/** Login refusals that ask for more proof: a code, or the ID number's last four characters. */
export type ProofName = 'newDeviceCodeNeeded' | 'idDigitsNeeded';
/** `reason` is why the server asks for a proof. */
export type PendingLogin = { input: LoginInput; asked: ProofName; reason: string };

let pending: PendingLogin | null = null;

/** Returns the pending login, or null after a reload. */
export const getPendingLogin = () => pending;

export function clearPendingLogin(): void {
  pending = null;
}

/** Opens the screen that asks for the proof. */
export async function startLoginProof(login: PendingLogin): Promise<void> {
  pending = login;
  await navigate(paths.newDevice);
}
