// Banks and wallets, and the gateway's codes for them.
import type { PayoutChannel } from '@sandali/contract/channel.ts';
import type { RailTerms } from '#/adapters/bank/port.ts';
import type { AppContext } from '#/context/app-context.ts';
import { bankById, banks } from '#/data/banks.ts';
import { walletById, wallets } from '#/data/wallets.ts';
import type { Read } from '#/db/database.ts';
import { readPart } from '#/db/snapshot.ts';
import { railsInUse } from '#/gateway/routing.ts';
import { noRails, type Rails, railsTaken, railsWithin } from './rails.ts';
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
/** The codes of all of them, and the terms of the rails; null if the gateway names none. */
export type RailsNow = { railsOf: RailsOf; terms: RailTerms | null };
/** The channel by which money goes to an account of a kind. */
export const channelOfKind = { bank: 'bankCard', wallet: 'wallet' } as const satisfies Record<
  AccountKind,
  PayoutChannel
>;

/** All banks or all wallets, in the order in which they are offered. */
export function providersOf(kind: AccountKind): readonly Provider[] {
  return kind === 'bank' ? banks : wallets;
}

/** The bank or wallet of an id, or null. */
export function providerById(kind: AccountKind, id: string): Provider | null {
  return kind === 'bank' ? bankById(id) : walletById(id);
}

/**
 * The codes in force that the gateway's adapter and rails accept: those of its newest list, or
 * before any list the confirmed codes of data/banks.md. The sandbox falls back to our own id.
 */
export async function railsNow(app: Keeper, read: Read): Promise<RailsNow> {
  return await railsFrom(app, await readPart(read, railsPart, { gateway: app.bank.name }));
}

/** The same from the codes of the newest list; null before any was imported. */
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

/** The same from the newest list's codes for a bank or wallet; null before any was imported. */
export function railsBy(
  { bank, config }: Keeper,
  listed: (provider: Provider) => Rails | null,
  terms: RailTerms | null,
): RailsNow {
  const known = (provider: Provider) =>
    listed(provider) ?? confirmed(provider as Listed, config.isSandbox);
  return {
    railsOf: (kind, provider) =>
      railsWithin(railsTaken(known(provider), bank.canPay), terms, channelOfKind[kind]),
    terms,
  };
}

/**
 * A bank is on both rails, with one code unless it has another for PESONet; a wallet is on PESONet
 * only if a document says so.
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
