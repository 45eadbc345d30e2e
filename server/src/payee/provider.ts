// Banks and wallets as one: who keeps an account, and what the gateway knows them by.
import { bankById, banks } from '#/data/banks.ts';
import { walletById, wallets } from '#/data/wallets.ts';
import type { Read } from '#/db/database.ts';
import type { House } from '#/kit/house.ts';
import { railsInForce } from './bank-list.store.ts';
import { noRails, type Rails, railsTaken } from './rails.ts';
import type { AccountKind } from './store.ts';

export type Provider = { id: string; name: string; mark: string };

type Listed = Provider & { readonly code: string | null; readonly pesonetCode?: string };
type Keeper = Pick<House, 'bank' | 'config'>;

/** What the gateway knows each bank and wallet by. */
export type RailsOf = (provider: Provider) => Rails;

/** All banks or all wallets, in the order in which they are offered. */
export function providersOf(kind: AccountKind): readonly Provider[] {
  return kind === 'bank' ? banks : wallets;
}

/** The bank or wallet of an id, or null. */
export function providerById(kind: AccountKind, id: string): Provider | null {
  return kind === 'bank' ? bankById(id) : walletById(id);
}

/**
 * The codes in force: those of the gateway's newest list, and nobody it does not name can be paid. Before any was imported, the confirmed codes of
 * data/banks.md; the sandbox bank then takes our own id where none is confirmed. Of both, only those that the gateway's adapter can pay by.
 */
export async function railsNow({ bank, config }: Keeper, read: Read): Promise<RailsOf> {
  const imported = await railsInForce(read, bank.name);
  const listed = (provider: Provider) =>
    imported ? (imported.get(provider.id) ?? noRails) : confirmed(provider as Listed, config.isSandbox);
  return (provider) => railsTaken(listed(provider), bank.canPay);
}

function confirmed({ id, code, pesonetCode }: Listed, isSandbox: boolean): Rails {
  const rail = (text: string) => ({ code: text, maximumCentavos: null });
  return {
    instapay: code !== null ? rail(code) : isSandbox ? rail(id) : null,
    pesonet: pesonetCode === undefined ? null : rail(pesonetCode),
  };
}
