// Passwords: Argon2id, two at a time, with a short queue, so that a flood of logins can neither stop the server nor eat its memory.
import { hash, verify } from '@node-rs/argon2';
import { createGate } from '#/kit/gate.ts';

/** OWASP's smallest setting for Argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A hash that no known password has, for numbers without an account: the comparison takes as long as a real one. */
const nobodys = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const gate = createGate(2, 50);

/** The hash to store, in PHC form. @throws Refused systemBusy when too many wait already. Never call it inside a transaction. */
export async function hashPassword(password: string): Promise<string> {
  return await gate(() => hash(password, cost));
}

/**
 * Whether a password is the one whose hash is stored. Where none is stored it compares with nobody's, which takes as long, and says no.
 * @throws Refused systemBusy when too many wait already. Never call it inside a transaction.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const isSame = await gate(() => verify(stored ?? nobodys, password));
  return isSame && stored !== null;
}
