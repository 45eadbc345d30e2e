// A person who has an account or a loan already, made by the calls that a browser makes, for tests
// that begin there.
import { randomBytes } from 'node:crypto';
import { draftSave } from '@sandali/contract/draft.ts';
import { newId } from '@sandali/server/platform/random.ts';
import { type Client, createClient, fetchWithRetry } from '@sandali/server/sandbox/client.ts';
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import {
  addWallet,
  type Life,
  paidOut,
  reviewed,
  signUp,
  takeLoan,
} from '@sandali/server/sandbox/life.ts';
import { newPerson, type Person } from './account.ts';

/** What a login needs, and the person. */
export type Someone = Person & { life: Life; client: Client };

/** A new phone, with nobody logged in. */
export function newClient(origin: string): Client {
  return createClient({
    fetch: fetchWithRetry,
    origin,
    deviceId: randomBytes(16).toString('base64url'),
    wallMs: () => Date.now(),
  });
}

/**
 * Answers the first question of an application, which is asked before its steps: income and payday,
 * kept as a draft.
 */
export async function keepIncome({ client }: Pick<Life, 'client'>): Promise<void> {
  await client.must(draftSave, {
    form: 'work',
    values: { incomeBand: 'over1300k', payday: 'day15and30' },
    leftAt: null,
  });
}

/**
 * Signs somebody up. `number` must be used by this caller only, and so must the face that it draws
 * (sandbox/credit-life.ts): a review sees one face as one person.
 */
export async function signedUp(origin: string, person: Person, number: number): Promise<Life> {
  const codesOf = async (phone: string) => {
    const answer = await fetch(`${origin}/sandbox/api/messages?phone=${encodeURIComponent(phone)}`);
    const { messages } = (await answer.json()) as { messages: { code: string | null }[] };
    return messages.flatMap((one) => one.code ?? []).reverse();
  };
  const { first: firstName, last: lastName, password } = person;
  const phone = `+63${person.phone.replaceAll(' ', '')}`;
  const life: Life = {
    client: newClient(origin),
    phone,
    password,
    firstName,
    lastName,
    number,
    codesOf,
    idOf: () => newId(Temporal.Now.instant()),
  };
  await signUp(life);
  return life;
}

/**
 * Signs somebody up, has the line approved and the GCash wallet of their number added, and gives
 * what a login needs. `nth` (0 to 49) must be the caller's own, and so must `phone`, whose last
 * four digits may select a behaviour of the bank simulator.
 */
export async function personWithLine(
  origin: string,
  nth: number,
  phone = `917 555 ${7000 + nth}`,
): Promise<Someone> {
  const person = { phone, password: 'tagong-salita-7', first: 'Dalisay', last: 'Halimbawa' };
  const life = await signedUp(origin, person, 950 + nth);
  await withLine(life);
  await addWallet(life);
  return { ...person, life, client: life.client };
}

/** Has the line approved. */
async function withLine(life: Life): Promise<void> {
  await applyForCredit(life);
  const verdict = await reviewed(life);
  if (verdict !== 'approved') throw new Error(`the review ended as ${verdict}`);
}

/**
 * Somebody with one loan of ₱60,000 to their wallet, paid out. `nth` is `newPerson`'s, `number` is
 * `signedUp`'s.
 */
export async function personWithLoan(
  origin: string,
  nth: number,
  number: number,
  terms: { termDays?: number } = {},
): Promise<{ life: Life; loanId: string }> {
  const life = await signedUp(origin, newPerson(nth), number);
  await withLine(life);
  const { loanId } = await takeLoan(life, await addWallet(life), terms);
  await paidOut(life, loanId);
  return { life, loanId };
}
