// The borrower's name and address for disclosure statements.
import { namesPart } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { homeAddressPart } from '#/credit/credit.ts';
import type { Read } from '#/db/database.ts';
import { type FactsOf, snapshot } from '#/db/snapshot.ts';

/**
 * The borrower as named in documents. `address` is null unless a stored application contains one.
 */
export type Borrower = { readonly name: string; readonly address: string | null };

/** The query sections for the borrower's name and address. */
export const borrowerParts = { names: namesPart, address: homeAddressPart };
const borrowerSnapshot = snapshot(borrowerParts);

/** Returns the borrower's current name and address; null if no name is stored yet. */
export function borrowerFrom(
  { app, who }: BorrowerCtx,
  { names, address }: FactsOf<typeof borrowerParts>,
): Borrower | null {
  const name = names.open(app.sealer, who.borrowerId)?.name;
  return name ? { name, address: address.open(app.sealer, who.borrowerId) } : null;
}

/** Returns the borrower's current name and address; null if no name is stored yet. */
export async function borrowerOf(ctx: BorrowerCtx, read: Read): Promise<Borrower | null> {
  const { borrowerId } = ctx.who;
  return borrowerFrom(ctx, await borrowerSnapshot.read(read, { borrowerId }));
}
