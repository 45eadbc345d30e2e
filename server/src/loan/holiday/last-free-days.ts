// What a new holiday does to bills (docs/decisions/0026): where the last free day is not a working day any more, it moves to the next one. Bills are found from
// the state of the tables, so that none is missed whatever happened between adding the holiday and opening the bill.
import { asDay, nextWorkingDayFrom } from '@sandali/contract/day.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Read } from '#/db/database.ts';
import { reverseChargesOfHolidays } from './late-holiday.ts';
import { chargedAfter, countLastFreeOn, moveLastFree } from './store.ts';

/** Moves the last free days of bills off holidays, and takes back what was charged for days that are free after all. @returns how many bills it took. */
export async function applyNewHolidays(ctx: WorkCtx): Promise<number> {
  await ctx.app.calendar.refresh();
  return (await moveLastFreeDays(ctx)) + (await reverseChargesOfHolidays(ctx));
}

/** Moves the last free day of open bills that have no charge after it. */
async function moveLastFreeDays({ app, now }: WorkCtx): Promise<number> {
  const moves = [...app.holidays].map((from) => ({ from, to: nextWorkingDayFrom(from, app.holidays) }));
  if (
    (await countLastFreeOn(
      app.db,
      moves.map((move) => move.from),
    )) === 0
  )
    return 0;
  return await inTx(app.db, async (tx) => {
    const moved = await moveLastFree(tx, moves);
    for (const { from, to, bills } of moved)
      await audit(tx, { at: now, who: 'the calendar', act: 'lastFreeDayMoved', subject: from, detail: { from, to, bills } });
    return moved.reduce((sum, one) => sum + one.bills, 0);
  });
}

/** How many bills have a last free day on one of these days: `moved` of those that have no charge after it, `charged` of those that have, up to a thousand. */
export async function billsFreeUntil(read: Read, days: readonly string[]): Promise<{ moved: number; charged: number }> {
  const these = days.map(asDay);
  return { moved: await countLastFreeOn(read, these), charged: (await chargedAfter(read, these, mostCounted)).length };
}

const mostCounted = 1000;
