// Xendit's amounts are JSON numbers of pesos with decimals; ours are whole centavos.
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';

/**
 * The largest plausible amount: above every limit, but small enough for a JSON number to be exact
 * to the centavo.
 */
const mostPesos = 10_000_000_000;

/** Converts centavos to the gateway's JSON number of pesos. */
export function pesosOf(amount: Centavos): number {
  return Number(`${amount}e-2`);
}

/** Converts a JSON number of pesos to centavos; refuses fractions of a centavo. */
export const zPesos = v.pipe(
  v.number(),
  v.finite(),
  v.minValue(0),
  v.maxValue(mostPesos),
  v.check((pesos) => Number(`${Math.round(pesos * 100)}e-2`) === pesos, 'a fraction of a centavo'),
  v.transform((pesos) => centavos(Math.round(pesos * 100))),
);

/** Like `zPesos`, but requires a positive amount. */
export const zSomePesos = v.pipe(
  zPesos,
  v.check((amount) => amount > 0, 'zero'),
);
