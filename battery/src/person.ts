// People of the battery: invented, each with numbers of their own, on a product that runs.
import { randomBytes, randomUUID } from 'node:crypto';
import { type Client, createClient, patiently } from '@sandali/server/sandbox/client.ts';
import type { Life } from '@sandali/server/sandbox/life.ts';
import type { Product } from './product.ts';

/**
 * `isSealed` for a product that takes no plain bodies; `address` for one behind a proxy; `isImpatient` for a client that does not wait where the server
 * asks it to. */
type Person = {
  number: number;
  phone: string;
  isSealed?: boolean;
  address?: string;
  isImpatient?: boolean;
  wrap?: (client: Client) => Client;
};

/** A person with the number 0917 556 <lastFour> or another; `wrap` may stand between the person and the product. */
export function newPerson(product: Product, of: Person): Life {
  const plain = createClient({
    fetch: async (request) => {
      if (of.address) request.headers.set('x-forwarded-for', of.address);
      return await (of.isImpatient ? fetch : patiently)(request);
    },
    get origin() {
      return product.origin;
    },
    deviceId: randomBytes(16).toString('base64url'),
    newRequestId: () => randomUUID(),
    wallMs: () => Date.now(),
    isPlain: !of.isSealed,
  });
  return {
    client: of.wrap ? of.wrap(plain) : plain,
    phone: of.phone,
    password: 'kunwari-lang-ito-8',
    firstName: 'Subok',
    lastName: `Baterya${'abcdefghij'[of.number % 10]}`,
    number: 500 + of.number,
    codesOf: async (phone) => {
      const { messages } = await product.sandbox<{ messages: { code: string | null }[] }>(`messages?phone=${encodeURIComponent(phone)}`);
      return messages.flatMap((one) => one.code ?? []).reverse();
    },
    idOf: () => randomUUID(),
  };
}

type DeskPayout = { reference: string; accountNumber: string; state: string; amountCentavos: number };

/** The payouts that the bank was ordered to make to a wallet's number. */
export async function payoutsTo(product: Product, phone: string): Promise<DeskPayout[]> {
  const { payouts } = await product.sandbox<{ payouts: DeskPayout[] }>('payouts');
  return payouts.filter((one) => one.accountNumber.slice(-10) === phone.slice(-10));
}

/** What does not hold in the books, as one sentence; '' when all does. */
export async function brokenBooks(product: Product): Promise<string> {
  const { breaks } = await product.sandbox<{ breaks: { invariant: string; subject: string; detail: string }[] }>('books');
  return breaks.map((one) => `${one.invariant}: ${one.subject} ${one.detail}`).join('; ');
}
