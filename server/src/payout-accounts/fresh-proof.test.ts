// A session alone is not enough to decide where a borrower's money is sent. Adding an e-wallet
// requires a recent proof of identity, and the borrower's own number is notified of every new
// account.
import { logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { basicSave } from '@sandali/contract/credit.ts';
import { minuteMs } from '@sandali/contract/day.ts';
import { bankcardAdd, walletAdd, walletList } from '@sandali/contract/payoutAccounts.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { beforeEach, expect, test } from 'vitest';
import { creditTestContext, type Person, personal } from '#/credit/testing.ts';
import { newId } from '#/platform/random.ts';
import { dataOf, device } from '#/testing/context.ts';
import { payoutAccountCalls } from './calls.ts';
import { password } from './testing.ts';

const { ask, person, codeFor, clocks, outbox } = await creditTestContext(payoutAccountCalls);
const wallet = {
  walletId: 'gcash',
  accountName: 'Ligaya S. Dela Cruz',
  phone: '+639171234567',
} as const;
const card = {
  ownerName: 'LIGAYA DELA CRUZ',
  bankId: 'bdo',
  accountNumber: '001234567890',
  phone: '+639189990000',
} as const;
const id = () => newId(clocks.wall());

// Each test begins on a new day, so it does not share rate limits with the previous test.
beforeEach(() => clocks.addMs(24 * 60 * minuteMs));

/** Returns a person whose name is stored, with a new session. */
async function named(who?: Person): Promise<Person> {
  const borrower = who ?? (await person());
  dataOf(await ask(borrower, basicSave, personal));
  return borrower;
}

/** Returns a person who opened an account with a code and has no password. */
async function withoutPassword(): Promise<Person> {
  const fresh = { device: device(), phone: '+639178880001' };
  const sms = await codeFor(fresh, 'login');
  const { token, userGid } = dataOf(
    await ask(fresh, logonRegister, { by: 'code', phone: fresh.phone, ...sms, agreementVersion }),
  );
  return await named({
    phone: fresh.phone,
    device: { ...fresh.device, token },
    borrowerId: userGid,
  });
}

const add = async (who: Person, other: object = {}, requestId = id()) =>
  (await ask(who, walletAdd, { ...wallet, ...other }, requestId)).name;
const walletsOf = async (who: Person) => dataOf(await ask(who, walletList, {})).wallets.length;
/** Returns the messages about new accounts that the borrower's own number received. */
const noticesTo = async ({ phone }: Person) =>
  (await outbox(phone)).filter((text) => text.includes('was added to receive your loans'));

test('adding a wallet needs the password 15 minutes after the last proof of identity', async () => {
  const anna = await named();
  clocks.addMs(15 * minuteMs - 1);
  expect(await add(anna)).toBe('success');
  clocks.addMs(1);
  const other = { phone: '+639171234568' };
  expect(await add(anna, other)).toBe('passwordNeeded');
  // A typing mistake is reported before a wrong password.
  expect(await add(anna, { ...other, accountName: 'Rosa Reyes' })).toBe('ownerNameDiffers');
  expect(await add(anna, { ...other, password: 'ibang salita' })).toBe('passwordWrong');
  expect(await walletsOf(anna)).toBe(1);
  expect(await add(anna, { ...other, password })).toBe('success');
  expect(await add(anna, { phone: '+639171234569' })).toBe('success');
  clocks.addMs(15 * minuteMs);
  const third = { phone: '+639171234570' };
  for (let n = 0; n < 9; n += 1)
    expect(await add(anna, { ...third, password: 'ibang salita' })).toBe('passwordWrong');
  expect(await add(anna, { ...third, password })).toBe('passwordWrong');
  expect(await walletsOf(anna)).toBe(3);
});

test('requires a borrower without a password to log in again before adding a wallet', async () => {
  const ben = await withoutPassword();
  expect(await add(ben)).toBe('success');
  clocks.addMs(15 * minuteMs);
  const other = { phone: '+639171234568' };
  expect(await add(ben, other)).toBe('proofTooOld');
  expect(await add(ben, { ...other, password })).toBe('proofTooOld');
  expect(await walletsOf(ben)).toBe(1);
});

slow('adds one wallet per request id, even if a repetition lacks the password', async () => {
  const anna = await named();
  clocks.addMs(15 * minuteMs);
  const [wrongId, rightId] = [id(), id()];
  expect(await add(anna, { password: 'ibang salita' }, wrongId)).toBe('passwordWrong');
  // The response is stored with the request id, so a new attempt needs a new id.
  expect(await add(anna, { password }, wrongId)).toBe('passwordWrong');
  const answers = await Promise.all([
    add(anna, { password }, rightId),
    add(anna, { password }, rightId),
  ]);
  expect([...answers, await add(anna, {}, rightId)]).toEqual(['success', 'success', 'success']);
  expect(await add(anna, { password, walletId: 'maya' }, rightId)).toBe('requestIdReused');
  expect(await walletsOf(anna)).toBe(1);
  expect(await noticesTo(anna)).toHaveLength(1);
});

test('notifies the borrower’s own number of every new account, even at night', async () => {
  const anna = await named();
  const toNight =
    clocks.now().toZonedDateTimeISO('Asia/Manila').with({ hour: 23, minute: 30 })
      .epochMilliseconds - clocks.now().epochMilliseconds;
  clocks.addMs(toNight);
  const proof = { by: 'code', ...(await codeFor(anna, 'bankAccount')) } as const;
  expect(await add(anna, { accountName: 'Rosa Reyes', password })).toBe('ownerNameDiffers');
  expect(await noticesTo(anna)).toEqual([]);
  dataOf(await ask(anna, bankcardAdd, { ...card, proof }));
  expect(await add(anna, { password })).toBe('success');
  const words =
    'was added to receive your loans. If this was not you, change your password and call us: ';
  expect(await noticesTo(anna)).toEqual([
    expect.stringContaining(`an account ending in 7890 ${words}`),
    expect.stringContaining(`an account ending in 4567 ${words}`),
  ]);
});
