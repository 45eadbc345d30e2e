import { type MobileNumber, parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { normalizeIdNumber } from '#/client/idNumber.ts';
import { type RegisterStep, stepFrom } from './registerForm.ts';

type ResetStep = RegisterStep | 'id';

/** Returns the mobile number from the first step, or null if it is invalid. */
export function readNumber(form: FormData): MobileNumber | null {
  return parsePhilippineMobile(String(form.get('phone') ?? ''));
}

/**
 * Returns the last four characters of an ID number, without separators, or null if they are not
 * four letters or digits.
 */
export function readIdLast4(form: FormData): string | null {
  const typed = normalizeIdNumber(String(form.get('idLast4') ?? ''));
  return /^[A-Z0-9]{4}$/.test(typed) ? typed : null;
}

/**
 * Returns the step to show. The steps are those of a sign-up, plus the ID step once the server has
 * asked for ID digits.
 */
export function resetStepFrom(
  requested: string | null,
  known: { hasChallenge: boolean; hasCode: boolean; isIdAsked: boolean },
): ResetStep {
  if (requested === 'id' && known.isIdAsked) return 'id';
  return stepFrom(requested === 'id' ? 'password' : requested, {
    ...known,
    isChecked: known.hasCode,
  });
}
