// The borrower as a disclosure statement names them.
import { namesFrom, namesPart } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { homeAddressFrom, personalPart } from '#/credit/credit.ts';
import type { Read } from '#/db/database.ts';
import { type FactsOf, snapshot } from '#/db/snapshot.ts';

/** `address` is null unless an application that gives it is still kept. */
export type Borrower = { readonly name: string; readonly address: string | null };

/** What the borrower's name and address are read from. */
export const borrowerParts = { names: namesPart, personal: personalPart };
const borrowerSnapshot = snapshot(borrowerParts);

/** Name and address as they are now; null before a name was given. */
export function borrowerFrom(
  { app, who }: BorrowerCtx,
  { names, personal }: FactsOf<typeof borrowerParts>,
): Borrower | null {
  const name = namesFrom(app.sealer, who.borrowerId, names)?.name;
  return name ? { name, address: homeAddressFrom(app.sealer, who.borrowerId, personal) } : null;
}

/** The same, read now. */
export async function borrowerOf(ctx: BorrowerCtx, read: Read): Promise<Borrower | null> {
  const { borrowerId } = ctx.who;
  return borrowerFrom(ctx, await borrowerSnapshot.read(read, { borrowerId }));
}
