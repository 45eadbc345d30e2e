// Many honest people share one address of a carrier. Limits on strangers must admit all of them.
import { logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, paidOut, reviewed, takeLoan, until } from '@sandali/server/sandbox/life.ts';
import { join, newPerson } from '#/person.ts';
import { inTurns, siege } from '#/tests/accounts.ts';

/**
 * Numbers with many different prefixes, whose last four digits select no special behaviour of the
 * bank simulator.
 */
const numberOf = (nth: number) => `+639${String(18_000 + nth)}${String(2000 + nth)}`;
const oneAddress = '203.0.113.77';

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
        await join(life, product);
        const { phone, password } = life;
        const login = {
          by: 'password',
          phone: phone as MobileNumber,
          password,
          agreementVersion,
        } as const;
        life.client.token = (await life.client.must(logonRegister, login)).token;
        await applyForCredit(life);
        await until('the review', async () => (await reviewed(life)) === 'approved', 60_000);
        const { loanId } = await takeLoan(life, await addWallet(life));
        await paidOut(life, loanId, 60_000);
      } catch (error) {
        failed.push(String(error));
      }
    });
    await inTurns(works, 20);
    findings.expect(
      failed.length === 0,
      `${failed.length} of ${phones} failed: ${failed.slice(0, 3).join('; ')}`,
    );
    return {
      phones,
      borrowed: phones - failed.length,
      seconds: Math.round((performance.now() - from) / 1000),
    };
  },
);
