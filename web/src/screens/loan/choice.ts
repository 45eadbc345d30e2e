// What is chosen on /loan, settled within what the server offers. Nothing costly is chosen beforehand: the smallest amount, the shortest term,
// the cheapest way to be paid.
import type { DataOf } from '@sandali/contract/call.ts';
import { isPickup } from '@sandali/contract/channel.ts';
import type { paychannelList, productList } from '@sandali/contract/loan.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { canBePaid } from './accountTexts.ts';
import type { Choice } from './draft.ts';

export type Product = DataOf<typeof productList>;
export type Channel = DataOf<typeof paychannelList>['channels'][number];
export type Account = Channel['accounts'][number];

/** Where the money goes: a channel, with an account where there is one yet. */
export type Payout = { channel: Channel; account: Account | null };

/** Whether the money can go there: to an account, or to a counter where the borrower collects it. */
export function isComplete({ channel, account }: Payout): boolean {
  return account !== null || isPickup(channel.channel);
}

/** An amount in the product's steps between the least and what is open to this borrower; null where nothing fits. */
export function resolveAmount(wanted: number | undefined, product: Product): Centavos | null {
  const { minimumCentavos: least, availableCentavos: most, stepCentavos: step } = product;
  if (most < least) return null;
  if (wanted === undefined || wanted <= least) return least;
  const within = Math.min(wanted, most);
  return (within - ((within - least) % step)) as Centavos;
}

/** The terms, the shortest first. */
export function sortedTerms(product: Product): Product['terms'] {
  return [...product.terms].sort((a, b) => a.days - b.days);
}

/** The chosen term where it is offered, else the shortest. */
export function resolveTerm(wanted: number | undefined, product: Product): number {
  const terms = sortedTerms(product);
  return (terms.find((term) => term.days === wanted) ?? terms[0])?.days ?? 0;
}

/**
 * The chosen way. Else the cheapest channel that has an account to which money can be sent; else the cheapest that could have one. Never chosen beforehand:
 * money to collect where an account could take it, and an account that cannot be paid now. Null where none serves.
 */
export function resolvePayout({ channel, accountId }: Choice, channels: readonly Channel[]): Payout | null {
  const isCollected = channel !== undefined && isPickup(channel);
  const chosen = payouts(channels).find((one) => {
    if (isCollected) return one.channel.channel === channel;
    return accountId && one.account?.accountId === accountId && (!channel || one.channel.channel === channel);
  });
  if (chosen) return chosen;
  const open = payouts(
    channels.filter((one) => one.isAvailable),
    canBePaid,
  ).sort((a, b) => a.channel.feeCentavos - b.channel.feeCentavos);
  return open.find((one) => one.account) ?? open[0] ?? null;
}

/** Every account, or every one of some kind, with its channel; a channel without such accounts once, with none. */
function payouts(channels: readonly Channel[], isMeant: (account: Account) => boolean = () => true): Payout[] {
  return channels.flatMap((channel): Payout[] => {
    const accounts = channel.accounts.filter(isMeant);
    return accounts.length > 0 ? accounts.map((account) => ({ channel, account })) : [{ channel, account: null }];
  });
}
