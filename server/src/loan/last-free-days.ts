// What a new holiday does to bills that are open (money.md, "Days"): where the last free day is no working day any more, it moves to the next one.
// Found from the state of the tables, so that no bill is missed whatever happened between the adding of a holiday and the opening of a bill.
import { asDay, nextWorkingDayFrom } from '@sandali/contract/day.ts';
import { inTx, type Read } from '#/db/database.ts';
import { audit } from '#/kit/audit.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import { countLastFreeOn, moveLastFree } from './store.calendar.ts';

/**
 * Moves the last free day of open bills off holidays, also off one that was over before anybody looked; what was charged for days after it stays as it
 * is. @returns how many bills it moved.
 */
export async function moveLastFreeDays(ctx: WorkCtx): Promise<number> {
  const { house, now } = ctx;
  await house.calendar.refresh();
  const moves = [...house.holidays].map((from) => ({ from, to: nextWorkingDayFrom(from, house.holidays) }));
  if (
    (await countLastFreeOn(
      house.db,
      moves.map((move) => move.from),
    )) === 0
  )
    return 0;
  return await inTx(house.db, async (tx) => {
    const moved = await moveLastFree(tx, moves);
    for (const { from, to, bills } of moved)
      await audit(tx, { at: now, who: 'the calendar', act: 'lastFreeDayMoved', subject: from, detail: { from, to, bills } });
    return moved.reduce((sum, one) => sum + one.bills, 0);
  });
}

/** How many open bills have their last free day on one of these days, and no charge after it. */
export async function billsFreeUntil(read: Read, days: readonly string[]): Promise<number> {
  return await countLastFreeOn(read, days.map(asDay));
}
