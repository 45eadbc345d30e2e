// The borrower as a disclosure statement names them.
import { namesFrom, namesPart } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { homeAddressFrom, personalPart } from '#/credit/credit.ts';
import type { Read } from '#/db/database.ts';
import { type FactsOf, snapshot } from '#/db/snapshot.ts';

export type Borrower = { readonly name: string; readonly address: string };

/** What the borrower's name and address are read from. */
export const borrowerParts = { names: namesPart, personal: personalPart };
const borrowerSnapshot = snapshot(borrowerParts);

/** Name and address as they are now; null before personal information was given. */
export function borrowerFrom({ app, who }: BorrowerCtx, { names, personal }: FactsOf<typeof borrowerParts>): Borrower | null {
  const name = namesFrom(app.sealer, who.borrowerId, names)?.name;
  const address = homeAddressFrom(app.sealer, who.borrowerId, personal);
  return name && address ? { name, address } : null;
}

/** The same, read now. */
export async function borrowerOf(ctx: BorrowerCtx, read: Read): Promise<Borrower | null> {
  const { borrowerId } = ctx.who;
  return borrowerFrom(ctx, await borrowerSnapshot.read(read, { borrowerId }));
}
