// The one notice to each reference: who gave their number, for what, and how to be removed, once the review has said
// yes. Nothing else is ever sent to them (12-notifications.sql).
import type { Contacts } from '@sandali/contract/credit.ts';
import { recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { shortNameOf } from '#/credit/names.ts';
import { openStep } from '#/credit/sealed.ts';
import type { ApplicationRow } from '#/credit/store.ts';
import type { Tx } from '#/db/database.ts';
import { invariant } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import { insertNamed, isAnyRemoved, lockNamed } from './store.ts';

/** Keeps whom a borrower names in an application that is being sent. Lock the borrower first. */
export async function keepNamed(tx: Tx, sealer: Sealer, borrowerId: string, contacts: Contacts): Promise<void> {
  await insertNamed(
    tx,
    contacts.map(({ phone }) => ({ borrower_id: borrowerId, phone_hash: sealer.hash('phone', phone) })),
  );
}

/**
 * Writes a notice to each reference of an application that was approved just now, in the language of whoever named them: by first name and initial, so that
 * no stranger's words reach three others under our name. An application is approved once, and whoever was removed meanwhile stands in it no more: lock the
 * borrower first.
 */
export async function notifyContacts(
  ctx: WorkCtx,
  tx: Tx,
  { id: contactOf, borrower_id: borrowerId, ...row }: ApplicationRow,
): Promise<void> {
  const { sealer, settings, notices } = ctx.app;
  const personal = openStep(sealer, 'personal', borrowerId, row.personal_sealed);
  const contacts = openStep(sealer, 'contacts', borrowerId, row.contacts_sealed) ?? [];
  invariant(personal, 'an approved application says whose it is');
  const [{ companyName: lender, telephone }, { locale }] = await Promise.all([settings.all(), recipientOf(ctx.app, tx, borrowerId)]);
  const words = { name: shortNameOf(personal), lender, telephone };
  for (const { phone } of contacts) await notices.notify(ctx, tx, { borrowerId, phone, locale, contactOf }, 'contactNotice', words);
}

/** Whether one of these people has asked to be no reference. The answer holds until the transaction ends. Lock the borrower first. */
export async function hasAskedOut(tx: Tx, sealer: Sealer, contacts: Contacts): Promise<boolean> {
  const hashes = contacts.map(({ phone }) => sealer.hash('phone', phone));
  await lockNamed(tx, hashes);
  return await isAnyRemoved(tx, hashes);
}
