// Money is whole centavos everywhere: on the wire, in the rules and on the screen. Only this file
// divides it.

import * as v from 'valibot';
import { plainDigits } from './plainDigits.ts';

/** An amount of 0 or more: a JSON number of whole centavos. */
export const zCentavos = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.brand('Centavos'));
/** An amount of at least one centavo. */
export const zPositiveCentavos = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.brand('Centavos'),
);
/**
 * Whole centavos as a safe integer. Only the books have amounts below 0; the schemas refuse them.
 */
export type Centavos = v.InferOutput<typeof zCentavos>;

/** Returns an amount of whole centavos. @throws RangeError for a fraction or an unsafe integer */
export function centavos(amount: number | bigint): Centavos {
  const whole = Number(amount);
  if (!Number.isSafeInteger(whole) || (typeof amount === 'bigint' && BigInt(whole) !== amount)) {
    throw new RangeError(`no exact amount of centavos: ${amount}`);
  }
  return (whole === 0 ? 0 : whole) as Centavos;
}

export const zeroCentavos = centavos(0);

export function addCentavos(a: Centavos, b: Centavos): Centavos {
  return centavos(a + b);
}

/** Returns a − b, which may be below 0. */
export function subtractCentavos(a: Centavos, b: Centavos): Centavos {
  return centavos(a - b);
}

export function negateCentavos(amount: Centavos): Centavos {
  return centavos(-amount);
}

/** Returns a − b, but never less than 0. */
export function lessCentavos(a: Centavos, b: Centavos): Centavos {
  return maxCentavos(zeroCentavos, subtractCentavos(a, b));
}

/** Returns the sum of all amounts; 0 for none. */
export function sumCentavos(amounts: Iterable<Centavos>): Centavos {
  let total = zeroCentavos;
  for (const amount of amounts) total = addCentavos(total, amount);
  return total;
}

export function minCentavos(first: Centavos, ...others: readonly Centavos[]): Centavos {
  return others.reduce((least, amount) => (amount < least ? amount : least), first);
}

export function maxCentavos(first: Centavos, ...others: readonly Centavos[]): Centavos {
  return others.reduce((most, amount) => (amount > most ? amount : most), first);
}

/** Whether the amount is a whole number of steps. @throws RangeError unless the step is above 0 */
export function isMultipleOf(amount: Centavos, step: Centavos): boolean {
  if (step <= 0) throw new RangeError('a step is above 0');
  return amount % step === 0;
}

/**
 * Computes floor(amount · numerator / denominator) exactly. The amount may be a bigint, for sums
 * above the safe integers; numerator and denominator are integers.
 */
export function floorShare(
  amount: Centavos | bigint,
  numerator: number | bigint,
  denominator: number | bigint,
): Centavos {
  return centavos(floorDivide(BigInt(amount) * BigInt(numerator), BigInt(denominator)));
}

/**
 * Computes amount · numerator / denominator exactly and rounds to the nearest integer, halves up.
 * The result is a plain number, since it may be a rate.
 */
export function roundedRatio(
  amount: Centavos | bigint,
  numerator: number | bigint,
  denominator: number | bigint,
): number {
  const below = BigInt(denominator);
  return centavos(floorDivide(2n * BigInt(amount) * BigInt(numerator) + below, 2n * below));
}

function floorDivide(above: bigint, below: bigint): bigint {
  if (below <= 0n) throw new RangeError('a denominator is above 0');
  const quotient = above / below;
  return above < 0n && quotient * below !== above ? quotient - 1n : quotient;
}

const pesosText = /^(0|[1-9]\d{0,9})(?:\.(\d{2}))?$/;

/**
 * Parses '60000' or '60000.50'. Returns null for anything else: signs, commas, spaces, one decimal,
 * leading zeros, non-ASCII digits.
 */
export function parsePesos(text: string): Centavos | null {
  const parts = pesosText.exec(text);
  return parts ? centavos(Number(`${parts[1]}${parts[2] ?? '00'}`)) : null;
}

/** Faults in a typed amount. '600,00' is `ambiguous`; `large` is implausibly large. */
export type PesosFault = 'empty' | 'unreadable' | 'ambiguous' | 'large';

// A group of thousands never begins with 0: '0,600' is six tenths for people who use decimal
// commas.
const wholePesos = '(?:\\d+|[1-9]\\d{0,2}(?:,\\d{3})+|[1-9]\\d{0,2}(?: \\d{3})+)';
const typedPesos = new RegExp(`^${wholePesos}(?:\\.\\d{1,2})?$`);
/** Digits in two table cells or on two lines, which cannot be a single amount. */
const twoAmounts = /\d\s*[\t\n\v\f\r]\s*\d/;

/**
 * Parses an amount as people type or paste it: '1,500', '₱1 500.50', 'PHP 1500.5'. Commas and
 * spaces may only separate groups of three digits, a point needs one or two decimals, and the
 * currency may be before or after the number.
 */
export function readPesos(text: string): { amountCentavos: Centavos } | { fault: PesosFault } {
  const digits = plainDigits(text).replace(/(?!\s)\p{Cc}/gu, '');
  if (twoAmounts.test(digits)) return { fault: 'ambiguous' };
  const plain = digits
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:₱|PHP|P) ?| ?(?:₱|PHP)$/giu, '');
  if (plain === '') return { fault: 'empty' };
  if (!typedPesos.test(plain))
    return { fault: /^[\d., ]*\d[\d., ]*$/.test(plain) ? 'ambiguous' : 'unreadable' };
  const [whole = '', decimals = ''] = plain.replace(/[, ]/g, '').split('.');
  const amountCentavos = parsePesos(`${whole.replace(/^0+(?=\d)/, '')}.${decimals.padEnd(2, '0')}`);
  return amountCentavos === null ? { fault: 'large' } : { amountCentavos };
}

/**
 * Returns the parts of an amount for display: { sign: '₱', whole: '60,000', cents: '00' }. Below 0
 * the sign is '−₱'.
 */
export function splitPesos(amount: Centavos): { sign: '₱' | '−₱'; whole: string; cents: string } {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return {
    sign: amount < 0 ? '−₱' : '₱',
    whole: digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ','),
    cents: digits.slice(-2),
  };
}

/**
 * Formats an amount as '₱60,000.00', the same in every language. `drop00` omits the centavos of
 * whole pesos: '₱60,000'.
 */
export function formatPesos(
  amount: Centavos,
  { drop00 = false }: { drop00?: boolean } = {},
): string {
  const { sign, whole, cents } = splitPesos(amount);
  return drop00 && cents === '00' ? `${sign}${whole}` : `${sign}${whole}.${cents}`;
}
