// The accounting of money that left its gateway again after it came.
import { companyAccount, ownedAccount } from './chart.ts';
import { credit, debit, type Line, moneyAllocated, type Share, withoutZeros } from './rules.ts';

/**
 * What money that left again is taken from: suspense, what had been sent back from there, or a borrower. Of theirs, `shares` is what each loan was paid with it,
 * below zero as it is owed again; the rest was kept for them, or is what no bill owes.
 */
export type TakenBackFrom =
  | { suspense: 'waiting' | 'returned'; currency: string }
  | { borrowerId: string; shares: readonly Share[]; keptCentavos: bigint; takenBackCentavos: bigint };

/** Money of a payment left its gateway again. */
export function paymentReversed(amountCentavos: bigint, from: TakenBackFrom): Line[] {
  if ('borrowerId' in from) {
    const { borrowerId, shares, keptCentavos, takenBackCentavos } = from;
    return withoutZeros([
      ...moneyAllocated({ shares: [...shares], borrowerId, refundableCentavos: -keptCentavos }),
      debit(ownedAccount('borrower.takenBack', borrowerId), takenBackCentavos),
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
