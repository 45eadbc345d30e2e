// Accounts that their owners wanted deleted and that the law held: they go by themselves when its five years are over. Found from state, at most 50 a day.
import { lockIfThere, phoneOf, recoveries } from '#/account/account.ts';
import { pictureFilesOf } from '#/cases/cases.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { manilaDayOf, todayOf } from '#/platform/days.ts';
import { deletionFor } from './held.ts';
import { closeRequests, erasableAccounts, eraseHeld } from './store.ts';

const mostADay = 50;

/** Erases the accounts that are due today, each in a separate transaction. @returns how many. Safe to run twice at once. */
export async function eraseHeldAccounts(ctx: WorkCtx): Promise<number> {
  let erased = 0;
  for (const borrowerId of await erasableAccounts(ctx.app.db, manilaDayOf(ctx.now), mostADay)) {
    try {
      if (await inTx(ctx.app.db, (tx) => erase(ctx, tx, borrowerId))) erased += 1;
    } catch (error) {
      ctx.app.log.error('a held account could not be erased', error); // it is looked at again the next day, and holds up no other
    }
  }
  return erased;
}

/** False where it was erased meanwhile, or something holds it again. */
async function erase({ app, now }: WorkCtx, tx: Tx, borrowerId: string): Promise<boolean> {
  if (!(await lockIfThere(tx, borrowerId))) return false;
  const { way, heldUntil } = await deletionFor(tx, borrowerId, now);
  if (way !== 'request' || !heldUntil || heldUntil >= todayOf(now)) return false;
  const phone = await phoneOf(tx, app.sealer, borrowerId);
  await closeRequests(tx, borrowerId, now, 'retention');
  const others = [...(await pictureFilesOf(tx, borrowerId)), ...(await recoveries.filesOf(tx, borrowerId))];
  const names = [...others, ...(await eraseHeld(tx, { borrowerId, at: now, phone }))];
  if (names.length > 0) await app.queue.enqueue(tx, 'pictures.remove', { names });
  const detail = { pictures: names.length, heldUntil };
  await audit(tx, { at: now, who: 'retention', act: 'accountErased', subject: borrowerId, detail });
  return true;
}
