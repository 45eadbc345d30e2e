import { type Centavos, sumCentavos } from '@sandali/contract/money.ts';
import type { Bill } from './answers.ts';

/**
 * What a gateway reversed after the loan was returned, in centavos. The bill itself owes what was
 * reversed before.
 */
export function reversedAfterReturn({ events }: Pick<Bill, 'events'>): Centavos {
  const returnedAt = events.findIndex(({ kind }) => kind === 'cooledOff');
  return sumCentavos(
    events
      .slice(returnedAt + 1)
      .flatMap(({ kind, amountCentavos }) => (kind === 'takenBack' ? (amountCentavos ?? []) : [])),
  );
}
