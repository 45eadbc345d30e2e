import type { PayoutChannel } from '@sandali/contract/channel.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import type { PlainTextId, Text } from '#/kit/text.ts';
import type { IconName } from '#/ui/icons.ts';
import type { Account, Channel } from './choice.ts';

/** A way to be paid: its name, and the picture beside it. */
export const channelFaces: Record<PayoutChannel, { name: PlainTextId; icon: IconName }> = {
  bankCard: { name: 'loan.channel.bankCard', icon: 'bank' },
  wallet: { name: 'loan.channel.wallet', icon: 'wallet' },
  cashPickup: { name: 'loan.channel.cashPickup', icon: 'store' },
  pawnshop: { name: 'loan.channel.pawnshop', icon: 'store' },
  remittance: { name: 'loan.channel.remittance', icon: 'store' },
  cardless: { name: 'loan.channel.cardless', icon: 'code' },
};

/** 'BDO Unibank ••4821'. */
export function accountName({ label, last4 }: Pick<Account, 'label' | 'last4'>): string {
  return `${label} ••${last4}`;
}

/** 'About 10 minutes · ₱10.00 fee'. */
export function channelTerms(text: Text, { arrivalMinutes, feeCentavos }: Pick<Channel, 'arrivalMinutes' | 'feeCentavos'>): string {
  return text('loan.channel.terms', { minutes: arrivalMinutes, fee: formatPesos(feeCentavos) });
}

/** Why a channel cannot serve this amount, and what would fit; null where it can. */
export function whyNot(
  text: Text,
  { isAvailable, whyNot: why, fittingCentavos }: Pick<Channel, 'isAvailable' | 'whyNot' | 'fittingCentavos'>,
): string | null {
  if (isAvailable) return null;
  const fitting = (amount: Centavos) => formatPesos(amount, { drop00: true });
  if (why === 'comingLater') return text('loan.channel.later');
  if (why === 'amountTooLarge') return text('loan.channel.tooLarge', { most: fittingCentavos === null ? '' : fitting(fittingCentavos) });
  if (fittingCentavos === null) return text('loan.channel.notForAny');
  if (why === 'channelTooCostly') return text('loan.channel.tooCostly', { least: fitting(fittingCentavos) });
  return text('loan.channel.tooSmall', { least: fitting(fittingCentavos) });
}
