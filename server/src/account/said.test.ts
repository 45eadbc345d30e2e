// What the specification's messages about accounts are brought by, and what they say (§8).
import { codeSms } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { RefusalName } from '@sandali/contract/codes.ts';
import { register } from '@sandali/contract/signUp.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Sms } from '#/adapters/sms/port.ts';
import { workCtx } from '#/kit/ctx.ts';
import { sendNotice } from '#/notice/jobs.ts';
import { device } from '#/testing/house.ts';
import { sayRefusal } from '#/texts/say.ts';
import { accountHouse, hourInMs, password } from './testing.ts';

const { house, clocks, jobs, ask, newNumber, codeFor, registered } = await accountHouse();
beforeEach(() => clocks.addMs(hourInMs));

test('whoever signs up with a number that has an account is sent back to the login', async () => {
  const { phone } = await registered();
  clocks.addMs(60_000);
  const on = device();
  const given = await codeFor(on, phone, 'register');
  const { name } = await ask(on, register, { phone, ...given, password, agreementVersion });
  expect(sayRefusal('en', name as RefusalName)).toBe('Account already registered, go back to log in.');
});

test('where every gateway refuses a number’s code, its sending has failed', async () => {
  const phone = newNumber();
  const refusing: Sms = {
    name: 'fake',
    deduplicates: false,
    send: async () => ({ outcome: 'refused', why: 'status 429' }),
    delivery: async () => 'unknown',
  };
  await ask(device(), codeSms, { phone, purpose: 'login' });
  const job = jobs.pop() ?? { messageId: '' };
  await expect(sendNotice({ ...workCtx(house), house: { ...house, sms: [refusing] } }, job)).rejects.toThrow('No SMS gateway took');
  clocks.addMs(60_000);
  const { name } = await ask(device(), codeSms, { phone, purpose: 'login' });
  expect(sayRefusal('en', name as RefusalName)).toBe('Verification code sending failed. Please try again in a few minutes.');
});
