// Helpers for tests of number changes: borrowers with an ID number, and the codes and inputs for
// both methods.
import { logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { RequestInputOf } from '@sandali/contract/call.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { changePhone } from '@sandali/contract/phoneChange.ts';
import { beforeEach } from 'vitest';
import { creditTestContext, type Person } from '#/credit/testing.ts';
import { newId } from '#/platform/random.ts';
import { device } from '#/testing/context.ts';
import { payoutAccountCalls } from './calls.ts';

export const password = 'kapeng barako 1';
export type SentCode = { challengeId: string; code: string };
export type Input = RequestInputOf<typeof changePhone>;

export const idNumberOf = ({ phone }: Person): string => `${phone.slice(-7)}AB90`;
/** Returns a code that differs from the correct code. */
export const wrong = (code: string): string => (code === '000000' ? '111111' : '000000');

export const byCodes = (old: SentCode, phone: string, sms: SentCode): Input => ({
  by: 'code',
  oldChallengeId: old.challengeId,
  oldCode: old.code,
  phone,
  ...sms,
});
export const byId = (
  who: Person,
  phone: string,
  sms: SentCode,
  other: { idNumber?: string; password?: string } = {},
): Input => ({
  by: 'idNumber',
  idNumber: idNumberOf(who),
  password,
  ...other,
  phone,
  ...sms,
});

/**
 * Returns a test context in which each test begins on a new Manila morning with fresh rate limits.
 */
export async function phoneTestContext() {
  const test = await creditTestContext(payoutAccountCalls);
  const { ask, ctxOf, person, codeFor, submitted, clocks } = test;
  beforeEach(() => clocks.addMs(24 * hourMs));
  let numbers = 0;
  const newNumber = () => `+63918${String(3_000_000 + ++numbers)}`;

  /** Returns a borrower who has sent an application with an ID number. */
  async function applicant(): Promise<Person> {
    const who = await person();
    await submitted(who, { identity: { idNumber: idNumberOf(who) } });
    return who;
  }

  const newCode = async (who: Person, phone: string) =>
    await codeFor({ device: who.device, phone }, 'newPhone');
  const change = async (who: Person, input: Input, id?: string) =>
    (await ask(who, changePhone, input, id)).name;

  /** Requests both codes and returns the input for a number change with them. */
  async function bothCodes(who: Person, phone: string): Promise<Input> {
    const old = await codeFor(who, 'oldPhone');
    return byCodes(old, phone, await newCode(who, phone));
  }

  const checkSession = async (who: Person) =>
    (await ctxOf(who.device, newId(clocks.wall()))).who !== null;
  /** Logs in by password; on a new device, also with the code that the device requires. */
  async function logIn(phone: string, on = device()) {
    const input = { by: 'password', phone, password, agreementVersion } as const;
    const first = await ask({ device: on }, logonRegister, input);
    if (first.name !== 'newDeviceCodeNeeded') return first;
    const proof = { by: 'code', ...(await codeFor({ device: on, phone }, 'newDevice')) } as const;
    return await ask({ device: on }, logonRegister, { ...input, proof } as never);
  }
  return { ...test, newNumber, applicant, newCode, change, bothCodes, checkSession, logIn };
}
