// Banks and wallets as one: who keeps an account, and whether money can be sent there.
import { bankById, banks } from '#/data/banks.ts';
import { walletById, wallets } from '#/data/wallets.ts';
import type { AccountKind } from './store.ts';

export type Provider = {
  id: string;
  name: string;
  mark: string;
  /** What the gateway knows it by; null where it cannot be paid. */
  bankCode: string | null;
};

type Listed = { readonly id: string; readonly name: string; readonly mark: string; readonly code: string | null };

/** All banks or all wallets, in the order in which they are offered. */
export function providersOf(kind: AccountKind, isSandbox: boolean): Provider[] {
  return (kind === 'bank' ? banks : wallets).map((listed) => provider(listed, isSandbox));
}

/** The bank or wallet of an id, or null. */
export function providerById(kind: AccountKind, id: string, isSandbox: boolean): Provider | null {
  const listed = kind === 'bank' ? bankById(id) : walletById(id);
  return listed && provider(listed, isSandbox);
}

/** The sandbox bank takes our own id where no code is confirmed (data/banks.md); a live gateway pays to confirmed codes only. */
function provider({ id, name, mark, code }: Listed, isSandbox: boolean): Provider {
  return { id, name, mark, bankCode: code ?? (isSandbox ? id : null) };
}
