// Creates people who already have an account or a loan, with the calls that a browser would make.
import { randomBytes } from 'node:crypto';
import { codeSms } from '@sandali/contract/account.ts';
import { draftSave } from '@sandali/contract/draft.ts';
import { bankcardAdd } from '@sandali/contract/payoutAccounts.ts';
import { newId } from '@sandali/server/platform/random.ts';
import { type Client, createClient, fetchWithRetry } from '@sandali/server/sandbox/client.ts';
import { applyUntilApproved } from '@sandali/server/sandbox/credit-life.ts';
import {
  addWallet,
  type Life,
  paidOut,
  signUp,
  takeLoan,
  until,
} from '@sandali/server/sandbox/life.ts';
import { newPerson, type Person } from './account.ts';

/** A person with a client that is logged in. */
export type Someone = Person & { life: Life; client: Client };

/** Returns a client on a new device that is not logged in. */
export function newClient(origin: string): Client {
  return createClient({
    fetch: fetchWithRetry,
    origin,
    deviceId: randomBytes(16).toString('base64url'),
    wallMs: () => Date.now(),
  });
}

/** Saves income and payday as a draft. An application asks for them first, before its steps. */
export async function saveIncomeDraft({ client }: Pick<Life, 'client'>): Promise<void> {
  await client.must(draftSave, {
    form: 'work',
    values: { incomeBand: 'over1300k', payday: 'day15and30' },
    leftAt: null,
  });
}

/**
 * Signs a person up. No other caller may use the same `number`. It also determines the face
 * (sandbox/credit-life.ts), and the review treats equal faces as one person.
 */
export async function signUpPerson(origin: string, person: Person, number: number): Promise<Life> {
  const codesOf = async (phone: string) => {
    const answer = await fetch(`${origin}/sandbox/api/messages?phone=${encodeURIComponent(phone)}`);
    const { messages } = (await answer.json()) as { messages: { code: string | null }[] };
    return messages.flatMap(({ code }) => code ?? []).reverse();
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
 * Adds a BDO account with a code from an SMS.
 * @returns the account's id
 */
export async function addBankAccount(life: Life, accountNumber: string): Promise<string> {
  const { client, phone } = life;
  const codes = async () => await life.codesOf(phone);
  const before = (await codes()).length;
  const { challengeId } = await client.must(codeSms, { phone, purpose: 'bankAccount' });
  const code = await until('the code', async () => (await codes())[before]);
  const { card } = await client.must(bankcardAdd, {
    ownerName: `${life.firstName} ${life.lastName}`,
    bankId: 'bdo',
    accountNumber,
    phone,
    proof: { by: 'code', challengeId, code },
  });
  return card.accountId;
}

/**
 * Signs a person up, gets a credit line approved and adds the person's GCash wallet. No other
 * caller may use the same `nth` or `phone`. The last four digits of the phone may select how the
 * simulated bank behaves.
 */
export async function personWithLine(
  origin: string,
  nth: number,
  phone = `917 555 ${7000 + nth}`,
): Promise<Someone> {
  const person = { phone, password: 'tagong-salita-7', first: 'Dalisay', last: 'Halimbawa' };
  const life = await signUpPerson(origin, person, 950 + nth);
  await applyUntilApproved(life);
  await addWallet(life);
  return { ...person, life, client: life.client };
}

/**
 * Creates a person with a ₱60,000 loan that was paid out to a wallet. `nth` is for `newPerson`,
 * `number` for `signUpPerson`.
 */
export async function personWithLoan(
  origin: string,
  nth: number,
  number: number,
  terms: { termDays?: number } = {},
): Promise<{ life: Life; loanId: string }> {
  const life = await signUpPerson(origin, newPerson(nth), number);
  await applyUntilApproved(life);
  const { loanId } = await takeLoan(life, await addWallet(life), terms);
  await paidOut(life, loanId);
  return { life, loanId };
}
