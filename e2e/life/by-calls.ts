// A person who has got somewhere already: made by the calls that a browser makes, in two seconds, for tests that begin there.
import { randomBytes, randomUUID } from 'node:crypto';
import { createClient } from '@sandali/server/sandbox/client.ts';
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, type Life, reviewed, signUp } from '@sandali/server/sandbox/life.ts';
import type { Person } from './account.ts';

/** Signs somebody up. `number` must be the caller's own, and so must its remainder by 360, which colours the face: a review sees one face as one person. */
export async function signedUp(origin: string, person: Person, number: number): Promise<Life> {
  const client = createClient({
    fetch: (request) => fetch(request),
    origin,
    deviceId: randomBytes(16).toString('base64url'),
    newRequestId: () => randomUUID(),
    wallMs: () => Date.now(),
  });
  const codesOf = async (phone: string) => {
    const answer = await fetch(`${origin}/sandbox/api/messages?phone=${encodeURIComponent(phone)}`);
    const { messages } = (await answer.json()) as { messages: { code: string | null }[] };
    return messages.flatMap((one) => one.code ?? []).reverse();
  };
  const { first: firstName, last: lastName, password } = person;
  const phone = `+63${person.phone.replaceAll(' ', '')}`;
  const life: Life = { client, phone, password, firstName, lastName, number, codesOf, idOf: () => randomUUID() };
  await signUp(life);
  return life;
}

/**
 * Signs somebody up, has the line approved and the GCash wallet of their number added, and gives what a login needs. `nth` (0 to 49) must be the
 * caller's own, and so must `phone`, whose last four digits may be a character of the bank simulator.
 */
export async function personWithLine(origin: string, nth: number, phone = `917 555 ${7000 + nth}`): Promise<Person> {
  const person = { phone, password: 'tagong-salita-7', first: 'Dalisay', last: 'Halimbawa' };
  const life = await signedUp(origin, person, 950 + nth);
  await applyForCredit(life);
  const verdict = await reviewed(life);
  if (verdict !== 'approved') throw new Error(`the review ended as ${verdict}`);
  await addWallet(life);
  return person;
}
