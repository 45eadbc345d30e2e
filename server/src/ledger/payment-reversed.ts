// The ledger lines of a reversed payment, and of the settlement of a claim.
import { companyAccount, ownedAccount } from './chart.ts';
import { credit, debit, type Line, moneyAllocated, type Share, withoutZeros } from './rules.ts';

/**
 * What a reversal is debited to: suspense, money already sent back from suspense, or a borrower's
 * loans (`shares`, below zero), refundable money and claim.
 */
export type ReversedFrom =
  | { suspense: 'waiting' | 'returned'; currency: string }
  | {
      borrowerId: string;
      shares: readonly Share[];
      keptCentavos: bigint;
      reclaimedCentavos: bigint;
    };

/** Returns the lines of a reversed payment. */
export function paymentReversed(amountCentavos: bigint, from: ReversedFrom): Line[] {
  if ('borrowerId' in from) {
    const { borrowerId, shares, keptCentavos, reclaimedCentavos } = from;
    return withoutZeros([
      ...moneyAllocated({ shares: [...shares], borrowerId, refundableCentavos: -keptCentavos }),
      debit(ownedAccount('borrower.takenBack', borrowerId), reclaimedCentavos),
      credit(companyAccount('gateway.float'), amountCentavos),
    ]);
  }
  const isPeso = from.currency === 'PHP';
  const theirs = isPeso ? 'suspense' : 'suspense.otherCurrency';
  return [
    debit(
      companyAccount(from.suspense === 'waiting' ? theirs : 'payment.takenBack'),
      amountCentavos,
    ),
    credit(companyAccount(isPeso ? 'gateway.float' : 'gateway.otherCurrency'), amountCentavos),
  ];
}

/** What settles a claim: a transfer in suspense, refundable money, or a write-off as a loss. */
export type ClaimPaidFrom = 'suspense' | 'refundable' | 'loss';

/** Returns the lines that settle a claim. `borrowerId` is null for an unknown payer. */
export function claimEnded(
  amountCentavos: bigint,
  { borrowerId, from }: { borrowerId: string | null; from: ClaimPaidFrom },
): Line[] {
  const source = {
    suspense: companyAccount('suspense'),
    refundable: { kind: 'borrower.refundable', ownerId: borrowerId },
    loss: companyAccount('loss.takenBack'),
  } as const;
  const claim =
    borrowerId === null
      ? companyAccount('payment.takenBack')
      : ownedAccount('borrower.takenBack', borrowerId);
  return [debit(source[from], amountCentavos), credit(claim, amountCentavos)];
}
