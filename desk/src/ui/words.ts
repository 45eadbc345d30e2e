import { cellText } from '@sandali/contract/commands.ts';
import type { Instant } from '@sandali/contract/day.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { formatMobile, type MobileNumber } from '@sandali/contract/phone.ts';

/** Returns a program's name as words: 'dueOn' is 'Due on', 'refund.paid' is 'Refund paid'. */
export function wordsOfName(name: string): string {
  const words = name
    .replace(
      /([a-z])([A-Z])/g,
      (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    )
    .replace(/([a-z])[-.](?=[a-z])/g, '$1 ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a text that begins with a capital and ends with a full stop. */
export function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}

/** Returns a text with its long ids cut to their ends: '…00000001'. */
export function shortIds(text: string): string {
  return text.replace(/\b[0-9a-f]{8}-[0-9a-f-]{19}([0-9a-f]{8})\b/g, '…$1');
}

/** Returns an amount without empty centavos: '₱1,500'. */
export const pesos = (amount: Centavos): string => formatPesos(amount, { drop00: true });

/** Returns an instant as a minute in Manila: '2026-11-23 14:05'. */
export const timeOf = (at: Instant): string => cellText({ as: 'instant', at });
/** Returns an instant's time of day in Manila: '14:05'. */
export const clockOf = (at: Instant): string => timeOf(at).slice(11);

/** Returns a mobile number as people write it: '0917 123 4567'. */
export const phoneWords = (phone: string): string =>
  /^\+639\d{9}$/.test(phone) ? formatMobile(phone as MobileNumber) : phone;

/** Returns minutes as words: '2 h 5 min'. */
export function ageOf(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
