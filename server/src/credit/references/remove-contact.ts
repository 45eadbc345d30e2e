// Somebody who was named as a reference wants to be none: their number goes out of every application and message, and is taken for none again.
import { lockBorrower } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { openStep, sealStep } from '#/credit/sealed.ts';
import { allApplications, replaceContacts } from '#/credit/store.ts';
import type { Tx } from '#/db/database.ts';
import { forgetContact, insertRemoved, lockRemoved, whoNamed } from './store.ts';

/** Removes a number (E.164). @returns in how many applications it stood. Removing it again changes nothing. */
export async function removeContact({ app, now }: WorkCtx, tx: Tx, { phone, who }: { phone: string; who: string }): Promise<number> {
  const { sealer } = app;
  const hash = sealer.hash('phone', phone);
  // Whoever names this number holds their borrower's lock and waits for the number's, so it is taken in the same order here. Somebody who was
  // naming it meanwhile is among those who named it then.
  for (const borrowerId of await whoNamed(tx, hash)) await lockBorrower(tx, borrowerId);
  await lockRemoved(tx, hash);
  await insertRemoved(tx, { phone_hash: hash, removed_at: now, removed_by: who });
  let count = 0;
  for (const borrowerId of await whoNamed(tx, hash)) {
    await lockBorrower(tx, borrowerId);
    for (const { row } of await allApplications(tx, borrowerId)) {
      const contacts = openStep(sealer, 'contacts', borrowerId, row.contacts_sealed);
      const left = contacts?.filter((one) => one.phone !== phone);
      if (!contacts || !left || left.length === contacts.length) continue;
      await replaceContacts(tx, row.id, sealStep(sealer, 'contacts', borrowerId, left));
      count += 1;
    }
  }
  await forgetContact(tx, hash);
  return count;
}
