// The chains of shops behind the channels `pawnshop` and `remittance`. A catalogue of a lender
// whose gateway has others names those.
import { type Chains, type Counters, chainOf } from '@sandali/contract/channel.ts';

/**
 * Collecting: the chains' own pages on Pera Padala (a valid ID, the control number or transaction
 * code, the sender's name). Paying: the gateway's pages `cebuana` and `palawan`, of which the
 * latter warns that a code is a bills payment and no remittance. M Lhuillier: no document shows it
 * as a channel.
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
 * Cash pickup: the two chains that documents of gateways for the Philippines list as cash pickups.
 * Cardless: unverified, no gateway's document names one; eGiveCash of Security Bank is paid out at
 * its machines against a code.
 */
export const counters: Counters = {
  cashPickup: ['Cebuana Lhuillier', 'LBC'],
  cardless: ['Security Bank'],
};

/** A channel as staff read it: 'pawnshop (Cebuana Lhuillier)'. */
export function channelForStaff({ chains }: { readonly chains: Chains }, channel: string): string {
  const chain = chainOf(chains, channel);
  return chain ? `${channel} (${chain.name})` : channel;
}
