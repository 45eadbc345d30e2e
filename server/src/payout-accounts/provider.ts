// Banks and wallets, and the gateway's codes for them.
import type { PayoutChannel } from '@sandali/contract/channel.ts';
import type { RailTerms } from '#/adapters/bank/port.ts';
import type { AppContext } from '#/context/app-context.ts';
import { bankById, banks } from '#/data/banks.ts';
import { walletById, wallets } from '#/data/wallets.ts';
import type { Read } from '#/db/database.ts';
import { readPart } from '#/db/snapshot.ts';
import { railsInUse } from '#/gateway/routing.ts';
import { acceptedRails, noRails, type Rails, railsWithin } from './rails.ts';
import { type AccountKind, railsPart } from './store.ts';

type Provider = { id: string; name: string; mark: string };

type Listed = Provider & {
  readonly cardType: AccountKind;
  readonly code: string | null;
  readonly pesonet?: string | boolean;
};
type Keeper = Pick<AppContext, 'bank' | 'config' | 'settings'>;

/** The gateway's codes for a bank or wallet. */
type RailsOf = (kind: AccountKind, provider: Provider) => Rails;
/**
 * The codes of all banks and wallets, and the terms of the rails; null if the gateway has no rails.
 */
export type RailsNow = { railsOf: RailsOf; terms: RailTerms | null };
/** The payout channel for accounts of each kind. */
export const channelOfKind = { bank: 'bankCard', wallet: 'wallet' } as const satisfies Record<
  AccountKind,
  PayoutChannel
>;

/** All banks or all wallets, in the order in which they are offered. */
export function providersOf(kind: AccountKind): readonly Provider[] {
  return kind === 'bank' ? banks : wallets;
}

/** Returns the bank or wallet with this id, or null. */
export function providerById(kind: AccountKind, id: string): Provider | null {
  return kind === 'bank' ? bankById(id) : walletById(id);
}

/**
 * Returns the codes that the gateway's adapter and rails accept, from its newest list, or from
 * data/banks.md if no list was imported. The sandbox falls back to our own id.
 */
export async function railsNow(app: Keeper, read: Read): Promise<RailsNow> {
  return await railsFrom(app, await readPart(read, railsPart, { gateway: app.bank.name }));
}

/**
 * Like `railsNow`, but the caller has already read the codes of the newest list; null if no list
 * was imported.
 */
export async function railsFrom(
  app: Keeper,
  imported: ReadonlyMap<string, Rails> | null,
): Promise<RailsNow> {
  return railsBy(
    app,
    (provider) => imported && (imported.get(provider.id) ?? noRails),
    await railsInUse(app),
  );
}

/**
 * Like `railsNow`, but for one bank or wallet, whose codes the caller has read from the newest
 * list; null if no list was imported.
 */
export function railsBy(
  { bank, config }: Keeper,
  listed: (provider: Provider) => Rails | null,
  terms: RailTerms | null,
): RailsNow {
  const known = (provider: Provider) =>
    listed(provider) ?? confirmed(provider as Listed, config.isSandbox);
  return {
    railsOf: (kind, provider) =>
      railsWithin(acceptedRails(known(provider), bank.canPay), terms, channelOfKind[kind]),
    terms,
  };
}

/**
 * Returns the codes before any list. A bank is on both rails, with one code unless it has another
 * for PESONet; a wallet is on PESONet only if data/banks.md names a code for it.
 */
function confirmed(
  { id, cardType, code, pesonet = cardType === 'bank' }: Listed,
  isSandbox: boolean,
): Rails {
  const rail = (text: string | null) =>
    text === null ? null : { code: text, maximumCentavos: null };
  const own = code ?? (isSandbox ? id : null);
  return {
    instapay: rail(own),
    pesonet: rail(typeof pesonet === 'string' ? pesonet : pesonet ? own : null),
  };
}
