// Accounts that their owners wanted deleted and that the law held: they go by themselves when its
// five years are over. Found from state, in turn, so that those who are held for long, however many
// they are, and one that cannot be erased hold up no other.
import { lockIfThere, phoneOf, recoveries } from '#/account/account.ts';
import { pictureFilesOf } from '#/cases/cases.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { manilaDayOf, todayOf } from '#/platform/days.ts';
import { deletionFor } from './personal-data.ts';
import { closeRequests, erasableInTurn, eraseHeld } from './store.ts';

/** Were a million accounts to go within five years, it would be 550 a day. */
const mostADay = 2000;
const accountsAtOnce = 500;
/** Accounts that are looked at in a day; the next day goes on with those after them. */
const mostLooked = 50_000;
/** The longest time until an account that could not be erased is tried again. */
const turnMs = 3 * 24 * 60 * 60 * 1000;

/**
 * Erases the accounts that are due today, each in a separate transaction.
 * @returns how many. Safe to run twice at once.
 */
export async function eraseHeldAccounts(
  ctx: WorkCtx,
  atOnce = accountsAtOnce,
  looked = mostLooked,
): Promise<number> {
  const { db } = ctx.app;
  let erased = 0;
  for (let left = looked; left > 0 && erased < mostADay; left -= atOnce) {
    const { due, isFull } = await inTx(db, (tx) =>
      erasableInTurn(tx, manilaDayOf(ctx.now), atOnce),
    );
    const ends = await eachItem(ctx, {
      kind: 'held account',
      items: due,
      idOf: (borrowerId) => borrowerId,
      said: 'a held account could not be erased',
      run: (borrowerId) => inTx(db, (tx) => erase(ctx, tx, borrowerId)),
      againWithinMs: turnMs,
    });
    erased += ends.filter(Boolean).length;
    if (!isFull) break;
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
  const others = [
    ...(await pictureFilesOf(tx, borrowerId)),
    ...(await recoveries.filesOf(tx, borrowerId)),
  ];
  const names = [...others, ...(await eraseHeld(tx, { borrowerId, at: now, phone }))];
  if (names.length > 0) await app.queue.enqueue(tx, 'pictures.remove', { names });
  const detail = { pictures: names.length, heldUntil };
  await audit(tx, { at: now, who: 'retention', act: 'accountErased', subject: borrowerId, detail });
  return true;
}
