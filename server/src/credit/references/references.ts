// Notifies each reference once after the approval, and removes a reference from every application
// and message on request (12-notifications.sql).

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
  findOptOut,
  insertOptOut,
  insertReferences,
  lockOptOut,
  lockReferences,
} from './store.ts';

/**
 * Stores the references of an application that is being submitted. Lock the borrower first.
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
 * Writes a notice to each reference of a newly approved application, in the borrower's language.
 * The notice contains only the borrower's first name and initial, because a full name could carry
 * free text. Lock the borrower first.
 */
export async function notifyReferences(
  ctx: WorkCtx,
  tx: Tx,
  { id: contactOf, borrower_id: borrowerId, ...row }: ApplicationRow,
): Promise<void> {
  const { sealer, settings, notices } = ctx.app;
  const personal = openStep(sealer, 'personal', borrowerId, row.personal_sealed);
  const contacts = openStep(sealer, 'contacts', borrowerId, row.contacts_sealed) ?? [];
  invariant(personal, 'an approved application has no personal step');
  const [{ companyName: lender, telephone }, { locale }] = await Promise.all([
    settings.all(),
    recipientOf(ctx.app, tx, borrowerId),
  ]);
  const words = { name: shortNameOf(personal), lender, telephone };
  for (const { phone } of contacts)
    await notices.notify(ctx, tx, { borrowerId, phone, locale, contactOf }, 'contactNotice', words);
}

/**
 * Returns whether any of these contacts has opted out. The result stays valid until the transaction
 * ends. Lock the borrower first.
 */
export async function checkOptedOut(tx: Tx, sealer: Sealer, contacts: Contacts): Promise<boolean> {
  const hashes = contacts.map(({ phone }) => sealer.hash('phone', phone));
  // A batch's statements run in order, so the numbers are already locked when the opt-outs are
  // read.
  const locks = lockReferences(tx, hashes);
  const [isOptedOut] = await Promise.all([findOptOut(tx, hashes), locks]);
  return isOptedOut;
}

/**
 * Removes the references with this number (E.164). A repeated removal has no effect.
 * @returns the number of applications that contained the number.
 */
export async function removeReference(
  { app, now }: WorkCtx,
  tx: Tx,
  { phone, who }: { phone: string; who: string },
): Promise<number> {
  const { sealer } = app;
  const hash = sealer.hash('phone', phone);
  // A submission locks the borrower, then the number, so lock in the same order. The second query
  // finds borrowers who named the number in the meantime.
  for (const borrowerId of await borrowersNaming(tx, hash)) await lockBorrower(tx, borrowerId);
  await lockOptOut(tx, hash);
  await insertOptOut(tx, { phone_hash: hash, removed_at: now, removed_by: who });
  let count = 0;
  for (const borrowerId of await borrowersNaming(tx, hash)) {
    await lockBorrower(tx, borrowerId);
    for (const { row } of await allApplications(tx, borrowerId)) {
      const contacts = openStep(sealer, 'contacts', borrowerId, row.contacts_sealed);
      const others = contacts?.filter((contact) => contact.phone !== phone);
      if (!contacts || !others || others.length === contacts.length) continue;
      await replaceContacts(tx, row.id, sealStep(sealer, 'contacts', borrowerId, others));
      count += 1;
    }
  }
  await deleteReference(tx, hash);
  return count;
}
