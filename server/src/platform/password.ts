// Passwords: Argon2id, a few at a time, with a short queue, so that a flood can neither stop the server nor exhaust its memory. Logins and callers with a
// session have separate queues, and of each of these one is compared at a time, so that a flood of one does not delay another.
import { hash, verify } from '@node-rs/argon2';
import { createGate, createGates } from './gate.ts';

/**
 * `full` is OWASP's smallest setting for Argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. `least` is the least that Argon2id takes (RFC 9106), which
 * the sandbox alone may be set to.
 */
const costs = { full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 }, least: { memoryCost: 8, timeCost: 1, parallelism: 1 } };
export type PasswordCost = keyof typeof costs;
const { memoryCost, timeCost, parallelism } = costs.full;
/** A hash that no known password has, for numbers without an account: the comparison takes as long as a real one. */
const nobodys = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const [atDoor, inside] = [createGate(2, 50), createGate(2, 50)];
const ofOnePerson = createGates(1, 20);

/** `whose` names the borrower of a session; null is somebody who is not logged in. */
const inTurn = <T>(whose: string | null, work: () => Promise<T>) =>
  whose === null ? atDoor(work) : ofOnePerson(whose, () => inside(work));

/** The hash to store, in PHC form. @throws Refused systemBusy when too many wait already. Never call it inside a transaction. */
export async function hashPassword(password: string, cost: PasswordCost, whose: string | null = null): Promise<string> {
  return await inTurn(whose, () => hash(password, costs[cost]));
}

/**
 * Whether a password is the one whose hash is stored. Where none is stored it compares with nobody's, which takes as long, and says no.
 * @throws Refused systemBusy when too many wait already. Never call it inside a transaction.
 */
export async function isPassword(password: string, stored: string | null, whose: string | null = null): Promise<boolean> {
  const isSame = await inTurn(whose, () => verify(stored ?? nobodys, password));
  return isSame && stored !== null;
}
