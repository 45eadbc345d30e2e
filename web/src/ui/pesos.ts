/**
 * A formatted amount: the sign ('−' or none), the whole pesos with separators, and two digits of
 * centavos.
 */
export type PesoParts = { sign: '' | '−'; pesos: string; centavos: string };

/**
 * Splits whole centavos by their digits, without dividing.
 * @throws RangeError unless `sumCentavos` is a whole number
 */
export function splitPesos(sumCentavos: number): PesoParts {
  if (!Number.isSafeInteger(sumCentavos))
    throw new RangeError(`not whole centavos: ${sumCentavos}`);
  const digits = String(Math.abs(sumCentavos)).padStart(3, '0');
  return {
    sign: sumCentavos < 0 ? '−' : '',
    pesos: groupThousands(digits.slice(0, -2)),
    centavos: digits.slice(-2),
  };
}

/** Separates thousands with commas: '1234567' becomes '1,234,567'. */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
