import { type Centavos, sumCentavos } from '@sandali/contract/money.ts';
import type { Bill } from './answers.ts';

/**
 * Returns the amount that gateways reversed after the loan was returned. Amounts reversed earlier
 * are owed on the bill itself.
 */
export function reversedAfterReturn({ events }: Pick<Bill, 'events'>): Centavos {
  const returnedAt = events.findIndex(({ kind }) => kind === 'cooledOff');
  return sumCentavos(
    events
      .slice(returnedAt + 1)
      .flatMap(({ kind, amountCentavos }) => (kind === 'takenBack' ? (amountCentavos ?? []) : [])),
  );
}
