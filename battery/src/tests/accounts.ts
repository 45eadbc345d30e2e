// Attacks on login and sign-up. A proxy in front of the product reports each attacker's address.
import { randomBytes, randomUUID } from 'node:crypto';
import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { ChallengeId } from '@sandali/contract/id.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { register } from '@sandali/contract/signUp.ts';
import { type Client, createClient } from '@sandali/server/sandbox/client.ts';
import { signUp, until } from '@sandali/server/sandbox/life.ts';
import { newPerson } from '#/person.ts';
import { type Product, startProduct } from '#/product.ts';
import { type BatteryTest, type Context, type Counts, Findings } from '#/test.ts';

type Attack = (product: Product, findings: Findings, context: Context) => Promise<Counts>;

export const attack = (
  name: string,
  about: string,
  run: Attack,
  env: Record<string, string> = {},
): BatteryTest => siege(`accounts-${name}`, about, run, env);

/** Defines an attack that runs on a product of its own. `env` adds to the product's environment. */
export const siege = (
  name: string,
  about: string,
  run: Attack,
  env: Record<string, string> = {},
): BatteryTest => ({
  name,
  about,
  async run(context) {
    const findings = new Findings();
    const product = await startProduct({
      SANDBOX_PROXIES: '1',
      SANDBOX_RESEND_SECONDS: '0',
      ...env,
    });
    try {
      return findings.outcome(await run(product, findings, context));
    } finally {
      await product.close();
    }
  },
});

/** Returns a client with a new device at an address. */
export function newStranger(product: Product, address: string): Client {
  return createClient({
    fetch: (request) => {
      request.headers.set('x-forwarded-for', address);
      return fetch(request);
    },
    origin: product.origin,
    deviceId: randomBytes(16).toString('base64url'),
    wallMs: () => Date.now(),
    isPlain: true,
  });
}

const numberOf = (nth: number) => `+63917${String(3_000_000 + nth)}` as MobileNumber;
const addressOf = (nth: number) => `198.18.${Math.floor(nth / 250)}.${1 + (nth % 250)}`;
const password = 'hulaan mo nga ito';

/** Runs all tasks, `atOnce` at a time. */
export async function inTurns<T>(
  works: readonly (() => Promise<T>)[],
  atOnce: number,
): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < works.length; at = next++)
      done[at] = await (works[at] as () => Promise<T>)();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return done;
}

/** Counts how often each response occurs. */
export function tally(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

export const guesses = attack(
  'guesses',
  '1,000 parallel guesses at two codes of a number: only 5 are compared for each code',
  async (product, findings) => {
    const phone = numberOf(0);
    const challenges: ChallengeId[] = [];
    for (const nth of [0, 1])
      challenges.push(
        (await newStranger(product, addressOf(nth)).must(codeSms, { phone, purpose: 'login' }))
          .challengeId,
      );
    const { codesOf } = newPerson(product, { number: 0, phone });
    const right = await until('both codes', async () =>
      (await codesOf(phone)).length === 2 ? await codesOf(phone) : null,
    );
    const wrong = Array.from({ length: 1000 }, (_, nth) =>
      String((Number(right[nth % 2]) + 1 + nth) % 1_000_000).padStart(6, '0'),
    );
    const guess = async (code: string, nth: number) => {
      const challengeId = challenges[nth % 2] as ChallengeId;
      return (
        await newStranger(product, addressOf(nth % 500)).ask(logonRegister, {
          by: 'code',
          phone,
          challengeId,
          code,
          agreementVersion,
        })
      ).name;
    };
    const guessed = wrong.filter((code) => !right.includes(code));
    const answers = tally(await Promise.all(guessed.map(guess)));
    const compared = await product.compared();
    findings.expect(compared === 10, `${compared} guesses were compared`);
    findings.expect(
      answers.codeWrong === guessed.length,
      `guesses were answered ${JSON.stringify(answers)}`,
    );
    for (const nth of [0, 1])
      findings.expect(
        (await guess(right[nth] ?? '', nth)) === 'codeWrong',
        'a right code was accepted after the attempts were used up',
      );
    return { tries: guessed.length, compared };
  },
);

export const sends = attack(
  'sends',
  '10,000 code requests from 500 addresses stay within each address’s and the total budget',
  async (product, findings, { isQuick }) => {
    const [tries, addresses] = isQuick ? [1000, 50] : [10_000, 500];
    const works = Array.from({ length: tries }, (_, nth) => async () => {
      const address = nth % addresses;
      const { name } = await newStranger(product, addressOf(address)).ask(codeSms, {
        phone: numberOf(nth),
        purpose: 'register',
      });
      return { address, name };
    });
    const results = await inTurns(works, 100);
    const sent = results.filter(({ name }) => name === 'success');
    const most = Math.max(...Object.values(tally(sent.map(({ address }) => String(address)))));
    const answers = tally(results.map(({ name }) => name));
    findings.expect(most <= 2, `an address got ${most} codes`);
    findings.expect(sent.length > 0 && sent.length <= 1000, `${sent.length} codes were sent`);
    const others = Object.keys(answers).filter(
      (name) => !['success', 'pictureCodeNeeded', 'codeBudgetSpent'].includes(name),
    );
    findings.expect(others.length === 0, `some answers were ${others.join(', ')}`);
    return { tries, addresses, sent: sent.length, ...answers };
  },
);

export const floor = attack(
  'floor',
  'known and unknown numbers get the same answer, never sooner than 250 ms',
  async (product, findings, { isQuick }) => {
    const known = newPerson(product, { number: 1, phone: '+639175567101' });
    await signUp(known);
    const challengeId = randomUUID() as ChallengeId;
    const code = '123456';
    const rounds = isQuick ? 5 : 30;
    let soonest = Number.POSITIVE_INFINITY;
    const answersTo = async (phone: MobileNumber, nth: number) => {
      const ask = [
        (client: Client) => client.ask(codeSms, { phone, purpose: 'login' }),
        (client: Client) =>
          client.ask(register, { phone, challengeId, code, password, agreementVersion }),
        (client: Client) =>
          client.ask(logonRegister, { by: 'code', phone, challengeId, code, agreementVersion }),
        (client: Client) =>
          client.ask(logonRegister, { by: 'password', phone, password, agreementVersion }),
      ];
      const answers: string[] = [];
      for (const askAs of ask) {
        const from = performance.now();
        const { code, message } = await askAs(newStranger(product, addressOf(nth)));
        soonest = Math.min(soonest, performance.now() - from);
        answers.push(`${code} ${message}`);
      }
      return answers.join(' | ');
    };
    for (let nth = 0; nth < rounds; nth += 1) {
      // Sign-up sent the known number a code. Send the unknown number a code too.
      if (nth === 0)
        await newStranger(product, '192.0.2.1').must(codeSms, {
          phone: numberOf(1),
          purpose: 'login',
        });
      const [toKnown, toUnknown] = [
        await answersTo(known.phone as MobileNumber, 2 * nth),
        await answersTo(numberOf(1), 2 * nth + 1),
      ];
      findings.expect(
        toKnown === toUnknown,
        `round ${nth}: ${toKnown} for a known number, ${toUnknown} for an unknown one`,
      );
    }
    findings.expect(soonest >= 250, `an answer came after ${Math.floor(soonest)} ms`);
    return { tries: rounds * 8, soonestMs: Math.floor(soonest) };
  },
);

export const logins = attack(
  'logins',
  'after 1,000 parallel password guesses, only the owner’s known device can log in',
  async (product, findings) => {
    const owner = newPerson(product, { number: 2, phone: '+639175567102' });
    await signUp(owner);
    const phone = owner.phone as MobileNumber;
    const flood = Promise.all(
      Array.from({ length: 1000 }, async (_, nth) => {
        const input = {
          by: 'password',
          phone,
          password: `${password} ${nth}`,
          agreementVersion,
        } as const;
        return (await newStranger(product, addressOf(nth % 500)).ask(logonRegister, input)).name;
      }),
    );
    owner.client.token = '';
    const { name } = await owner.client.ask(logonRegister, {
      by: 'password',
      phone,
      password: owner.password,
      agreementVersion,
    });
    findings.expect(name === 'success', `the owner got ${name}`);
    const answers = tally(await flood);
    findings.expect(
      answers.loginWrong === 1000,
      `guesses were answered ${JSON.stringify(answers)}`,
    );
    const spent = { by: 'password', phone, password: owner.password, agreementVersion } as const;
    const late = await newStranger(product, addressOf(0)).ask(logonRegister, spent);
    findings.expect(late.name === 'loginWrong', `a right guess after the flood got ${late.name}`);
    return { tries: 1000, wrong: answers.loginWrong ?? 0 };
  },
);

export const accounts: readonly BatteryTest[] = [guesses, sends, floor, logins];
