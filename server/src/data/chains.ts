// The shop chains behind the channels `pawnshop` and `remittance`. A catalogue can name others.
import { type Chains, type Counters, chainOf } from '@sandali/contract/channel.ts';

/**
 * Sources: the chains' pages on Pera Padala for `collectBy`; the gateway's pages `cebuana` and
 * `palawan` for `payBy`. No document shows M Lhuillier as a channel.
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
 * Gateways list these two chains for cash pickup. `cardless` is unverified: no gateway names a
 * provider, and eGiveCash of Security Bank pays out at its machines against a code.
 */
export const counters: Counters = {
  cashPickup: ['Cebuana Lhuillier', 'LBC'],
  cardless: ['Security Bank'],
};

/** Names a channel for staff, e.g. 'pawnshop (Cebuana Lhuillier)'. */
export function channelForStaff({ chains }: { readonly chains: Chains }, channel: string): string {
  const chain = chainOf(chains, channel);
  return chain ? `${channel} (${chain.name})` : channel;
}
