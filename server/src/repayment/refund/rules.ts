import type { Centavos } from '@sandali/contract/money.ts';
import { refusalOfAccount, type WhyNotPaid } from '@sandali/contract/payable.ts';

export type Wish = {
  amountCentavos: Centavos;
  refundableCentavos: Centavos;
  isRefundUnderWay: boolean;
  isGatewayPaused: boolean;
  /** Null if the account does not belong to the borrower. */
  account: { whyNotPaid: WhyNotPaid | null } | null;
  limits: { minimumCentavos: Centavos; maximumCentavos: Centavos } | null;
};

type OfAccount = 'accountMissing' | (typeof refusalOfAccount)[WhyNotPaid];
type WhyNot = 'refundUnderWay' | 'refundTooMuch' | 'systemBusy' | OfAccount | 'channelLimit';

/**
 * Returns the first reason against ordering a refund, in the contract's order; null if it can be
 * ordered.
 */
export function whyNotRefund(wish: Wish): WhyNot | null {
  const { amountCentavos, refundableCentavos, isRefundUnderWay, isGatewayPaused, account, limits } =
    wish;
  if (isRefundUnderWay) return 'refundUnderWay';
  if (amountCentavos > refundableCentavos) return 'refundTooMuch';
  if (isGatewayPaused) return 'systemBusy';
  if (!account) return 'accountMissing';
  if (account.whyNotPaid) return refusalOfAccount[account.whyNotPaid];
  // The gateway does not support this kind of account.
  if (!limits) return 'accountNotPaid';
  if (amountCentavos < limits.minimumCentavos || amountCentavos > limits.maximumCentavos)
    return 'channelLimit';
  return null;
}
