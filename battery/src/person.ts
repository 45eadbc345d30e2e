// Creates fictitious people on a running product, each with a different mobile number.
import { randomBytes } from 'node:crypto';
import { codeSms } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { codePic } from '@sandali/contract/pictureCode.ts';
import { register } from '@sandali/contract/signUp.ts';
import { newId } from '@sandali/server/platform/random.ts';
import { type Client, createClient, fetchWithRetry } from '@sandali/server/sandbox/client.ts';
import { type Life, until } from '@sandali/server/sandbox/life.ts';
import type { Product } from './product.ts';

/**
 * Set `isSealed` if the product refuses plain bodies, `address` if it is behind a proxy, and
 * `isImpatient` if the client should ignore the server's requests to wait.
 */
type Person = {
  number: number;
  phone: string;
  isSealed?: boolean;
  address?: string;
  isImpatient?: boolean;
  wrap?: (client: Client) => Client;
};

/**
 * Returns a person with the number 0917 556 <lastFour>, or with the given one. `wrap` may wrap the
 * client.
 */
export function newPerson(product: Product, of: Person): Life {
  const plain = createClient({
    fetch: async (request) => {
      if (of.address) request.headers.set('x-forwarded-for', of.address);
      return await (of.isImpatient ? fetch : fetchWithRetry)(request);
    },
    get origin() {
      return product.origin;
    },
    deviceId: randomBytes(16).toString('base64url'),
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
      const { messages } = await product.sandbox<{ messages: { code: string | null }[] }>(
        `messages?phone=${encodeURIComponent(phone)}`,
      );
      return messages.flatMap(({ code }) => code ?? []).reverse();
    },
    idOf: () => newId(Temporal.Now.instant()),
  };
}

/**
 * Opens an account with an SMS code, solves the captcha if required, and stays logged in.
 * @throws if no code arrives
 */
export async function join(
  { client, phone: number, password, codesOf }: Life,
  product: Product,
): Promise<void> {
  const phone = number as MobileNumber;
  const input = { phone, purpose: 'register' } as const;
  let answer = await client.ask(codeSms, input);
  if (answer.name === 'pictureCodeNeeded') {
    const { pictureCodeId } = await client.must(codePic, {});
    const { digits } = await product.sandbox<{ digits: string }>(
      `picture?deviceId=${client.deviceId}`,
    );
    answer = await client.ask(codeSms, { ...input, pictureCode: { pictureCodeId, digits } });
  }
  if (answer.name !== 'success') throw new Error(`/code/sms answered ${answer.name}`);
  const { challengeId } = answer.data;
  const code = await until('the code of a new account', async () => (await codesOf(phone))[0]);
  client.token = (
    await client.must(register, { phone, challengeId, code, password, agreementVersion })
  ).token;
}

type DeskPayout = {
  reference: string;
  accountNumber: string;
  state: string;
  amountCentavos: number;
};

/** Returns the bank's payout orders to a wallet number. */
export async function payoutsTo(product: Product, phone: string): Promise<DeskPayout[]> {
  const { payouts } = await product.sandbox<{ payouts: DeskPayout[] }>('payouts');
  return payouts.filter(({ accountNumber }) => accountNumber.slice(-10) === phone.slice(-10));
}

/** Returns the broken invariants of the books in one sentence, or '' if all hold. */
export async function brokenBooks(product: Product): Promise<string> {
  const { breaks } = await product.sandbox<{
    breaks: { invariant: string; subject: string; detail: string }[];
  }>('books');
  return breaks
    .map(({ invariant, subject, detail }) => `${invariant}: ${subject} ${detail}`)
    .join('; ');
}
