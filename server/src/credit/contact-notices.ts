// The one notice to each reference: who gave their number, for what, and how to be removed. Nothing else is ever sent to them (0030-refused.sql).
import type { Contacts } from '@sandali/contract/credit.ts';
import type { Tx } from '#/db/database.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';
import type { Sealer } from '#/kit/seal.ts';
import { isAnyRemoved, lockNamed, toldBefore } from './contacts.store.ts';

/** Who writes, and where to call to be removed. */
export type Lender = { lender: string; telephone: string };

type Notices = Lender & { applicationId: string; contacts: Contacts; name: string };

/**
 * Writes a notice to each reference of an application that is being sent, in the language of whoever named them. Whoever was told that this
 * borrower named them is not told again when the borrower applies anew: the form promises one notice.
 */
export async function tellContacts(ctx: BorrowerCtx, tx: Tx, { applicationId, contacts, name, lender, telephone }: Notices): Promise<void> {
  const { sealer } = ctx.house;
  const hashOf = (phone: string) => sealer.hash('phone', phone);
  const told = await toldBefore(
    tx,
    ctx.who.borrowerId,
    contacts.map(({ phone }) => hashOf(phone)),
  );
  for (const { phone } of contacts) {
    if (told.has(hashOf(phone).toString('base64'))) continue;
    const to = { borrowerId: ctx.who.borrowerId, phone, locale: ctx.locale, contactOf: applicationId };
    await ctx.house.tell(ctx, tx, to, 'contactNotice', { name, lender, telephone });
  }
}

/** Whether one of these people has asked to be no reference. The answer holds until the transaction ends. Lock the borrower first. */
export async function hasAskedOut(tx: Tx, sealer: Sealer, contacts: Contacts): Promise<boolean> {
  const hashes = contacts.map(({ phone }) => sealer.hash('phone', phone));
  await lockNamed(tx, hashes);
  return await isAnyRemoved(tx, hashes);
}
