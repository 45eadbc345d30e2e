import { agreementVersion } from '@sandali/contract/agreements.ts';
import { type MobileNumber, parsePhilippineMobile } from '@sandali/contract/phone.ts';
import type { PlainTextId } from '#/i18n/text.ts';
import { phoneFault } from './phoneFault.ts';

export type LoginBy = 'password' | 'code';
export type LoginField = 'phone' | 'password' | 'code' | 'agree';
export type LoginErrors = Partial<Record<LoginField, PlainTextId>>;
export type LoginInput = { phone: MobileNumber; agreementVersion: string } & (
  | { by: 'password'; password: string }
  | { by: 'code'; code: string; challengeId: string }
);

/**
 * Reads the login form from the page, since a person or a password manager may have filled it in
 * before the app was loaded.
 */
export function readLogin(
  form: FormData,
  by: LoginBy,
): { input: LoginInput | null; errors: LoginErrors } {
  const field = (name: LoginField | 'challengeId') => String(form.get(name) ?? '');
  const typed = field('phone');
  const phone = parsePhilippineMobile(typed);
  const errors: LoginErrors = {};
  if (!phone) errors.phone = phoneFault(typed);
  if (by === 'password' && !field('password')) errors.password = 'account.passwordMissing';
  if (by === 'code' && !field('challengeId')) errors.code = 'account.codeFirst';
  else if (by === 'code' && !/^\d{6}$/.test(field('code'))) errors.code = 'account.codeMissing';
  if (!form.has('agree')) errors.agree = 'account.agree.missing';
  if (!phone || Object.keys(errors).length > 0) return { input: null, errors };
  const common = { phone, agreementVersion };
  if (by === 'password') return { input: { ...common, by, password: field('password') }, errors };
  return {
    input: { ...common, by, code: field('code'), challengeId: field('challengeId') },
    errors,
  };
}
