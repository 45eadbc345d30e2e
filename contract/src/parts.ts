// A payment above its channel's maximum is made in parts. The server makes their codes by this
// rule, and the screens show them beforehand.
import { type Centavos, maxCentavos, subtractCentavos } from './money.ts';

/** The limits of a channel for one payment. */
export type PaymentLimits = {
  readonly minimumCentavos: Centavos;
  readonly maximumCentavos: Centavos;
};

/**
 * Splits a sum into the fewest payments within a channel's limits, full ones first. If there are
 * several, none is below `leastCentavos`; the last but one is reduced for it. Null if impossible.
 */
export function partsOf(
  sumCentavos: Centavos,
  { minimumCentavos, maximumCentavos }: PaymentLimits,
  leastCentavos: Centavos,
): readonly Centavos[] | null {
  if (sumCentavos < minimumCentavos) return null;
  const parts: Centavos[] = [];
  let left = sumCentavos;
  while (left > maximumCentavos) {
    parts.push(maximumCentavos);
    left = subtractCentavos(left, maximumCentavos);
  }
  if (parts.length === 0) return [left];
  const least = maxCentavos(minimumCentavos, leastCentavos);
  const short = subtractCentavos(least, left);
  if (short <= 0) return [...parts, left];
  const before = subtractCentavos(maximumCentavos, short);
  return before < least ? null : [...parts.slice(0, -1), before, least];
}
