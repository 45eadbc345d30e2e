// What is chosen on /loan, settled within what the server offers. Nothing costly is chosen
// beforehand: the smallest amount, the shortest term, the cheapest way to be paid.
import type { DataOf } from '@sandali/contract/call.ts';
import { isPickup } from '@sandali/contract/channel.ts';
import type { paychannelList, productList } from '@sandali/contract/loan.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import type { Payout } from '@sandali/contract/payoutChoice.ts';

export type Product = DataOf<typeof productList>;
export type Channel = DataOf<typeof paychannelList>['channels'][number];
/** What a loan costs at one term; a quote has it too. */
export type Price = NonNullable<DataOf<typeof paychannelList>['prices'][number]['price']>;
export type Account = Channel['accounts'][number];

/**
 * Whether the money can go there: to an account, or to a counter where the borrower collects it.
 */
export function isComplete({ channel, account }: Payout): boolean {
  return account !== null || isPickup(channel.channel);
}

/**
 * An amount in the product's steps between the least and what is open to this borrower; null where
 * nothing fits.
 */
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
