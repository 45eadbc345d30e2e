import { centavos, formatPesos } from '@sandali/contract/money.ts';

/** Formats an amount with its centavos: '₱1,500.00'. Foreign money has its currency: '40.00 USD'. */
export function amountOf(amountCentavos: number | null, currency: string | null = 'PHP'): string {
  if (amountCentavos === null) return '–';
  const text = formatPesos(centavos(amountCentavos));
  return currency === null || currency === 'PHP' ? text : `${text.replace('₱', '')} ${currency}`;
}

/** Returns the kind of an entry as words: 'refund.paid' is 'Refund paid'. */
export function kindWords(kind: string): string {
  const words = kind
    .replace('.', ' ')
    .replace(/[a-z][A-Z]/g, ([before, after = '']) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
