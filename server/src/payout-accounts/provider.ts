// Banks and wallets as one: who keeps an account, and what the gateway knows them by.
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

/** What the gateway knows a bank or wallet by. */
type RailsOf = (kind: AccountKind, provider: Provider) => Rails;
/** The same for every one, and the terms of the rails in use; null where the gateway names none. */
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
 * The codes in force: those of the gateway's newest list, and nobody it does not name can be paid.
 * Before any was imported, the confirmed codes of data/banks.md; the sandbox bank then takes our
 * own id where none is confirmed. Of both, only those that the gateway's adapter can pay by, on the
 * rails that carry them and as far as those go.
 */
export async function railsNow(app: Keeper, read: Read): Promise<RailsNow> {
  return await railsFrom(app, await readPart(read, railsPart, { gateway: app.bank.name }));
}

/**
 * The same of the codes in the newest list, which were read already: null before any was imported.
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
 * The same where it is known what the newest list says of a bank or wallet: null before any was
 * imported.
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
      railsWithin(railsTaken(known(provider), bank.canPay), terms, channelOfKind[kind]),
    terms,
  };
}

/**
 * A bank is on both rails, by one code unless another is known; a wallet is on PESONet where a
 * document says so.
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
