// What a new holiday does to bills (docs/decisions/0026): where the last free day, or the day of a plan's part, is not a working day any more, it moves to the next
// one. Bills are found from the state of the tables, so that none is missed whatever happened between adding the holiday and opening the bill.
import { asDay } from '@sandali/contract/day.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Read } from '#/db/database.ts';
import { reverseChargesOfHolidays } from './late-holiday.ts';
import { chargedAfter, countToMove, moveLastFree, moveParts, movesOff } from './store.ts';

/** Moves the last free days of bills and the parts of plans off holidays, and takes back what was charged for days that are free after all. @returns how many bills it took. */
export async function applyNewHolidays(ctx: WorkCtx): Promise<number> {
  await ctx.app.calendar.refresh();
  return (await moveLastFreeDays(ctx)) + (await reverseChargesOfHolidays(ctx));
}

/** Moves the days of open bills that have no charge after them. */
async function moveLastFreeDays({ app, now }: WorkCtx): Promise<number> {
  const moves = movesOff(app.holidays);
  if ((await countToMove(app.db, moves)) === 0) return 0;
  return await inTx(app.db, async (tx) => {
    const moved = [
      ...(await moveLastFree(tx, moves)).map((one) => ({ act: 'lastFreeDayMoved' as const, ...one })),
      ...(await moveParts(tx, moves)).map((one) => ({ act: 'planPartMoved' as const, ...one })),
    ];
    for (const { act, from, to, bills } of moved)
      await audit(tx, { at: now, who: 'the calendar', act, subject: from, detail: { from, to, bills } });
    return moved.reduce((sum, one) => sum + one.bills, 0);
  });
}

/** How many bills have a last free day, or a plan's part, on one of these days: `moved` of those that have no charge after it, `charged` of those that have, up to a thousand. */
export async function billsFreeUntil(read: Read, days: readonly string[]): Promise<{ moved: number; charged: number }> {
  const moves = movesOff(new Set(days.map(asDay)));
  return { moved: await countToMove(read, moves), charged: (await chargedAfter(read, moves, mostCounted)).length };
}

const mostCounted = 1000;
