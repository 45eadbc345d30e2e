// The accounting of money that left its gateway again after it came.
import { companyAccount, ownedAccount } from './chart.ts';
import { credit, debit, type Line, withoutZeros } from './rules.ts';

/** What money that left again is taken from: suspense, what had been sent back from there, or a borrower whose bills do not owe it. */
export type TakenBackFrom = { suspense: 'waiting' | 'returned'; currency: string } | { borrowerId: string; takenBackCentavos: bigint };

/** Money of a payment left its gateway again. */
export function paymentReversed(amountCentavos: bigint, from: TakenBackFrom): Line[] {
  if ('borrowerId' in from) {
    return withoutZeros([
      debit(ownedAccount('borrower.takenBack', from.borrowerId), from.takenBackCentavos),
      credit(companyAccount('gateway.float'), amountCentavos),
    ]);
  }
  const isPeso = from.currency === 'PHP';
  const theirs = isPeso ? 'suspense' : 'suspense.otherCurrency';
  return [
    debit(companyAccount(from.suspense === 'waiting' ? theirs : 'payment.takenBack'), amountCentavos),
    credit(companyAccount(isPeso ? 'gateway.float' : 'gateway.otherCurrency'), amountCentavos),
  ];
}
