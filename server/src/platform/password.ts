// Passwords: Argon2id, two at a time, with a short queue, so that a flood can neither stop the
// server nor exhaust its memory. Sessions, known devices and strangers take turns
// (docs/decisions/0070).
import { hash, verify } from '@node-rs/argon2';
import { createFairGate, type Turn } from './gate.ts';

/**
 * `full` is OWASP's smallest setting for Argon2id (Password Storage Cheat Sheet): 19 MiB, two
 * passes, one lane. `least` is the least that Argon2id takes (RFC 9106), which the sandbox alone
 * may be set to.
 */
const costs = {
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  least: { memoryCost: 8, timeCost: 1, parallelism: 1 },
};
export type PasswordCost = keyof typeof costs;
const { memoryCost, timeCost, parallelism } = costs.full;
/**
 * A hash that no known password has, for numbers without an account: the comparison takes as long
 * as a real one.
 */
const nobodys = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Who asks: a session by its borrower, a device that the number's owner has used by its id, or a
 * stranger by its network.
 */
export type PasswordTurn = Turn<'session' | 'knownDevice' | 'stranger'>;
const inTurn = createFairGate<PasswordTurn['lane']>({
  width: 2,
  waitingOfOne: 50,
  waitingOfLane: 500,
});

/**
 * The hash to store, in PHC form.
 * @throws Refused systemBusy when too many wait already. Never call it inside a transaction.
 */
export async function hashPassword(
  password: string,
  cost: PasswordCost,
  turn: PasswordTurn,
): Promise<string> {
  return await inTurn(turn, () => hash(password, costs[cost]));
}

/**
 * Whether a password is the one whose hash is stored. Where none is stored it compares with
 * nobody's, which takes as long, and says no.
 * @throws Refused systemBusy when too many wait already. Never call it inside a transaction.
 */
export async function isPassword(
  password: string,
  stored: string | null,
  turn: PasswordTurn,
): Promise<boolean> {
  const isSame = await inTurn(turn, () => verify(stored ?? nobodys, password));
  return isSame && stored !== null;
}

/**
 * Waits like a comparison and does none, so that the time of an answer says nothing.
 * @throws Refused systemBusy when too many wait already. Never call it inside a transaction.
 */
export async function waitForTurn(turn: PasswordTurn): Promise<void> {
  await inTurn(turn, async () => {});
}
