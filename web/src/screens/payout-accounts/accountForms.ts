import type { RequestInputOf } from '@sandali/contract/call.ts';
import { undrawnLetters } from '@sandali/contract/paperLetters.ts';
import {
  type bankcardAdd,
  type walletAdd,
  zAccountNumber,
} from '@sandali/contract/payoutAccounts.ts';
import { readMobile } from '@sandali/contract/phone.ts';
import { plainDigits } from '@sandali/contract/plainDigits.ts';
import { drawn, zName } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { messageId, mobileField, required, withMessage } from '#/client/formRules.ts';
import type { PlainTextId } from '#/i18n/text.ts';

type AccountField = 'ownerName' | 'bankId' | 'accountNumber' | 'phone';
/** The bank form's fields; only this form has fields for a proof. */
export type BankField = AccountField | 'code' | 'password';
export type WalletField = 'walletId' | 'accountName' | 'phone';
export type ProofBy = 'code' | 'password';

/**
 * Returns the error for an invalid account number, which the form has already reduced to digits.
 */
function numberFault(typed: string): PlainTextId {
  if (typed === '') return 'payoutAccounts.numberMissing';
  if (/\D/.test(typed)) return 'payoutAccounts.numberLetters';
  return typed.length < 6 ? 'payoutAccounts.numberShort' : 'payoutAccounts.numberLong';
}

const zOwner = withMessage(drawn(zName), (typed) =>
  undrawnLetters(typed).length > 0 ? 'payoutAccounts.ownerLetters' : 'payoutAccounts.ownerMissing',
);
/** Returns the error for an invalid Philippine mobile number. */
function phoneFault(typed: string): PlainTextId {
  const read = readMobile(typed);
  return 'fault' in read && read.fault === 'foreign'
    ? 'payoutAccounts.phoneForeign'
    : 'payoutAccounts.phoneMissing';
}

const zPhone = mobileField(phoneFault);

const account = {
  ownerName: zOwner,
  bankId: required('payoutAccounts.bankMissing'),
  accountNumber: withMessage(zAccountNumber, numberFault),
  phone: zPhone,
};

/** The schema of the account fields, without a proof. */
export const accountForm = v.object(account);
export const accountFields = Object.keys(account) as AccountField[];

/** Returns the schema of the bank account form, confirmed with an SMS code or a password. */
export function bankForm(
  by: ProofBy,
  challengeId: string | null,
): v.GenericSchema<unknown, RequestInputOf<typeof bankcardAdd>> {
  const isCode = by === 'code';
  return v.pipe(
    v.object({
      ...account,
      code: v.pipe(
        v.string(),
        v.check(() => !isCode || challengeId !== null, messageId('account.codeFirst')),
        v.check((code) => !isCode || /^\d{6}$/.test(code), messageId('account.codeMissing')),
      ),
      password: isCode ? v.string() : required('account.passwordMissing'),
    }),
    v.transform(({ code, password, ...rest }) => ({
      ...rest,
      proof: isCode
        ? { by: 'code' as const, challengeId: challengeId ?? '', code }
        : { by: 'password' as const, password },
    })),
  );
}

export const walletForm: v.GenericSchema<unknown, RequestInputOf<typeof walletAdd>> = v.object({
  walletId: required('payoutAccounts.walletMissing'),
  accountName: zOwner,
  phone: zPhone,
});

/**
 * Strips separators from an account number: '0012-3456 7890' becomes '001234567890'. Keeps all
 * other characters.
 */
export function accountDigits(text: string): string {
  return plainDigits(text).replace(/[\s\p{Pd}\u2212.]/gu, '');
}
