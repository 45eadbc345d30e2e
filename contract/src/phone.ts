// Philippine mobile numbers. The rule is deliberately wide: 09 and nine digits would exclude DITO
// (0895 to 0898, 0813, 0817), and lists of known prefixes become outdated. Only a code sent to a
// number shows that it is in use.
import type { Brand } from 'valibot';
import { plainNumber } from './plainDigits.ts';

/** A mobile number in E.164, as stored and sent: '+639171234567'. */
export type MobileNumber = string & Brand<'MobileNumber'>;

const national = '(?:9\\d{2}|8(?:1[37]|9[5-8]))\\d{7}';
export const storedMobile: RegExp = new RegExp(`^\\+63${national}$`);
// The country code may occur twice: once from the field itself, and once typed.
const typed = new RegExp(`^(?:(?:\\+|00?)?63){0,2}0?(${national})$`);
/**
 * Foreign mobile numbers typed without + or 00. No Philippine mobile number begins with 1 to 7. The
 * patterns with 8 or 9 cover nearby countries and countries where Filipinos work; their numbers
 * differ in length.
 */
const abroad =
  /^(?:1[2-9]\d{9}|(?!63)[2-7]\d{9,14}|81[789]0\d{8}|8210\d{8}|84[35789]\d{8}|852[4-9]\d{7}|8536\d{7}|861[3-9]\d{9}|8869\d{8}|965[569]\d{7}|9665\d{8}|968[79]\d{7}|9715\d{8}|973[36]\d{7}|974[3567]\d{7})$/;

/**
 * The fault in a typed number: empty, not digits, another country's, too short, too long, or not a
 * mobile number, such as a landline.
 */
export type PhoneFault = 'missing' | 'letters' | 'foreign' | 'short' | 'long' | 'notMobile';

/**
 * Parses a mobile number in the forms in which people type, paste or pick it ('0917 123 4567',
 * '63917…', '0917.123.4567', '+63 (917) 123-4567', '0063 917 …'). Digits are never dropped to make
 * a number fit.
 */
export function readMobile(text: string): { mobile: MobileNumber } | { fault: PhoneFault } {
  const plain = plainNumber(text);
  const digits = typed.exec(plain)?.[1];
  if (digits) return { mobile: `+63${digits}` as MobileNumber };
  if (plain === '' || plain === '+' || plain === '+63') return { fault: 'missing' };
  if (!/^\+?\d+$/.test(plain)) return { fault: 'letters' };
  if (/^(?:\+|00)(?!63)[1-9]/.test(plain) || abroad.test(plain)) return { fault: 'foreign' };
  const own = plain.replace(/^(?:\+?63(?=\d{9})|\+63|0063|\+)/, '').replace(/^0/, '');
  if (own.length > 10) return { fault: 'long' };
  return { fault: /^[89]/.test(own) && own.length < 10 ? 'short' : 'notMobile' };
}

/** Returns the typed mobile number, or null if the text is not one. */
export function parsePhilippineMobile(text: string): MobileNumber | null {
  const read = readMobile(text);
  return 'mobile' in read ? read.mobile : null;
}

/** Formats a number as '0917 123 4567', the usual form in the Philippines. */
export function formatMobile(mobile: MobileNumber): string {
  const { prefix, middle, end } = parts(mobile);
  return `${prefix} ${middle} ${end}`;
}

/** Masks a number as '0917 ••• 4567', for screens and messages that others may see. */
export function maskMobile(mobile: MobileNumber): string {
  const { prefix, end } = parts(mobile);
  return `${prefix} ••• ${end}`;
}

function parts(mobile: MobileNumber) {
  const digits = `0${mobile.slice('+63'.length)}`;
  return { prefix: digits.slice(0, 4), middle: digits.slice(4, 7), end: digits.slice(7) };
}
