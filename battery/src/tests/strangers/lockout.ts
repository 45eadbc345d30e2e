// Attackers who know a number use up its attempts. The owner must still pass every check.
import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { codePic } from '@sandali/contract/pictureCode.ts';
import { signUp, until } from '@sandali/server/sandbox/life.ts';
import { solveWork } from '@sandali/server/testing/solve-work.ts';
import { newPerson } from '#/person.ts';
import { newStranger, siege, tally } from '#/tests/accounts.ts';

export const lockout = siege(
  'lockout',
  'after a stranger’s codes and guesses, the owner gets codes and logs in on a new phone',
  async (product, findings) => {
    const owner = newPerson(product, { number: 6, phone: '+639175567106' });
    await signUp(owner);
    const phone = owner.phone as MobileNumber;
    const thief = (nth: number) => newStranger(product, `2001:db8:66:${nth.toString(16)}::1`);
    const answers: string[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      const attacker = thief(nth);
      const input = { phone, purpose: nth % 2 ? 'reset' : 'newDevice' } as const;
      const first = (await attacker.ask(codeSms, input)).name;
      if (first !== 'pictureCodeNeeded') answers.push(first);
      else
        answers.push(
          (
            await attacker.ask(codeSms, {
              ...input,
              pictureCode: (await solveWork(await attacker.must(codePic, { as: 'work' }))).answer,
            })
          ).name,
        );
    }
    findings.expect(
      answers.every((name) => name === 'success'),
      `strangers got ${JSON.stringify(tally(answers))}`,
    );
    const login = { by: 'password', phone, agreementVersion } as const;
    const guess = async (nth: number) =>
      (await thief(nth).ask(logonRegister, { ...login, password: `mali po ito ${nth}` })).name;
    const guessed = tally(await Promise.all(Array.from({ length: 30 }, (_, nth) => guess(nth))));
    findings.expect((guessed.loginWrong ?? 0) === 30, `guesses got ${JSON.stringify(guessed)}`);

    const inSession = await owner.client.ask(codeSms, { phone, purpose: 'bankAccount' });
    findings.expect(inSession.name === 'success', `in session the owner got ${inSession.name}`);
    owner.client.token = '';
    const onDevice = await owner.client.ask(codeSms, { phone, purpose: 'reset' });
    findings.expect(
      onDevice.name === 'success',
      `on a known device the owner got ${onDevice.name}`,
    );
    const phoneNew = newStranger(product, '2001:db9:1:1::1');
    const right = { ...login, password: owner.password };
    const entering = await phoneNew.ask(logonRegister, right);
    findings.expect(
      entering.name === 'newDeviceCodeNeeded',
      `on a new phone the owner got ${entering.name}`,
    );
    const sent = (await owner.codesOf(phone)).length;
    const codeAnswer = await phoneNew.ask(codeSms, { phone, purpose: 'newDevice' });
    findings.expect(
      codeAnswer.name === 'success',
      `on a new phone the code request got ${codeAnswer.name}`,
    );
    if (codeAnswer.name !== 'success') return { codes: answers.length, passwords: 30, isIn: 0 };
    const code = await until('the code', async () =>
      (await owner.codesOf(phone)).length > sent ? (await owner.codesOf(phone)).at(-1) : null,
    );
    const proof = { by: 'code', challengeId: codeAnswer.data.challengeId, code } as const;
    const entered = await phoneNew.ask(logonRegister, { ...right, proof });
    findings.expect(entered.name === 'success', `with the code the owner got ${entered.name}`);
    return { codes: answers.length, passwords: 30, isIn: Number(entered.name === 'success') };
  },
);
