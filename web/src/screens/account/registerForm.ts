import { type MobileNumber, parsePhilippineMobile } from '@sandali/contract/phone.ts';
import type { PlainTextId } from '#/i18n/text.ts';
import { phoneFault } from './phoneFault.ts';

export type RegisterStep = 'phone' | 'code' | 'password';
type RegisterField = 'phone' | 'agree' | 'code' | 'password' | 'confirm';
export type RegisterErrors = Partial<Record<RegisterField, PlainTextId>>;

const shortestPassword = 8;
const longestPassword = 128;

/** Reads the first step from the page: the number, and whether the agreements are ticked. */
export function readPhoneStep(form: FormData): {
  phone: MobileNumber | null;
  errors: RegisterErrors;
} {
  const typed = String(form.get('phone') ?? '');
  const phone = parsePhilippineMobile(typed);
  const errors: RegisterErrors = {};
  if (!phone) errors.phone = phoneFault(typed);
  if (!form.has('agree')) errors.agree = 'account.agree.missing';
  return { phone: Object.keys(errors).length > 0 ? null : phone, errors };
}

/**
 * Returns the error message for a new password, or null. A valid password has 8 to 128 code points
 * of any kind, counted in NFC.
 */
export function passwordProblem(password: string): PlainTextId | null {
  const length = [...password].length;
  if (length === 0) return 'account.newPassword.missing';
  if (length < shortestPassword) return 'account.newPassword.short';
  return length > longestPassword ? 'account.newPassword.long' : null;
}

/** Reads a new password and its repetition from the page. */
export function readNewPassword(form: FormData): {
  password: string | null;
  errors: RegisterErrors;
} {
  const typed = (name: string) => String(form.get(name) ?? '').normalize('NFC');
  const password = typed('password');
  const problem = passwordProblem(password);
  if (problem) return { password: null, errors: { password: problem } };
  if (typed('confirm') !== password)
    return { password: null, errors: { confirm: 'account.newPassword.differs' } };
  return { password, errors: {} };
}

/**
 * Returns the requested step, or the earliest incomplete one: a code must be sent, then verified.
 */
export function stepFrom(
  requested: string | null,
  known: { hasChallenge: boolean; isChecked: boolean },
): RegisterStep {
  if (!known.hasChallenge) return 'phone';
  if (requested === 'password' && known.isChecked) return 'password';
  return requested === 'code' || requested === 'password' ? 'code' : 'phone';
}
