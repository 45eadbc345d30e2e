// A payment larger than what its channel takes at once is made in parts. The server makes their
// codes by this rule, and the screens show them beforehand.
import { type Centavos, maxCentavos, subtractCentavos } from './money.ts';

/** What a channel takes in one payment. */
export type PaymentLimits = {
  readonly minimumCentavos: Centavos;
  readonly maximumCentavos: Centavos;
};

/**
 * In how many payments, and which, a sum goes through a channel: as few as it can be, the full ones
 * first, together exactly the sum. Each is within the channel's limits, and of several none is
 * below `leastCentavos`, for which the one before the last gives way. Null if it cannot be paid
 * so.
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
