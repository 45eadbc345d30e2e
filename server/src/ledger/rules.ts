// The balanced ledger lines of each business fact. Debits are positive.
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
 * Books a payout: the principal is owed, the arrival amount leaves the float, and the fees are
 * earned.
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
 * Books a reversed payout: restores the arrival amount, reverses fees and charges, clears the debt,
 * and makes all payments refundable.
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
  /** The waived remainder. */
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
 * Books the return of a loan within cooling-off. The arrival amount is repaid as principal, so fees
 * and all posted charges are reversed.
 */
export function loanCooledOff(loan: {
  loanId: string;
  serviceFeeCentavos: bigint;
  channelFeeCentavos: bigint;
  /**
   * All interest ever posted on the loan, paid or not. `lateCentavos` is the same for late charges.
   */
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
 * Books interest, a late charge or an extension fee that fell due on a loan. At least one amount is
 * not zero.
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

/** The account that supplies the money for bills. */
export type MoneyFrom = 'gateway.float' | 'bank.account' | 'suspense';

/** Books a payment that settles debts of one or more loans. The excess becomes refundable. */
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
 * Moves booked money between loans, parts of a loan's debt, and refundable money. The lines sum to
 * zero.
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

/**
 * The account that received money with an unknown owner. Our own bank account receives only pesos.
 */
export type ReceivedOn = 'gateway' | 'ownBank';

/** Books received money with an unknown owner. `currency` is an ISO 4217 code. */
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

/** The accounts that each step of a refund debits and credits. */
const refundSides = {
  /** The money still belongs to the borrower, but it is reserved. */
  ordered: ['borrower.refundable', 'borrower.refundOrdered'],
  /** The money leaves the float. */
  paid: ['borrower.refundOrdered', 'gateway.float'],
  /** The money becomes refundable again. */
  failed: ['borrower.refundOrdered', 'borrower.refundable'],
  /** The money came back after it was paid, and becomes refundable again. */
  reversed: ['gateway.float', 'borrower.refundable'],
} as const satisfies Record<string, readonly [AccountKind, AccountKind]>;

/** Books a step of a refund. */
export function refundStep(
  step: keyof typeof refundSides,
  { borrowerId, amountCentavos }: { borrowerId: string; amountCentavos: bigint },
): Line[] {
  const accountOf = (kind: AccountKind) =>
    kind === 'gateway.float' ? companyAccount(kind) : ownedAccount(kind, borrowerId);
  const [to, from] = refundSides[step];
  return [debit(accountOf(to), amountCentavos), credit(accountOf(from), amountCentavos)];
}

/**
 * Books money with an unknown owner that was sent back. A transfer leaves the account that received
 * it, a gateway's pesos leave our own bank account by a manual transfer, and foreign money leaves
 * the gateway.
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

/** Books money that a gateway paid for a payout that had failed or been reversed. */
export function payoutContested(amountCentavos: bigint): Line[] {
  return [
    debit(companyAccount('payout.contested'), amountCentavos),
    credit(companyAccount('gateway.float'), amountCentavos),
  ];
}

/** Books contested money that was returned, perhaps after it was written off. */
export function contestedReturned(amountCentavos: bigint, wasWrittenOff = false): Line[] {
  const from = wasWrittenOff ? 'loss.payouts' : 'payout.contested';
  return [
    debit(companyAccount('gateway.float'), amountCentavos),
    credit(companyAccount(from), amountCentavos),
  ];
}

/** Books contested money that is written off. */
export function contestedLost(amountCentavos: bigint): Line[] {
  return [
    debit(companyAccount('loss.payouts'), amountCentavos),
    credit(companyAccount('payout.contested'), amountCentavos),
  ];
}

/**
 * Books waived charges. Amounts below zero reverse an earlier waiver. At least one amount is not
 * zero.
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
 * Books a waived remainder below one peso. Amounts below zero reduce the waiver after a payment
 * with an earlier value date. At least one amount is not zero.
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

/** Books a loan's write-off: the whole debt becomes a loss. */
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

/** In these lines, replaces the debt accounts of written-off loans with their loss accounts. */
export function withLosses(lines: readonly Line[], writtenOff: ReadonlySet<string>): Line[] {
  return lines.map(({ account, amountCentavos }) => {
    const { kind, ownerId } = account;
    const isLoss = ownerId !== null && writtenOff.has(ownerId) && lossKinds.includes(kind);
    return { amountCentavos, account: isLoss ? ownedAccount('loan.writtenOff', ownerId) : account };
  });
}

/** Returns the sum of the lines, which is zero for every valid entry. */
export function total(lines: readonly Line[]): bigint {
  return lines.reduce((sum, line) => sum + line.amountCentavos, 0n);
}
