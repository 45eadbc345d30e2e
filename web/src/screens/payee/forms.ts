import type { RequestInputOf } from '@sandali/contract/call.ts';
import { type bankcardAdd, type walletAdd, zAccountNumber } from '@sandali/contract/payee.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { zName } from '@sandali/contract/text.ts';
import { is } from 'valibot';
import type { PlainTextId } from '#/kit/text.ts';

/** What stands in the two forms; the proof fields are the bank's alone. */
export type BankFields = { ownerName: string; bankId: string; accountNumber: string; phone: string; code: string; password: string };
export type WalletFields = { walletId: string; accountName: string; phone: string };
export type FieldErrors<F> = Partial<Record<keyof F, PlainTextId>>;
export type ProofBy = 'code' | 'password';

type Read<I, F> = { input: I; errors: FieldErrors<F> } | { input: null; errors: FieldErrors<F> };

type BankInput = RequestInputOf<typeof bankcardAdd>;

/** Reads the account itself, without a proof: what is missing is named field by field in the order of the page. */
export function readAccount(fields: BankFields): Read<Omit<BankInput, 'proof'>, BankFields> {
  const phone = parsePhilippineMobile(fields.phone);
  const errors: FieldErrors<BankFields> = {};
  if (!is(zName, fields.ownerName)) errors.ownerName = 'payee.ownerMissing';
  if (!fields.bankId) errors.bankId = 'payee.bankMissing';
  if (!is(zAccountNumber, fields.accountNumber)) errors.accountNumber = 'payee.numberMissing';
  if (!phone) errors.phone = 'payee.phoneMissing';
  if (!phone || Object.keys(errors).length > 0) return { input: null, errors };
  const { ownerName, bankId, accountNumber } = fields;
  return { input: { ownerName, bankId, accountNumber, phone }, errors };
}

/** Reads the form of a bank account with the code or the password in it. */
export function readBank(fields: BankFields, by: ProofBy, challengeId: string | null): Read<BankInput, BankFields> {
  const { input, errors } = readAccount(fields);
  if (by === 'code' && challengeId === null) errors.code = 'account.codeFirst';
  else if (by === 'code' && !/^\d{6}$/.test(fields.code)) errors.code = 'account.codeMissing';
  if (by === 'password' && fields.password === '') errors.password = 'account.passwordMissing';
  if (!input || Object.keys(errors).length > 0) return { input: null, errors };
  const proof = by === 'code' ? { by, challengeId: challengeId ?? '', code: fields.code } : { by, password: fields.password };
  return { input: { ...input, proof }, errors };
}

/** Reads the form of an e-wallet. */
export function readWallet({ walletId, accountName, phone: typed }: WalletFields): Read<RequestInputOf<typeof walletAdd>, WalletFields> {
  const phone = parsePhilippineMobile(typed);
  const errors: FieldErrors<WalletFields> = {};
  if (!walletId) errors.walletId = 'payee.walletMissing';
  if (!is(zName, accountName)) errors.accountName = 'payee.ownerMissing';
  if (!phone) errors.phone = 'payee.phoneMissing';
  if (!phone || Object.keys(errors).length > 0) return { input: null, errors };
  return { input: { walletId, accountName, phone }, errors };
}

/** Digits of an account number as people paste it: '0012-3456 7890' is '001234567890'; at most the 20 that a bank has. */
export function accountDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, 20);
}
