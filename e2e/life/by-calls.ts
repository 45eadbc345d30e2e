// A person who has got somewhere already: made by the calls that a browser makes, in two seconds, for tests that begin there.
import { randomBytes, randomUUID } from 'node:crypto';
import { createClient } from '@sandali/server/sandbox/client.ts';
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, type Life, reviewed, signUp } from '@sandali/server/sandbox/life.ts';
import type { Person } from './account.ts';

/**
 * Signs somebody up, has the line approved and a GCash wallet added, and gives what a login needs. `nth` (0 to 49) must be the caller's own:
 * it makes the number and the ID.
 */
export async function personWithLine(origin: string, nth: number): Promise<Person> {
  const person = { phone: `917 555 ${7000 + nth}`, password: 'tagong-salita-7', first: 'Dalisay', last: 'Halimbawa' };
  const client = createClient({
    fetch: (request) => fetch(request),
    origin,
    deviceId: randomBytes(16).toString('base64url'),
    newRequestId: () => randomUUID(),
    wallMs: () => Date.now(),
  });
  const life: Life = {
    client,
    phone: `+63${person.phone.replaceAll(' ', '')}`,
    password: person.password,
    firstName: person.first,
    lastName: person.last,
    number: 950 + nth,
    codesOf: async (phone) => {
      const answer = await fetch(`${origin}/sandbox/api/messages?phone=${encodeURIComponent(phone)}`);
      const { messages } = (await answer.json()) as { messages: { code: string | null }[] };
      return messages.flatMap((one) => one.code ?? []).reverse();
    },
    idOf: () => randomUUID(),
  };
  await signUp(life);
  await applyForCredit(life);
  const verdict = await reviewed(life);
  if (verdict !== 'approved') throw new Error(`the review ended as ${verdict}`);
  await addWallet(life);
  return person;
}
