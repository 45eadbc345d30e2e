// A payment above its channel's maximum is made in parts. The server creates the payment codes by
// this rule, and the screens preview the parts.
import { type Centavos, maxCentavos, subtractCentavos } from './money.ts';

/** A channel's limits for one payment. */
export type PaymentLimits = {
  readonly minimumCentavos: Centavos;
  readonly maximumCentavos: Centavos;
};

/**
 * Splits a sum into the fewest payments within a channel's limits, full payments first. Returns
 * null if that is impossible. Of several payments, none is below `leastCentavos`; if necessary, the
 * last but one is reduced.
 */
export function partsOf(
  sumCentavos: Centavos,
  { minimumCentavos, maximumCentavos }: PaymentLimits,
  leastCentavos: Centavos,
): readonly Centavos[] | null {
  if (sumCentavos < minimumCentavos) return null;
  const parts: Centavos[] = [];
  let restCentavos = sumCentavos;
  while (restCentavos > maximumCentavos) {
    parts.push(maximumCentavos);
    restCentavos = subtractCentavos(restCentavos, maximumCentavos);
  }
  if (parts.length === 0) return [restCentavos];
  const least = maxCentavos(minimumCentavos, leastCentavos);
  const short = subtractCentavos(least, restCentavos);
  if (short <= 0) return [...parts, restCentavos];
  const before = subtractCentavos(maximumCentavos, short);
  return before < least ? null : [...parts.slice(0, -1), before, least];
}
