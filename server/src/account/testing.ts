// A test context for this slice, and people created by real calls.

import { type CodePurpose, codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import type { ChallengeId } from '@sandali/contract/id.ts';
import { zMobile } from '@sandali/contract/mobile.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { register } from '@sandali/contract/signUp.ts';
import * as v from 'valibot';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { createLog } from '#/platform/log.ts';
import type { PasswordCost } from '#/platform/password.ts';
import { newId } from '#/platform/random.ts';
import { type CallResult, type Device, dataOf, device, testContext } from '#/testing/context.ts';

export const password = 'tubig sa dagat';
export type SentCode = { challengeId: ChallengeId; code: string };
type Registered = DataOf<typeof logonRegister> & { phone: MobileNumber; on: Device };

export function wrong(code: string): string {
  return code === '000000' ? '111111' : '000000';
}

export function byPassword(phone: MobileNumber, secret = password) {
  return { by: 'password', phone, password: secret, agreementVersion } as const;
}

/** Returns a login with a password and the code that a new device needs. */
export function withCode(phone: MobileNumber, sms: SentCode, secret = password) {
  return { ...byPassword(phone, secret), proof: { by: 'code', ...sms } } as const;
}

export function byCode(phone: MobileNumber, sms: SentCode) {
  return { by: 'code', phone, ...sms, agreementVersion } as const;
}

/**
 * Returns a test context for this slice; `passwordCost` is 'full' if a test measures password
 * timing.
 */
export async function accountTestContext({
  passwordCost = 'least',
}: {
  passwordCost?: PasswordCost;
} = {}) {
  const logged: string[] = [];
  const test = await testContext({ log: createLog('warn', (line) => logged.push(line)) });
  test.app.config.passwordCost = passwordCost;
  const { ask, outbox, clocks, ctxOf, pictureFor } = test;
  let numbers = 0;
  const newNumber = () => v.parse(zMobile, `+63917${String(1_000_000 + ++numbers)}`);

  /** Requests a code, with a picture code in case one is needed, and reads it from the outbox. */
  async function codeFor(on: Device, phone: MobileNumber, purpose: CodePurpose): Promise<SentCode> {
    const { challengeId } = dataOf(
      await ask(on, codeSms, { phone, purpose, pictureCode: await pictureFor(on) }),
    );
    return { challengeId, code: /\d{6}/.exec((await outbox(phone)).at(-1) ?? '')?.[0] ?? '' };
  }

  /** Returns a person with an account and a password, logged in on a device. */
  async function registered(on: Device = device()): Promise<Registered> {
    const phone = newNumber();
    const sms = await codeFor(on, phone, 'register');
    const entered = dataOf(await ask(on, register, { phone, ...sms, password, agreementVersion }));
    return { phone, ...entered, on: { ...on, token: entered.token } };
  }

  /** Returns a person whose account was opened with a code, without a password. */
  async function withoutPassword(): Promise<Registered> {
    const [phone, on] = [newNumber(), device()];
    const entered = dataOf(
      await ask(on, logonRegister, byCode(phone, await codeFor(on, phone, 'login'))),
    );
    return { phone, ...entered, on: { ...on, token: entered.token } };
  }

  /** Logs in with the password; on a new device, also with the code that the device requires. */
  async function logIn(
    phone: MobileNumber,
    secret = password,
    on: Device = device(),
  ): Promise<CallResult<typeof logonRegister>> {
    const first = await ask(on, logonRegister, byPassword(phone, secret));
    if (first.name !== 'newDeviceCodeNeeded') return first;
    clocks.addMs(60_000); // a code may just have gone to this number
    return await ask(
      on,
      logonRegister,
      withCode(phone, await codeFor(on, phone, 'newDevice'), secret),
    );
  }

  /** Returns the device, with the session that a password login opened on it. */
  async function entered(
    phone: MobileNumber,
    on: Device = device(),
    secret = password,
  ): Promise<Device> {
    return { ...on, token: dataOf(await logIn(phone, secret, on)).token };
  }

  const borrowerCtx = async (on: Device) => (await ctxOf(on, newId(clocks.wall()))) as BorrowerCtx;
  return {
    ...test,
    logged,
    newNumber,
    codeFor,
    registered,
    withoutPassword,
    logIn,
    entered,
    borrowerCtx,
  };
}
