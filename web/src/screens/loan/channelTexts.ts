import type { PayoutChannel } from '@sandali/contract/channel.ts';
import { type Instant, manilaDay } from '@sandali/contract/day.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Payout } from '@sandali/contract/payoutChoice.ts';
import { formatDay, formatTime } from '#/i18n/days.ts';
import { currentLocale, type PlainTextId, type Text } from '#/i18n/text.ts';
import type { IconName } from '#/ui/icons.ts';
import type { Account, Channel } from './choice.ts';

export const channelLabels: Record<PayoutChannel, { name: PlainTextId; icon: IconName }> = {
  bankCard: { name: 'loan.channel.bankCard', icon: 'bank' },
  wallet: { name: 'loan.channel.wallet', icon: 'wallet' },
  cashPickup: { name: 'loan.channel.cashPickup', icon: 'store' },
  pawnshop: { name: 'loan.channel.pawnshop', icon: 'store' },
  remittance: { name: 'loan.channel.remittance', icon: 'store' },
  cardless: { name: 'loan.channel.cardless', icon: 'code' },
};

/** Returns an account's name, for example 'BDO Unibank ••4821'. */
export function accountName({ label, last4 }: Pick<Account, 'label' | 'last4'>): string {
  return `${label} ••${last4}`;
}

/**
 * Returns a payout's name, for example 'BDO Unibank ••4821', or 'Cash pickup' for cash to collect.
 */
export function payoutName(text: Text, { channel, account }: Payout): string {
  return account ? accountName(account) : text(channelLabels[channel.channel].name);
}

/**
 * The kind of shop chain to show beside a channel's name; for a channel with several chains, their
 * names.
 */
const chainKinds: Partial<Record<PayoutChannel, PlainTextId>> = {
  cashPickup: 'loan.chain.cashPickup',
  pawnshop: 'loan.chain.pawnshop',
  remittance: 'loan.chain.remittance',
  cardless: 'loan.chain.cardless',
};

/**
 * Returns a channel's terms: arrival, rail if known, and fee, for example 'By this evening ·
 * PESONet · ₱10.00 fee'. For a counter, adds who pays out the cash, and the opening hours.
 */
export function channelTerms(text: Text, { channel, account }: Payout): string {
  const { feeCentavos, hours, arrivalMinutes } = channel;
  const { rail, how, minutes, on } = account?.arrival ?? channel.arrival;
  const fee = formatPesos(feeCentavos);
  if (how === 'today') return text('loan.channel.today', { fee });
  if (how === 'later')
    return text('loan.channel.later', {
      fee,
      day: formatDay(on, currentLocale(), { weekday: true }),
    });
  if (rail !== null) return text('loan.channel.instapay', { fee, minutes });
  const terms = text('loan.channel.terms', { minutes: arrivalMinutes, fee });
  const kind = chainKinds[channel.channel];
  return [kind && text(kind), terms, hours && `${hours.opensAt}–${hours.closesAt}`]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Returns why a channel cannot pay out this amount, and which amount it can pay out; null if this
 * amount is possible.
 */
export function channelProblem(
  text: Text,
  {
    isAvailable,
    whyNot: reason,
    fittingCentavos,
    openAt,
  }: Pick<Channel, 'isAvailable' | 'whyNot' | 'fittingCentavos' | 'openAt'>,
): string | null {
  if (isAvailable) return null;
  const fitting = (amount: Centavos) => formatPesos(amount, { drop00: true });
  if (reason === 'paused') return text('loan.channel.paused');
  if (openAt)
    return text(reason === 'held' ? 'loan.channel.held' : 'loan.channel.closed', whenOf(openAt));
  if (reason === 'amountTooLarge')
    return text('loan.channel.tooLarge', {
      most: fittingCentavos === null ? '' : fitting(fittingCentavos),
    });
  if (fittingCentavos === null) return text('loan.channel.notForAny');
  if (reason === 'channelTooCostly')
    return text('loan.channel.tooCostly', { least: fitting(fittingCentavos) });
  return text('loan.channel.tooSmall', { least: fitting(fittingCentavos) });
}

function whenOf(openAt: Instant) {
  return {
    day: formatDay(manilaDay(openAt), currentLocale(), { weekday: true }),
    time: formatTime(openAt),
  };
}
