// The data about the lender that the law requires next to prices and on documents (SEC MC 19
// s.2019, RA 3765, RA 10173), and how borrowers reach it. Production reads it from the environment;
// the sandbox has a fictitious lender.

import type { zLender } from '@sandali/contract/lender.ts';
import type * as v from 'valibot';

export type LenderData = {
  companyName: string;
  companyRegNumber: string;
  companyAuthNumber: string;
  companyAddress: string;
  telephone: string;
  dpoContact: string;
  serviceHours: string;
  /** Empty without a page on Facebook, like `fbAccount`. */
  fbUrl: string;
  fbAccount: string;
};
export type LenderField = keyof LenderData;
/** The lender as documents name it. */
export type Lender = v.InferOutput<typeof zLender>;

/** Returns the lender's details for documents. */
export function lenderOf(
  data: Omit<LenderData, 'dpoContact' | 'serviceHours' | 'fbUrl' | 'fbAccount'>,
): Lender {
  return {
    name: data.companyName,
    registrationNumber: data.companyRegNumber,
    authorityNumber: data.companyAuthNumber,
    address: data.companyAddress,
    telephone: data.telephone,
  };
}

/** The sandbox's lender. No company has this name or these numbers. */
export const inventedLender: LenderData = {
  companyName: 'Sandali Lending Corp.',
  companyRegNumber: 'CS000000000',
  companyAuthNumber: '0000',
  companyAddress: '1 Kalye Halimbawa, Makati City, Metro Manila',
  telephone: '(02) 5550 0100',
  dpoContact: 'dpo@sandali.example',
  serviceHours: '9:00–18:00',
  fbUrl: 'https://www.facebook.com/sandali.example',
  fbAccount: 'Sandali',
};

const numbers: readonly LenderField[] = ['companyRegNumber', 'companyAuthNumber'];
/** Fields that may be empty. */
const optional: readonly LenderField[] = ['fbUrl', 'fbAccount'];
const placeholderWords =
  /\.(example|invalid|test)\b|\b(example|halimbawa|placeholder|todo|tbd|x{3,}|lorem)\b/i;

/**
 * Returns why a value cannot belong to a real lender, as a sentence without its full stop; null if
 * nothing is wrong. Rejects the sandbox's values, words such as "example", and numbers that contain
 * only zeros.
 */
export function whyPlaceholder(field: LenderField, value: string): string | null {
  if (value.trim() === '') return optional.includes(field) ? null : 'it is empty';
  const digits = value.replace(/\D/g, '');
  // A real lender may have the sandbox's hours.
  const isInvented = normal(value) === normal(inventedLender[field]);
  if (isInvented && field !== 'serviceHours') return 'it is the sandbox’s invented value';
  if (placeholderWords.test(value)) return 'it is a placeholder';
  if (numbers.includes(field) && !/[1-9]/.test(digits)) return 'it has only zeros';
  return null;
}

const normal = (value: string) => value.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns the fields whose values cannot belong to a real lender, with the reasons. */
export function placeholdersIn(lender: LenderData): { field: LenderField; reason: string }[] {
  return (Object.keys(inventedLender) as LenderField[]).flatMap((field) => {
    const reason = whyPlaceholder(field, lender[field]);
    return reason ? [{ field, reason }] : [];
  });
}
