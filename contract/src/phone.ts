// Philippine mobile numbers. The rule is wide on purpose: 09 followed by nine digits would shut out DITO (0895 to 0898, 0813, 0817), and lists
// of known prefixes age. Whether a number is in use is shown by the code sent to it.
import type { Brand } from 'valibot';

/** A mobile number in E.164, as stored and as on the wire: '+639171234567'. */
export type MobileNumber = string & Brand<'MobileNumber'>;

const national = '(?:9\\d{2}|8(?:1[37]|9[5-8]))\\d{7}';
/** A number as it is stored and on the wire: E.164. */
export const storedMobile: RegExp = new RegExp(`^\\+63${national}$`);
const typed = new RegExp(`^(?:\\+?63|0)?(${national})$`);
/** What people put between digits: any space, any dash, parentheses. */
const between = /[\s\u002d\u2010-\u2015()]/g;

/** Reads a number as people type it ('0917 123 4567', '63917…', '+63 (917) 123-4567'); null for landlines, foreign and broken numbers. */
export function parsePhilippineMobile(text: string): MobileNumber | null {
  const digits = typed.exec(text.replace(between, ''))?.[1];
  return digits ? (`+63${digits}` as MobileNumber) : null;
}

/** '0917 123 4567', as people at home write it. */
export function formatMobile(mobile: MobileNumber): string {
  const { prefix, middle, end } = parts(mobile);
  return `${prefix} ${middle} ${end}`;
}

/** '0917 ••• 4567', for screens and messages that others may see. */
export function maskMobile(mobile: MobileNumber): string {
  const { prefix, end } = parts(mobile);
  return `${prefix} ••• ${end}`;
}

function parts(mobile: MobileNumber) {
  const digits = `0${mobile.slice('+63'.length)}`;
  return { prefix: digits.slice(0, 4), middle: digits.slice(4, 7), end: digits.slice(7) };
}
