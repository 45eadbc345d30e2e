// Xendit writes amounts as JSON numbers of pesos with decimals; ours are whole centavos.
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';

/**
 * The most that is believed, in pesos: far above every limit, and far below where numbers lose
 * centavos.
 */
const mostPesos = 10_000_000_000;

/** Pesos as the gateway's JSON number. */
export function pesosOf(amount: Centavos): number {
  return Number(`${amount}e-2`);
}

/** A JSON number of pesos as centavos. What is no whole number of centavos is no amount. */
export const zPesos = v.pipe(
  v.number(),
  v.finite(),
  v.minValue(0),
  v.maxValue(mostPesos),
  v.check((pesos) => Number(`${Math.round(pesos * 100)}e-2`) === pesos, 'a part of a centavo'),
  v.transform((pesos) => centavos(Math.round(pesos * 100))),
);

/** As `zPesos`, above zero. */
export const zSomePesos = v.pipe(
  zPesos,
  v.check((amount) => amount > 0, 'nothing'),
);
