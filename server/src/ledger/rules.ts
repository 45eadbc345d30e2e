// From business facts to balanced lines, and nothing else: each function is the accounting of one
// fact. Debit is above zero.
import { type Account, type AccountKind, companyAccount, ownedAccount } from './chart.ts';

export type Line = { account: Account; amountCentavos: bigint };
export type EntryKind =
  | 'loan.paidOut'
  | 'loan.reversed'
  | 'loan.cooledOff'
  | 'charges.posted'
  | 'repayment.booked'
  | 'extension.booked'
  | 'payment.reversed'
  | 'claim.settled'
  | 'claim.writtenOff'
  | 'money.shared'
  | 'money.unmatched'
  | 'suspense.assigned'
  | 'suspense.returned'
  | 'refund.ordered'
  | 'refund.paid'
  | 'refund.failed'
  | 'refund.reversed'
  | 'payout.contested'
  | 'payout.contestedReturned'
  | 'payout.contestedLost'
  | 'charges.waived'
  | 'remainder.waived'
  | 'loan.writtenOff';

export const debit = (account: Account, amountCentavos: bigint): Line => ({
  account,
  amountCentavos,
});
export const credit = (account: Account, amountCentavos: bigint): Line => ({
  account,
  amountCentavos: -amountCentavos,
});
export const withoutZeros = (lines: Line[]) => lines.filter((line) => line.amountCentavos !== 0n);

/**
 * A loan was paid out: the principal is owed, the arrival amount has left us, and the fees that
 * were deducted are earned.
 */
export function paidOut(loan: {
  loanId: string;
  principalCentavos: bigint;
  arrivalCentavos: bigint;
  serviceFeeCentavos: bigint;
  channelFeeCentavos: bigint;
}): Line[] {
  return withoutZeros([
    debit(ownedAccount('loan.principal', loan.loanId), loan.principalCentavos),
    credit(companyAccount('gateway.float'), loan.arrivalCentavos),
    credit(companyAccount('income.serviceFee'), loan.serviceFeeCentavos),
    credit(companyAccount('income.channelFee'), loan.channelFeeCentavos),
  ]);
}

/**
 * A payout came back from the bank: the arrival amount is ours again, fees and charges are taken
 * back, nothing is owed any more, and what the borrower paid meanwhile is theirs.
 */
export function loanReversed(loan: {
  loanId: string;
  borrowerId: string;
  arrivalCentavos: bigint;
  serviceFeeCentavos: bigint;
  channelFeeCentavos: bigint;
  owed: { principalCentavos: bigint; interestCentavos: bigint; lateCentavos: bigint };
  paid: {
    principalCentavos: bigint;
    interestCentavos: bigint;
    lateCentavos: bigint;
    extensionFeeCentavos: bigint;
  };
  /** The remainder that was waived. */
  waived: { principalCentavos: bigint; interestCentavos: bigint; lateCentavos: bigint };
}): Line[] {
  const { owed, paid, waived } = loan;
  return withoutZeros([
    debit(companyAccount('gateway.float'), loan.arrivalCentavos),
    debit(companyAccount('income.serviceFee'), loan.serviceFeeCentavos),
    debit(companyAccount('income.channelFee'), loan.channelFeeCentavos),
    debit(
      companyAccount('income.interest'),
      owed.interestCentavos + paid.interestCentavos + waived.interestCentavos,
    ),
    debit(
      companyAccount('income.late'),
      owed.lateCentavos + paid.lateCentavos + waived.lateCentavos,
    ),
    debit(companyAccount('income.extensionFee'), paid.extensionFeeCentavos),
    credit(
      companyAccount('loss.remainders'),
      waived.principalCentavos + waived.interestCentavos + waived.lateCentavos,
    ),
    credit(ownedAccount('loan.principal', loan.loanId), owed.principalCentavos),
    credit(ownedAccount('loan.interest', loan.loanId), owed.interestCentavos),
    credit(ownedAccount('loan.late', loan.loanId), owed.lateCentavos),
    credit(
      ownedAccount('borrower.refundable', loan.borrowerId),
      paid.principalCentavos +
        paid.interestCentavos +
        paid.lateCentavos +
        paid.extensionFeeCentavos,
    ),
  ]);
}

/**
 * A loan was returned in the days of cooling-off: what arrived has come back as principal, so fees
 * and every charge posted so far are taken back, and nothing is owed any more.
 */
export function loanCooledOff(loan: {
  loanId: string;
  serviceFeeCentavos: bigint;
  channelFeeCentavos: bigint;
  /** All that was ever posted on the loan, paid or not. */
  interestCentavos: bigint;
  lateCentavos: bigint;
}): Line[] {
  return withoutZeros([
    debit(companyAccount('income.serviceFee'), loan.serviceFeeCentavos),
    debit(companyAccount('income.channelFee'), loan.channelFeeCentavos),
    debit(companyAccount('income.interest'), loan.interestCentavos),
    debit(companyAccount('income.late'), loan.lateCentavos),
    credit(
      ownedAccount('loan.principal', loan.loanId),
      loan.serviceFeeCentavos + loan.channelFeeCentavos,
    ),
    credit(ownedAccount('loan.interest', loan.loanId), loan.interestCentavos),
    credit(ownedAccount('loan.late', loan.loanId), loan.lateCentavos),
  ]);
}

/**
 * Charges came due on a loan: interest accrued and late charge up to a day, and the fee of an
 * extension. Each may be zero, not all.
 */
export function chargesPosted(charges: {
  loanId: string;
  interestCentavos: bigint;
  lateCentavos: bigint;
  extensionFeeCentavos: bigint;
}): Line[] {
  return withoutZeros([
    debit(ownedAccount('loan.interest', charges.loanId), charges.interestCentavos),
    credit(companyAccount('income.interest'), charges.interestCentavos),
    debit(ownedAccount('loan.late', charges.loanId), charges.lateCentavos),
    credit(companyAccount('income.late'), charges.lateCentavos),
    debit(ownedAccount('loan.extensionFee', charges.loanId), charges.extensionFeeCentavos),
    credit(companyAccount('income.extensionFee'), charges.extensionFeeCentavos),
  ]);
}

export type Share = {
  loanId: string;
  lateCentavos: bigint;
  interestCentavos: bigint;
  principalCentavos: bigint;
  extensionFeeCentavos: bigint;
};

/** What money that settles bills is taken from: the gateway, our own account, or suspense. */
export type MoneyFrom = 'gateway.float' | 'bank.account' | 'suspense';

/**
 * Money arrived, or its owner is known now: it settles late charge, interest, principal and
 * extension fees of one or more loans; the rest belongs to the borrower.
 */
export function repaymentBooked(money: {
  from: MoneyFrom;
  amountCentavos: bigint;
  shares: Share[];
  borrowerId: string;
  refundableCentavos: bigint;
}): Line[] {
  return withoutZeros([
    debit(companyAccount(money.from), money.amountCentavos),
    ...moneyAllocated(money),
  ]);
}

/**
 * Reallocates money that is booked on loans already: what one part loses another gains, or becomes
 * the borrower's to refund.
 */
export function moneyAllocated(money: {
  shares: Share[];
  borrowerId: string;
  refundableCentavos: bigint;
}): Line[] {
  return withoutZeros([
    ...money.shares.flatMap((share) => [
      credit(ownedAccount('loan.late', share.loanId), share.lateCentavos),
      credit(ownedAccount('loan.interest', share.loanId), share.interestCentavos),
      credit(ownedAccount('loan.principal', share.loanId), share.principalCentavos),
      credit(ownedAccount('loan.extensionFee', share.loanId), share.extensionFeeCentavos),
    ]),
    credit(ownedAccount('borrower.refundable', money.borrowerId), money.refundableCentavos),
  ]);
}

/** Where money without an owner came to. Our own account at a bank takes pesos alone. */
export type ReceivedOn = 'gateway' | 'ownBank';

/** Money came that we cannot give to anybody yet, in a currency of ISO 4217. */
export function moneyUnmatched(
  amountCentavos: bigint,
  currency: string,
  receivedOn: ReceivedOn = 'gateway',
): Line[] {
  const [ours, theirs] =
    receivedOn === 'ownBank'
      ? (['bank.account', 'suspense'] as const)
      : currency === 'PHP'
        ? (['gateway.float', 'suspense'] as const)
        : (['gateway.otherCurrency', 'suspense.otherCurrency'] as const);
  return [
    debit(companyAccount(ours), amountCentavos),
    credit(companyAccount(theirs), amountCentavos),
  ];
}

type RefundMoney = { borrowerId: string; amountCentavos: bigint };

/**
 * A borrower has their refundable money sent back: it is theirs still, and set apart, so that it
 * goes once.
 */
export function refundOrdered({ borrowerId, amountCentavos }: RefundMoney): Line[] {
  return [
    debit(ownedAccount('borrower.refundable', borrowerId), amountCentavos),
    credit(ownedAccount('borrower.refundOrdered', borrowerId), amountCentavos),
  ];
}

/** It has left us. */
export function refundPaid({ borrowerId, amountCentavos }: RefundMoney): Line[] {
  return [
    debit(ownedAccount('borrower.refundOrdered', borrowerId), amountCentavos),
    credit(companyAccount('gateway.float'), amountCentavos),
  ];
}

/** It did not leave us: it is refundable again. */
export function refundFailed({ borrowerId, amountCentavos }: RefundMoney): Line[] {
  return [
    debit(ownedAccount('borrower.refundOrdered', borrowerId), amountCentavos),
    credit(ownedAccount('borrower.refundable', borrowerId), amountCentavos),
  ];
}

/** It came back from the bank: it is refundable again. */
export function refundReversed({ borrowerId, amountCentavos }: RefundMoney): Line[] {
  return [
    debit(companyAccount('gateway.float'), amountCentavos),
    credit(ownedAccount('borrower.refundable', borrowerId), amountCentavos),
  ];
}

/**
 * Money without an owner was sent back: transfers to our own account from that account, other pesos
 * manually from our own bank, and foreign money from the account where it is held.
 */
export function suspenseReturned(
  amountCentavos: bigint,
  currency: string,
  receivedOn: ReceivedOn = 'gateway',
): Line[] {
  const [theirs, ours] =
    receivedOn === 'ownBank'
      ? (['suspense', 'bank.account'] as const)
      : currency === 'PHP'
        ? (['suspense', 'company.bank'] as const)
        : (['suspense.otherCurrency', 'gateway.otherCurrency'] as const);
  return [
    debit(companyAccount(theirs), amountCentavos),
    credit(companyAccount(ours), amountCentavos),
  ];
}

/** Money left us for a payout that had ended without one. */
export function payoutContested(amountCentavos: bigint): Line[] {
  return [
    debit(companyAccount('payout.contested'), amountCentavos),
    credit(companyAccount('gateway.float'), amountCentavos),
  ];
}

/** That money is back, also after it was written off. */
export function contestedReturned(amountCentavos: bigint, wasGivenUp = false): Line[] {
  const from = wasGivenUp ? 'loss.payouts' : 'payout.contested';
  return [
    debit(companyAccount('gateway.float'), amountCentavos),
    credit(companyAccount(from), amountCentavos),
  ];
}

/** That money is written off: it is lost. */
export function contestedLost(amountCentavos: bigint): Line[] {
  return [
    debit(companyAccount('loss.payouts'), amountCentavos),
    credit(companyAccount('payout.contested'), amountCentavos),
  ];
}

/**
 * Charges are taken back that the borrower need not pay; below zero, such a taking back has itself
 * become unneeded. Each may be zero, not both.
 */
export function chargesWaived(waived: {
  loanId: string;
  interestCentavos: bigint;
  lateCentavos: bigint;
}): Line[] {
  return withoutZeros([
    debit(companyAccount('income.interest'), waived.interestCentavos),
    credit(ownedAccount('loan.interest', waived.loanId), waived.interestCentavos),
    debit(companyAccount('income.late'), waived.lateCentavos),
    credit(ownedAccount('loan.late', waived.loanId), waived.lateCentavos),
  ]);
}

/**
 * A remainder of less than a peso is waived; below zero, money that counts earlier has made the
 * waiver smaller. Each may be zero, not all.
 */
export function remainderWaived(waived: {
  loanId: string;
  principalCentavos: bigint;
  interestCentavos: bigint;
  lateCentavos: bigint;
}): Line[] {
  const { loanId, principalCentavos, interestCentavos, lateCentavos } = waived;
  return withoutZeros([
    debit(companyAccount('loss.remainders'), principalCentavos + interestCentavos + lateCentavos),
    credit(ownedAccount('loan.principal', loanId), principalCentavos),
    credit(ownedAccount('loan.interest', loanId), interestCentavos),
    credit(ownedAccount('loan.late', loanId), lateCentavos),
  ]);
}

/** A loan is written off: all that it owes is lost. */
export function loanWrittenOff(loan: {
  loanId: string;
  owed: { principalCentavos: bigint; interestCentavos: bigint; lateCentavos: bigint };
}): Line[] {
  const { loanId, owed } = loan;
  return withoutZeros([
    debit(
      ownedAccount('loan.writtenOff', loanId),
      owed.principalCentavos + owed.interestCentavos + owed.lateCentavos,
    ),
    credit(ownedAccount('loan.principal', loanId), owed.principalCentavos),
    credit(ownedAccount('loan.interest', loanId), owed.interestCentavos),
    credit(ownedAccount('loan.late', loanId), owed.lateCentavos),
  ]);
}

const lossKinds: readonly string[] = [
  'loan.principal',
  'loan.interest',
  'loan.late',
] satisfies AccountKind[];

/**
 * The lines of a fact about loans some of which were written off: what such a loan would owe less,
 * or more, is a smaller or larger loss instead.
 */
export function withLosses(lines: readonly Line[], writtenOff: ReadonlySet<string>): Line[] {
  return lines.map(({ account, amountCentavos }) => {
    const { kind, ownerId } = account;
    const isLoss = ownerId !== null && writtenOff.has(ownerId) && lossKinds.includes(kind);
    return { amountCentavos, account: isLoss ? ownedAccount('loan.writtenOff', ownerId) : account };
  });
}

/** The sum of lines; zero for every entry that may be posted. */
export function total(lines: readonly Line[]): bigint {
  return lines.reduce((sum, line) => sum + line.amountCentavos, 0n);
}
