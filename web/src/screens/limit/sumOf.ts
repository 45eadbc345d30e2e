import { type Centavos, formatPesos } from '@sandali/contract/money.ts';

/** A limit as it is read: '₱90,000'. */
export function sumOf(amount: Centavos): string {
  return formatPesos(amount, { drop00: true });
}
