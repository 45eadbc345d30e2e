// The phones of honest people, all behind one address of a carrier: what bounds strangers must let every one of them through.
import { codePic, codeSms, logonRegister, register } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { MobileNumber } from '@sandali/contract/mobile.ts';
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, type Life, paidOut, reviewed, takeLoan, until } from '@sandali/server/sandbox/life.ts';
import { doSum } from '@sandali/server/testing/sum.ts';
import { newPerson } from '#/person.ts';
import { inTurns, siege } from '#/tests/accounts.ts';

/** Numbers of many beginnings, as people have them. */
const numberOf = (nth: number) => `+639${String(180_000_000 + nth * 10_007)}`;
const oneAddress = '203.0.113.77';

/** Opens an account with the code that comes by SMS, doing the sum where one is asked for, and logs in with the password. */
async function join({ client, phone: number, password, codesOf }: Life): Promise<void> {
  const phone = number as MobileNumber;
  const input = { phone, purpose: 'register' } as const;
  let came = await client.ask(codeSms, input);
  if (came.name === 'pictureCodeNeeded')
    came = await client.ask(codeSms, { ...input, pictureCode: (await doSum(await client.must(codePic, { as: 'work' }))).answer });
  if (came.name !== 'success') throw new Error(`a code was answered ${came.name}`);
  const { challengeId } = came.data;
  const code = await until('the code of a new account', async () => (await codesOf(phone))[0]);
  await client.must(register, { phone, challengeId, code, password, agreementVersion });
  client.token = (await client.must(logonRegister, { by: 'password', phone, password, agreementVersion })).token;
}

export const carrier = siege(
  'carrier',
  '500 honest phones behind one address register, log in, are reviewed and borrow',
  async (product, findings, { isQuick }) => {
    const phones = isQuick ? 12 : 500;
    const from = performance.now();
    const failed: string[] = [];
    const works = Array.from({ length: phones }, (_, nth) => async () => {
      const life = newPerson(product, { number: nth, phone: numberOf(nth), address: oneAddress });
      try {
        await join(life);
        await applyForCredit(life);
        await until('the review', async () => (await reviewed(life)) === 'approved', 60_000);
        const { loanId } = await takeLoan(life, await addWallet(life));
        await paidOut(life, loanId, 60_000);
      } catch (error) {
        failed.push(String(error));
      }
    });
    await inTurns(works, 20);
    findings.expect(failed.length === 0, `${failed.length} of ${phones} did not come through: ${failed.slice(0, 3).join('; ')}`);
    return { phones, borrowed: phones - failed.length, seconds: Math.round((performance.now() - from) / 1000) };
  },
);
