import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import type { PayoutOrder } from './events.ts';

/** Returns `count` random decimal digits. */
export type Digits = (count: number) => string;

/** Returns the Luhn check digit (ISO/IEC 7812-1). */
export function luhn(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Returns the modulo 11 check digit with weights 2, 3, 4 … from the right; null if it is 10. */
export function mod11(digits: string): string | null {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) sum += Number(digits[digits.length - 1 - i]) * (i + 2);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? null : String(check);
}

/** Draws a random code in the channel's format, with a valid check digit. */
export function repaymentCode(channel: RepaymentChannel, digits: Digits): string {
  switch (channel) {
    case 'sevenEleven':
      return withLuhn(`71${digits(9)}`);
    case 'cliqqLifelong':
      return withLuhn(`9117${digits(11)}`);
    case 'pawnshop':
      return `PW${withMod11(() => digits(10))}`;
    case 'remittance':
      return withMod11(() => `24${digits(10)}`);
    case 'bankTransfer':
    case 'offlineTransfer':
      return withLuhn(`8808${digits(11)}`);
    default:
      return `${channel.slice(0, 2).toUpperCase()}${withLuhn(digits(13))}`;
  }
}

/**
 * Returns a random code that a borrower shows to collect a pickup, or null for a transfer to an
 * account.
 */
export function withdrawalCode(channel: PayoutOrder['channel'], digits: Digits): string | null {
  switch (channel) {
    case 'bankCard':
    case 'wallet':
      return null;
    case 'cardless':
      return withLuhn(digits(11));
    case 'pawnshop':
      return withMod11(() => digits(17)); // Cebuana's control numbers have 18 digits
    case 'remittance':
    case 'cashPickup':
      return withMod11(() => digits(12));
  }
}

/**
 * Returns the text of a QR Ph code as EMV tag-length-value: 28 fictitious merchant, 53 currency
 * 608, 54 amount in pesos, 58 country, 62-05 code, 63 CRC-16/CCITT-FALSE of the preceding text.
 */
export function qrPayload(code: string, amountCentavos: number | null): string {
  const pesos =
    amountCentavos === null
      ? null
      : String(amountCentavos).padStart(3, '0').replace(/(..)$/, '.$1');
  const merchant = tlv('00', 'ph.ppmi.p2m') + tlv('01', 'SANDPHM0XXX') + tlv('03', code);
  const text =
    tlv('00', '01') +
    tlv('01', amountCentavos === null ? '11' : '12') +
    tlv('28', merchant) +
    tlv('52', '6012') +
    tlv('53', '608') +
    (pesos === null ? '' : tlv('54', pesos)) +
    tlv('58', 'PH') +
    tlv('59', 'SANDALI SANDBOX') +
    tlv('60', 'MANILA') +
    tlv('62', tlv('05', code));
  return `${text}6304${crc16(`${text}6304`)}`;
}

/** Computes CRC-16/CCITT-FALSE: polynomial 1021, start FFFF; `123456789` yields 29B1. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function tlv(tag: string, value: string): string {
  return tag + String(value.length).padStart(2, '0') + value;
}

function withLuhn(digits: string): string {
  return digits + luhn(digits);
}

function withMod11(draw: () => string): string {
  for (let tries = 0; tries < 200; tries += 1) {
    const digits = draw();
    const check = mod11(digits);
    if (check !== null) return digits + check;
  }
  throw new Error('no number with a check digit in 200 draws');
}
