// The shop chains for the channels `pawnshop` and `remittance`. A catalogue can name others.
import { type Chains, type Counters, chainOf } from '@sandali/contract/channel.ts';

/**
 * Sources: for `collectBy`, the chains' pages on Pera Padala; for `payBy`, the gateway's pages
 * `cebuana` and `palawan`. No document shows M Lhuillier as a channel.
 */
export const chains: Chains = {
  pawnshop: {
    name: 'Cebuana Lhuillier',
    sign: 'Cebuana Lhuillier Pawnshop',
    collectBy: 'Pera Padala',
    payBy: 'Bills Payment',
  },
  remittance: {
    name: 'Palawan Express',
    sign: 'Palawan Pawnshop – Palawan Express Pera Padala',
    collectBy: 'Pera Padala',
    payBy: 'Bills Payment',
  },
};

/**
 * Gateways list these two chains for cash pickup. The provider of `cardless` is unverified: no
 * gateway names one, but Security Bank's eGiveCash pays out at its ATMs against a code.
 */
export const counters: Counters = {
  cashPickup: ['Cebuana Lhuillier', 'LBC'],
  cardless: ['Security Bank'],
};

/** Returns a channel's name for staff, such as 'pawnshop (Cebuana Lhuillier)'. */
export function channelForStaff({ chains }: { readonly chains: Chains }, channel: string): string {
  const chain = chainOf(chains, channel);
  return chain ? `${channel} (${chain.name})` : channel;
}
