// Settles due recoveries: after a waiting period, the account gets the approved number. Refuses
// recoveries that match no account, and deletes old pictures.

import { asDay } from '@sandali/contract/day.ts';
import * as changes from '#/account/change-phone.store.ts';
import { endAllOpen } from '#/account/code/challenge.store.ts';
import { endAllSessions } from '#/account/login/session.ts';
import { recipientOf } from '#/account/person.ts';
import { newAccountsHoldHours, phoneChangeableOn } from '#/account/rules.ts';
import { holdNewAccounts, lockRow } from '#/account/store.ts';
import { audit } from '#/context/audit.ts';
import { inBatches, rowsAtOnce } from '#/context/cleanup.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { sweepFiles } from '#/context/stored-files.ts';
import { recoveryPicturesDays } from '#/data/retention.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import { answerDayOf, newNumberOf } from './picture.ts';
import { endUnsuccessfully } from './stop.ts';
import * as store from './store.ts';
import { countWaiting } from './store.ts';

const mostAtOnce = 50;

/**
 * Settles due recoveries, at most 50 per run. Safe to run concurrently.
 * @returns the number of settled recoveries.
 */
export async function settleRecoveries(ctx: WorkCtx): Promise<number> {
  const due = await store.dueRecoveries(ctx.app.db, { now: ctx.now, most: mostAtOnce });
  if (due.length === 0) return 0;
  const { telephone } = await ctx.app.settings.all();
  const settled = await eachItem(ctx, {
    kind: 'recovery',
    items: due,
    idOf: ({ id }) => id,
    failure: 'a recovery could not be settled',
    run: ({ id }) => inTx(ctx.app.db, (tx) => settle(ctx, tx, id, telephone)),
  });
  return settled.length;
}

async function settle(ctx: WorkCtx, tx: Tx, id: string, telephone: string): Promise<void> {
  const recovery = await store.findRecovery(tx, id);
  // The account may have been erased meanwhile.
  if (!recovery || (recovery.borrower_id && !(await lockRow(tx, recovery.borrower_id)))) return;
  const row = await store.findRecovery(tx, id, { isLocked: true });
  if (!row || row.ended_at) return;
  if (!row.borrower_id || !(await changeNumber(ctx, tx, row, row.borrower_id, telephone)))
    await endUnsuccessfully(ctx, tx, row, row.borrower_id ? 'overtaken' : 'refused', telephone);
}

/**
 * Changes the account's number. Returns false if the owner has changed it since, or another account
 * has the new number.
 */
async function changeNumber(
  ctx: WorkCtx,
  tx: Tx,
  row: store.Recovery,
  borrowerId: string,
  telephone: string,
): Promise<boolean> {
  const { app, now, wall } = ctx;
  const { sealer } = app;
  const last = await changes.findLast(tx, borrowerId);
  const today = manilaDayOf(now);
  if (phoneChangeableOn(last?.changed_on ?? null, today, app.rulesOn(today))) return false;
  const before = await recipientOf(app, tx, borrowerId);
  const { phone } = newNumberOf(ctx, row);
  const to = { sealed: sealer.seal('phone', borrowerId, phone), hash: row.new_phone_hash };
  const old_phone_sealed = sealer.seal(
    'former phone',
    changes.formerOf(borrowerId, now),
    before.phone,
  );
  const change = {
    changed_on: manilaDayOf(now),
    changed_at: now,
    method: 'recovery',
    old_phone_sealed,
  };
  if (!(await changes.replacePhone(tx, borrowerId, to, change))) return false;
  await store.endRecovery(tx, row.id, now, 'done');
  for (const recovery of await store.openRecoveries(tx, borrowerId))
    await endUnsuccessfully(ctx, tx, recovery, 'overtaken', telephone);
  await endAllSessions(tx, borrowerId, wall);
  await store.deletePassword(tx, borrowerId);
  await endAllOpen(tx, { phoneHash: sealer.hash('phone', before.phone), borrowerId }, wall);
  await holdNewAccounts(tx, borrowerId, now.add({ hours: newAccountsHoldHours }));
  await app.notices.moveNotices(ctx, tx, { borrowerId, fromPhone: before.phone, toPhone: phone });
  await audit(tx, {
    at: now,
    who: 'recovery',
    act: 'phoneChanged',
    subject: borrowerId,
    detail: { way: 'recovery', recovery: row.id },
  });
  await app.notices.notify(ctx, tx, before, 'phoneChangedFrom', { telephone });
  await app.notices.notify(
    ctx,
    tx,
    { ...before, phone, locale: newNumberOf(ctx, row).locale },
    'recoveryDone',
    { telephone },
  );
  return true;
}

/**
 * Deletes pictures of recoveries that ended at least 90 days ago, and recoveries that were begun at
 * least a day ago and never submitted.
 * @returns the number of deleted files.
 */
export async function deleteRecoveryPictures({ app, now }: WorkCtx): Promise<number> {
  const of = {
    endedBefore: now.subtract({ hours: 24 * recoveryPicturesDays }),
    begunBefore: now.subtract({ hours: 24 }),
    at: now,
    most: rowsAtOnce,
  };
  return await inBatches(app.db, async (tx) => {
    const { names, examined } = await store.deletePictures(tx, of);
    if (names.length > 0) {
      await app.queue.enqueue(tx, 'pictures.remove', { names });
      const detail = { pictures: names.length, recoveryPicturesDays };
      await audit(tx, { at: now, who: 'retention', act: 'recoveryPicturesDeleted', detail });
    }
    return { examined, handled: names.length };
  });
}

/**
 * Removes recovery files without a database row, left by a crash, a replaced picture or an
 * account's erasure.
 * @returns the number of removed files.
 */
export async function sweepRecoveryFiles(ctx: WorkCtx, parts?: readonly string[]): Promise<number> {
  return await sweepFiles(ctx, 'recoveries', parts);
}

/**
 * Returns how many recoveries are past the day by which staff should have compared their pictures.
 */
export async function lateRecoveries(
  { app, now }: Pick<WorkCtx, 'app' | 'now'>,
  read: Read,
): Promise<number> {
  return await countWaiting(read, lateBefore(app.holidays, manilaDayOf(now)));
}

/** Logs a warning about late recoveries, once per run. */
export async function warnOfLateRecoveries(ctx: WorkCtx): Promise<void> {
  const count = await lateRecoveries(ctx, ctx.app.db);
  if (count > 0) ctx.app.log.warn('recoveries of accounts are late: ops recovery list', { count });
}

/** Returns the earliest request time of a recovery that is not late yet. */
function lateBefore(
  holidays: WorkCtx['app']['holidays'],
  today: Temporal.PlainDate,
): Temporal.Instant {
  const start = (day: Temporal.PlainDate) => day.toZonedDateTime(manila).toInstant();
  let first = today;
  while (answerDayOf(start(first.subtract({ days: 1 })), holidays) >= asDay(today.toString()))
    first = first.subtract({ days: 1 });
  return start(first);
}
