// The specification's messages about accounts (§8).
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { RefusalName } from '@sandali/contract/codes.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { register } from '@sandali/contract/signUp.ts';
import { beforeEach, expect, test } from 'vitest';
import { device } from '#/testing/context.ts';
import { sayRefusal } from '#/texts/say.ts';
import { accountTestContext, password } from './testing.ts';

const { clocks, ask, codeFor, registered } = await accountTestContext();
beforeEach(() => clocks.addMs(hourMs));

test('a sign-up with a registered number is refused with directions to log in', async () => {
  const { phone } = await registered();
  clocks.addMs(60_000);
  const on = device();
  const sms = await codeFor(on, phone, 'register');
  const { name } = await ask(on, register, { phone, ...sms, password, agreementVersion });
  expect(sayRefusal('en', name as RefusalName)).toBe(
    'Account already registered, go back to log in.',
  );
});
