// Resolves the choice on /loan within the server's offer. The defaults are the least costly ones:
// the smallest amount, the shortest term, the cheapest payout.
import type { DataOf } from '@sandali/contract/call.ts';
import { isPickup } from '@sandali/contract/channel.ts';
import type { paychannelList, productList } from '@sandali/contract/loan.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import type { Payout } from '@sandali/contract/payoutChoice.ts';

export type Product = DataOf<typeof productList>;
export type Channel = DataOf<typeof paychannelList>['channels'][number];
/** The price of a loan for a single term; a quote contains such a price. */
export type Price = NonNullable<DataOf<typeof paychannelList>['prices'][number]['price']>;
export type Account = Channel['accounts'][number];

/** Whether a payout can be used: it has an account, or its channel is a counter. */
export function isComplete({ channel, account }: Payout): boolean {
  return account !== null || isPickup(channel.channel);
}

/**
 * Rounds an amount down to one of the product's steps, between its minimum and the available
 * amount; null if no amount is possible.
 */
export function resolveAmount(requested: number | undefined, product: Product): Centavos | null {
  const { minimumCentavos: least, availableCentavos: most, stepCentavos: step } = product;
  if (most < least) return null;
  if (requested === undefined || requested <= least) return least;
  const within = Math.min(requested, most);
  return (within - ((within - least) % step)) as Centavos;
}

/** Returns the terms, shortest first. */
export function sortedTerms(product: Product): Product['terms'] {
  return [...product.terms].sort((a, b) => a.days - b.days);
}

/** Returns the chosen term if it is offered, otherwise the shortest. */
export function resolveTerm(requested: number | undefined, product: Product): number {
  const terms = sortedTerms(product);
  return (terms.find((term) => term.days === requested) ?? terms[0])?.days ?? 0;
}
