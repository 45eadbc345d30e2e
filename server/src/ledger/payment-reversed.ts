// The ledger entry and lines of a reversed payment, and the lines that settle a claim.

import { newIdFor } from '#/platform/random.ts';
import { companyAccount, ownedAccount } from './chart.ts';
import type { Entry } from './post.ts';
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

/** A reversal that a gateway reports. `borrowerId` is null for an unknown payer. */
export type Reversal = {
  gateway: string;
  movementId: string;
  borrowerId: string | null;
  happenedAt: Temporal.Instant;
  valueOn: Temporal.PlainDate;
};

/** Returns the entry of a reversal. */
export function reversalEntry(
  now: Temporal.Instant,
  { gateway, movementId, borrowerId, happenedAt, valueOn }: Reversal,
  { loanId, lines }: Pick<Entry, 'loanId' | 'lines'>,
): Entry {
  return {
    id: newIdFor(borrowerId, now),
    kind: 'payment.reversed',
    factKey: `reversed ${gateway} ${movementId}`,
    borrowerId,
    loanId,
    happenedAt,
    recordedAt: now,
    businessOn: valueOn,
    lines,
  };
}

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
