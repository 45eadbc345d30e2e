// When a refund may be ordered. Pure.
import type { PayoutChannel } from '@sandali/contract/channel.ts';
import type { Centavos } from '@sandali/contract/money.ts';

/** The channel by which money goes to an account of a kind. */
export const channelOfKind = { bank: 'bankCard', wallet: 'wallet' } as const satisfies Record<string, PayoutChannel>;

export type Wish = {
  amountCentavos: Centavos;
  refundableCentavos: Centavos;
  isOneUnderWay: boolean;
  isGatewayPaused: boolean;
  /** Null where the borrower has no such account. */
  account: { canBePaid: boolean; heldHours: number } | null;
  limits: { minimumCentavos: Centavos; maximumCentavos: Centavos } | null;
};

type WhyNot = 'refundUnderWay' | 'refundTooMuch' | 'systemBusy' | 'accountHeld' | 'accountMissing' | 'channelLimit';

/** Why no refund is ordered, in the order of the contract; null when it may be. */
export function whyNotRefund(wish: Wish): WhyNot | null {
  const { amountCentavos, refundableCentavos, isOneUnderWay, isGatewayPaused, account, limits } = wish;
  if (isOneUnderWay) return 'refundUnderWay';
  if (amountCentavos > refundableCentavos) return 'refundTooMuch';
  if (isGatewayPaused) return 'systemBusy';
  if (account && account.heldHours > 0) return 'accountHeld';
  if (!account?.canBePaid || !limits) return 'accountMissing';
  if (amountCentavos < limits.minimumCentavos || amountCentavos > limits.maximumCentavos) return 'channelLimit';
  return null;
}
