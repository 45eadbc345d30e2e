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

/** A function that returns the gateway's codes for a bank or wallet. */
type RailsOf = (kind: AccountKind, provider: Provider) => Rails;
/**
 * The codes for all banks and wallets, and the terms of the rails; null if the gateway has no
 * rails.
 */
export type RailsNow = { railsOf: RailsOf; terms: RailTerms | null };
export const channelOfKind = { bank: 'bankCard', wallet: 'wallet' } as const satisfies Record<
  AccountKind,
  PayoutChannel
>;

/** Returns all banks or all wallets, in the order in which they are offered. */
export function providersOf(kind: AccountKind): readonly Provider[] {
  return kind === 'bank' ? banks : wallets;
}

export function providerById(kind: AccountKind, id: string): Provider | null {
  return kind === 'bank' ? bankById(id) : walletById(id);
}

/**
 * Returns the codes that the gateway's adapter and rails accept: from the gateway's newest list, or
 * from data/banks.md if no list was imported. The sandbox uses our own ids for missing codes.
 */
export async function railsNow(app: Keeper, read: Read): Promise<RailsNow> {
  return await railsFrom(app, await readPart(read, railsPart, { gateway: app.bank.name }));
}

/**
 * Like `railsNow`, but the caller passes the codes from the newest list, or null if no list was
 * imported.
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
 * Like `railsNow`, but the caller passes a function that returns a bank's or wallet's codes from
 * the newest list, or null if no list was imported.
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
 * Returns the codes that apply if no list was imported. A bank has the same code on both rails
 * unless it has another one for PESONet. A wallet is on PESONet only if data/banks.md gives a code
 * for it.
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
