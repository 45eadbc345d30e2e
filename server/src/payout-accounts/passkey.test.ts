// A passkey replaces the code for adding a bank account, and the last four digits of the ID number
// on an unknown device.
import { logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { basicSave } from '@sandali/contract/credit.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { resetPassword } from '@sandali/contract/newPassword.ts';
import {
  passkeyAdd,
  passkeyBegin,
  passkeyChallenge,
  passkeyList,
  passkeyRemove,
} from '@sandali/contract/passkey.ts';
import { bankcardAdd, bankcardList, walletAdd } from '@sandali/contract/payoutAccounts.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { beforeEach, expect, test } from 'vitest';
import { creditTestContext, type Person, personal } from '#/credit/testing.ts';
import { newId } from '#/platform/random.ts';
import { type Authenticator, authenticator, type Wrong } from '#/testing/authenticator.ts';
import { dataOf, device } from '#/testing/context.ts';
import { payoutAccountCalls } from './calls.ts';

const { ask, person, codeFor, submitted, clocks, app, set } =
  await creditTestContext(payoutAccountCalls);
const card = {
  ownerName: 'LIGAYA DELA CRUZ',
  bankId: 'bdo',
  accountNumber: '001234567890',
  phone: '+639189990000',
} as const;
const other = '998877665544';
const password = 'kapeng barako 1';

// Each test begins on a new day, so it does not share rate limits with the previous test.
beforeEach(async () => {
  clocks.addMs(24 * hourMs);
  await set('smsSwitch', true);
});

type Holder = Person & { key: Authenticator };

/** Returns a person whose name is stored, with a passkey. */
async function holder(): Promise<Holder> {
  const who = await person();
  dataOf(await ask(who, basicSave, personal));
  const key = authenticator(app.config.origin);
  dataOf(await ask(who, passkeyAdd, key.make(dataOf(await ask(who, passkeyBegin, { password })))));
  return { ...who, key };
}

/** Returns a passkey's signed response to a challenge for an account number. */
async function proofOf(
  who: Person,
  key: Authenticator,
  accountNumber: string = card.accountNumber,
  wrong: Wrong = {},
) {
  const challenge = dataOf(
    await ask(who, passkeyChallenge, { purpose: 'bankAccount', accountNumber }),
  );
  return { by: 'passkey', ...key.answer(challenge, wrong) } as const;
}

const add = async (
  who: Person,
  proof: Awaited<ReturnType<typeof proofOf>>,
  changed: object = {},
  id = newId(clocks.wall()),
) => (await ask(who, bankcardAdd, { ...card, proof, ...changed }, id)).name;
const cardsOf = async (who: Person) => dataOf(await ask(who, bankcardList, {})).cards.length;

test('adds a bank account with a passkey, whether codes are on or off', async () => {
  const anna = await holder();
  const challenge = dataOf(
    await ask(anna, passkeyChallenge, {
      purpose: 'bankAccount',
      accountNumber: card.accountNumber,
    }),
  );
  expect(challenge.options.allowCredentials.map(({ id }) => id)).toEqual([anna.key.credentialId]);
  expect(await add(anna, { by: 'passkey', ...anna.key.answer(challenge) })).toBe('success');
  await set('smsSwitch', false);
  expect(await add(anna, await proofOf(anna, anna.key, other), { accountNumber: other })).toBe(
    'success',
  );
  expect(await cardsOf(anna)).toBe(2);
});

const lies: [string, Wrong][] = [
  ['another origin', { origin: 'https://sandali.example.net' }],
  ['another site', { rpId: 'example.net' }],
  ['a person who was not checked', { isChecked: false }],
];

slow.each(lies)(
  'refuses a passkey response from %s, and uses up the challenge',
  async (_what, wrong) => {
    const anna = await holder();
    const challenge = dataOf(
      await ask(anna, passkeyChallenge, {
        purpose: 'bankAccount',
        accountNumber: card.accountNumber,
      }),
    );
    expect(await add(anna, { by: 'passkey', ...anna.key.answer(challenge, wrong) })).toBe(
      'passkeyWrong',
    );
    expect(await add(anna, { by: 'passkey', ...anna.key.answer(challenge) })).toBe('passkeyWrong');
    expect(await cardsOf(anna)).toBe(0);
  },
);

slow('accepts a passkey only for its challenge’s account, purpose and person', async () => {
  const [anna, ben] = [await holder(), await holder()];
  expect(await add(anna, await proofOf(anna, anna.key, other))).toBe('passkeyWrong');
  expect(await add(anna, await proofOf(ben, ben.key))).toBe('passkeyWrong');
  expect(await add(anna, await proofOf(anna, ben.key))).toBe('passkeyWrong');
  const login = dataOf(await ask(anna, passkeyChallenge, { purpose: 'newDevice' }));
  expect(await add(anna, { by: 'passkey', ...anna.key.answer(login) })).toBe('passkeyWrong');
  const elsewhere = { ...anna, device: { ...anna.device, id: device().id } };
  const wanted = { purpose: 'bankAccount', accountNumber: '001234567890' } as const;
  expect((await ask(elsewhere, passkeyChallenge, wanted)).name).toBe('sessionInvalid');
  const late = await proofOf(anna, anna.key);
  clocks.addMs(5 * 60_000);
  expect(await add(anna, late)).toBe('passkeyWrong');
  const removed = await proofOf(anna, anna.key);
  const { passkeys } = dataOf(await ask(anna, passkeyList, {}));
  for (const { passkeyId } of passkeys) dataOf(await ask(anna, passkeyRemove, { passkeyId }));
  expect(await add(anna, removed)).toBe('passkeyWrong');
  expect(await cardsOf(anna)).toBe(0);
});

test('a passkey challenge adds one account and survives a typing mistake', async () => {
  const anna = await holder();
  const proof = await proofOf(anna, anna.key);
  expect(await add(anna, proof, { ownerName: 'Somebody Else' })).toBe('ownerNameDiffers');
  const outcomes = await Promise.all([add(anna, proof), add(anna, proof, { bankId: 'rcbc' })]);
  expect(outcomes.sort()).toEqual(['passkeyWrong', 'success']);
  const again = await proofOf(anna, anna.key, other);
  const id = newId(clocks.wall());
  const twice = await Promise.all([0, 1].map(() => add(anna, again, { accountNumber: other }, id)));
  expect(twice).toEqual(['success', 'success']);
  expect(await cardsOf(anna)).toBe(2);
});

slow('accepts a passkey instead of the ID number on an unknown device', async () => {
  const [anna, ben] = [await holder(), await holder()];
  await submitted(anna, { identity: { idNumber: `${anna.phone.slice(-7)}12345678AB90` } });
  const strange: Person = { ...anna, device: device() };
  const answer = async (key: Authenticator) =>
    key.answer(dataOf(await ask(strange, passkeyChallenge, { purpose: 'newDevice' })));
  const login = async (
    sms: { challengeId: string; code: string },
    passkey?: Awaited<ReturnType<typeof answer>>,
  ) =>
    await ask(strange, logonRegister, {
      by: 'code',
      phone: anna.phone,
      ...sms,
      agreementVersion,
      ...(passkey && { passkey }),
    });
  const reset = async (
    sms: { challengeId: string; code: string },
    passkey?: Awaited<ReturnType<typeof answer>>,
  ) =>
    (
      await ask(strange, resetPassword, {
        phone: anna.phone,
        ...sms,
        password: 'ulan sa bubong',
        ...(passkey && { passkey }),
      })
    ).name;

  const code = await codeFor(strange, 'login');
  expect((await login(code)).name).toBe('idDigitsNeeded');
  expect((await login(code, await answer(ben.key))).name).toBe('passkeyWrong');
  const spent = await answer(anna.key);
  expect(
    (await login({ ...code, code: code.code === '000000' ? '111111' : '000000' }, spent)).name,
  ).toBe('codeWrong');
  const { token } = dataOf(await login(code, spent)); // a wrong code does not use up the challenge
  const inside = { ...strange, device: { ...strange.device, token } };
  const wallet = {
    walletId: 'gcash',
    accountName: 'Ligaya S. Dela Cruz',
    phone: '+639171234567',
  } as const;
  expect((await ask(inside, walletAdd, wallet)).name).toBe('newAccountsHeld');

  strange.device = device();
  const second = await codeFor(strange, 'reset');
  expect(await reset(second)).toBe('idDigitsNeeded');
  expect(await reset(second, await answer(ben.key))).toBe('passkeyWrong');
  expect(await reset(second, await answer(anna.key))).toBe('success');
});
