import { centavos, formatPesos } from '@sandali/contract/money.ts';

/** Formats an amount with its centavos: '₱1,500.00'. Foreign money has its currency: '40.00 USD'. */
export function amountOf(
  amountCentavos: number | null,
  currency: string | null = 'PHP',
  none = '–',
): string {
  if (amountCentavos === null) return none;
  const text = formatPesos(centavos(amountCentavos));
  return currency === null || currency === 'PHP' ? text : `${text.replace('₱', '')} ${currency}`;
}

/** Returns how long something has waited: 'For 3 days'. */
export function ageWords(days: number): string {
  if (days === 0) return 'Since today';
  return days === 1 ? 'For a day' : `For ${days} days`;
}
