// The columns of a report's table, as text and as CSV.
import { centavos, formatPesos } from '@sandali/contract/money.ts';

/** `money` is centavos, `share` hundredths of a percent. */
export type Kind = 'text' | 'count' | 'money' | 'share';
type Value = string | number | null;
export type Column<R> = { name: string; as: Kind; of: (row: R) => Value };

/** Formats a value for a person; null is a dash. */
export function textOf(as: Kind, value: Value): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  switch (as) {
    case 'money':
      return formatPesos(centavos(value));
    case 'share':
      return `${hundredths(value)}%`;
    default:
      return value.toLocaleString('en');
  }
}

/** Returns rows as CSV: amounts in pesos, shares in percent, an empty field for null. */
export function csvOf<R>(columns: readonly Column<R>[], rows: readonly R[]): string {
  const unit = { text: '', count: '', money: ' (PHP)', share: ' (%)' };
  const lines = [
    columns.map(({ name, as }) => quoted(`${name}${unit[as]}`)),
    ...rows.map((row) => columns.map(({ as, of }) => quoted(plainOf(as, of(row))))),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function plainOf(as: Kind, value: Value): string {
  if (value === null || typeof value === 'string') return value ?? '';
  return as === 'money' || as === 'share' ? hundredths(value) : String(value);
}

/** Writes hundredths as a decimal without rounding: -5 is '-0.05'. */
export function hundredths(value: number): string {
  const digits = String(Math.abs(value)).padStart(3, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Formats for an axis: '₱1.2M' and '25%'. */
export const shortPesos = (amount: number): string =>
  `₱${new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(
    Number(hundredths(amount)),
  )}`;
export const shortShare = (bps: number): string => `${hundredths(bps).replace(/\.00$/, '')}%`;
