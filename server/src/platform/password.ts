// Hashes passwords with Argon2id, two at a time with a short queue. A flood therefore neither stops
// the server nor exhausts its memory. Sessions, known devices and strangers take turns
// (docs/decisions/0070).
import { hash, verify } from '@node-rs/argon2';
import { createFairGate, type Turn } from './gate.ts';

/**
 * `full` is OWASP's minimum for Argon2id (Password Storage Cheat Sheet). `least` is the minimum
 * that Argon2id allows (RFC 9106); only the sandbox can use it.
 */
const costs = {
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  least: { memoryCost: 8, timeCost: 1, parallelism: 1 },
};
export type PasswordCost = keyof typeof costs;
const { memoryCost, timeCost, parallelism } = costs.full;
/**
 * A hash that no password matches. With it, a comparison takes just as long for phone numbers
 * without an account.
 */
const nobodys = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Who submits the password: a session (key: its borrower), a device that the number's owner has
 * used (key: its id), or a stranger (key: the network).
 */
export type PasswordTurn = Turn<'session' | 'knownDevice' | 'stranger'>;
const inTurn = createFairGate<PasswordTurn['lane']>({
  width: 2,
  waitingOfOne: 50,
  waitingOfLane: 500,
});

/**
 * Returns the hash to store, in PHC form.
 * @throws Refused systemBusy if too many wait. Never call it inside a transaction.
 */
export async function hashPassword(
  password: string,
  cost: PasswordCost,
  turn: PasswordTurn,
): Promise<string> {
  return await inTurn(turn, () => hash(password, costs[cost]));
}

/**
 * Whether a password matches the stored hash. Without a stored hash, compares with a dummy hash,
 * which takes as long, and returns false.
 * @throws Refused systemBusy if too many wait. Never call it inside a transaction.
 */
export async function matchesPassword(
  password: string,
  stored: string | null,
  turn: PasswordTurn,
): Promise<boolean> {
  const isSame = await inTurn(turn, () => verify(stored ?? nobodys, password));
  return isSame && stored !== null;
}

/**
 * Waits for a turn without comparing a password, so that the response time reveals nothing.
 * @throws Refused systemBusy if too many wait. Never call it inside a transaction.
 */
export async function waitForTurn(turn: PasswordTurn): Promise<void> {
  await inTurn(turn, async () => {});
}
