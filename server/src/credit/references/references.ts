// References: the one notice to each, sent when the application is approved, with who gave their
// number, what for, and how to be removed (12-notifications.sql); and their removal, which takes
// their number out of every application and message and lets nobody name it again.

import type { Contacts } from '@sandali/contract/credit.ts';
import { lockBorrower, recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { shortNameOf } from '#/credit/names.ts';
import { openStep, sealStep } from '#/credit/sealed.ts';
import { type ApplicationRow, allApplications, replaceContacts } from '#/credit/store.ts';
import type { Tx } from '#/db/database.ts';
import { invariant } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import {
  borrowersNaming,
  deleteReference,
  insertOptOut,
  insertReferences,
  isAnyOptedOut,
  lockOptOut,
  lockReferences,
} from './store.ts';

/**
 * Stores the references that a borrower names in an application that is being submitted. Lock the
 * borrower first.
 */
export async function storeReferences(
  tx: Tx,
  sealer: Sealer,
  borrowerId: string,
  contacts: Contacts,
): Promise<void> {
  await insertReferences(
    tx,
    contacts.map(({ phone }) => ({
      borrower_id: borrowerId,
      phone_hash: sealer.hash('phone', phone),
    })),
  );
}

/**
 * Writes a notice to each reference of an application that was just approved, in the borrower's
 * language. It names the borrower by first name and initial only, so that no free text of theirs is
 * sent to others under our name. An application is approved once, and no longer contains references
 * that were removed in the meantime: lock the borrower first.
 */
export async function notifyReferences(
  ctx: WorkCtx,
  tx: Tx,
  { id: contactOf, borrower_id: borrowerId, ...row }: ApplicationRow,
): Promise<void> {
  const { sealer, settings, notices } = ctx.app;
  const personal = openStep(sealer, 'personal', borrowerId, row.personal_sealed);
  const contacts = openStep(sealer, 'contacts', borrowerId, row.contacts_sealed) ?? [];
  invariant(personal, 'an approved application says whose it is');
  const [{ companyName: lender, telephone }, { locale }] = await Promise.all([
    settings.all(),
    recipientOf(ctx.app, tx, borrowerId),
  ]);
  const words = { name: shortNameOf(personal), lender, telephone };
  for (const { phone } of contacts)
    await notices.notify(ctx, tx, { borrowerId, phone, locale, contactOf }, 'contactNotice', words);
}

/**
 * Whether one of these people has asked to be no reference. The answer holds until the transaction
 * ends. Lock the borrower first.
 */
export async function hasOptedOut(tx: Tx, sealer: Sealer, contacts: Contacts): Promise<boolean> {
  const hashes = contacts.map(({ phone }) => sealer.hash('phone', phone));
  await lockReferences(tx, hashes);
  return await isAnyOptedOut(tx, hashes);
}

/**
 * Removes a number (E.164).
 * @returns in how many applications it stood. Removing it again changes nothing.
 */
export async function removeReference(
  { app, now }: WorkCtx,
  tx: Tx,
  { phone, who }: { phone: string; who: string },
): Promise<number> {
  const { sealer } = app;
  const hash = sealer.hash('phone', phone);
  // A borrower who names this number holds their own lock and waits for the lock of the number, so
  // the order is the same here. One who named it in the meantime is among the borrowers found.
  for (const borrowerId of await borrowersNaming(tx, hash)) await lockBorrower(tx, borrowerId);
  await lockOptOut(tx, hash);
  await insertOptOut(tx, { phone_hash: hash, removed_at: now, removed_by: who });
  let count = 0;
  for (const borrowerId of await borrowersNaming(tx, hash)) {
    await lockBorrower(tx, borrowerId);
    for (const { row } of await allApplications(tx, borrowerId)) {
      const contacts = openStep(sealer, 'contacts', borrowerId, row.contacts_sealed);
      const left = contacts?.filter((one) => one.phone !== phone);
      if (!contacts || !left || left.length === contacts.length) continue;
      await replaceContacts(tx, row.id, sealStep(sealer, 'contacts', borrowerId, left));
      count += 1;
    }
  }
  await deleteReference(tx, hash);
  return count;
}
