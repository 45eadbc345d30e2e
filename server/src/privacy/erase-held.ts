// Erases accounts whose owners requested deletion, after five years of legal retention. Checks them
// in turn, so neither many held accounts nor a failing one delays the others.
import { accountFilesOf, lockIfThere, phoneOf } from '#/account/account.ts';
import { pictureFilesOf } from '#/cases/cases.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { manilaDayOf, todayOf } from '#/platform/days.ts';
import { deletionFor } from './personal-data.ts';
import { closeRequests, erasableInTurn, eraseHeld } from './store.ts';

/**
 * The maximum number of erasures per run, which is far more than needed: if a million accounts are
 * erased over five years, that is 550 a day.
 */
const mostADay = 2000;
const accountsAtOnce = 500;
/** The maximum number of accounts checked in one run. The next run continues after them. */
const mostLooked = 50_000;
/** The maximum time, in ms, before a failed erasure is retried. */
const retryWithinMs = 3 * 24 * 60 * 60 * 1000;

/**
 * Erases the accounts that are due today, each in its own transaction. Safe to run concurrently.
 * @returns the number of erased accounts
 */
export async function eraseHeldAccounts(
  ctx: WorkCtx,
  atOnce = accountsAtOnce,
  looked = mostLooked,
): Promise<number> {
  const { db } = ctx.app;
  let erased = 0;
  for (let remaining = looked; remaining > 0 && erased < mostADay; remaining -= atOnce) {
    const { due, isFull } = await inTx(db, (tx) =>
      erasableInTurn(tx, manilaDayOf(ctx.now), atOnce),
    );
    const ends = await eachItem(ctx, {
      kind: 'held account',
      items: due,
      idOf: (borrowerId) => borrowerId,
      failure: 'a held account could not be erased',
      run: (borrowerId) => inTx(db, (tx) => erase(ctx, tx, borrowerId)),
      againWithinMs: retryWithinMs,
    });
    erased += ends.filter(Boolean).length;
    if (!isFull) break;
  }
  return erased;
}

/**
 * Erases an account.
 * @returns false if the account has been erased or is held again in the meantime
 */
async function erase(ctx: WorkCtx, tx: Tx, borrowerId: string): Promise<boolean> {
  const { app, now } = ctx;
  if (!(await lockIfThere(tx, borrowerId))) return false;
  const { way, heldUntil } = await deletionFor(ctx, tx, borrowerId);
  if (way !== 'request' || !heldUntil || heldUntil >= todayOf(now)) return false;
  const phone = await phoneOf(tx, app.sealer, borrowerId);
  await closeRequests(tx, borrowerId, now, 'retention');
  const others = [
    ...(await pictureFilesOf(tx, borrowerId)),
    ...(await accountFilesOf(tx, borrowerId)),
  ];
  const names = [...others, ...(await eraseHeld(tx, { borrowerId, at: now, phone }))];
  if (names.length > 0) await app.queue.enqueue(tx, 'pictures.remove', { names });
  const detail = { pictures: names.length, heldUntil };
  await audit(tx, { at: now, who: 'retention', act: 'accountErased', subject: borrowerId, detail });
  return true;
}
