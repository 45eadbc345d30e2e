// What a new holiday does to bills (docs/decisions/0026): where the last free day, or the day of a
// plan's part, is not a working day any more, it moves to the next one. Bills are found from the
// state of the tables, so that none is missed whatever happened between adding the holiday and
// opening the bill.
import { asDay } from '@sandali/contract/day.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Read } from '#/db/database.ts';
import { reverseChargesOfHolidays } from './late-holiday.ts';
import {
  chargedAfter,
  countToMove,
  moveLastFree,
  moveParts,
  movesOff,
  movesThatWait,
} from './store.ts';

/**
 * Moves the last free days of bills and the parts of plans off holidays, and takes back what was
 * charged for days that are free after all.
 * @returns how many bills it took.
 */
export async function applyNewHolidays(ctx: WorkCtx): Promise<number> {
  await ctx.app.calendar.refresh();
  return (await moveLastFreeDays(ctx)) + (await reverseChargesOfHolidays(ctx));
}

/**
 * Of one day, in one transaction: whoever pays one of these bills waits for no more than their
 * moving.
 */
const billsAtOnce = 100;

/**
 * Moves some days of open bills that have no charge after them, of each holiday in a transaction of
 * its own; the worker looks again at once until none is left, and what was moved stays whatever
 * happens to the others. @returns how many.
 */
export async function moveLastFreeDays({ app, now }: WorkCtx, most = billsAtOnce): Promise<number> {
  let sum = 0;
  for (const move of await movesThatWait(app.db, movesOff(app.holidays)))
    sum += await inTx(app.db, async (tx) => {
      const moved = [
        { act: 'lastFreeDayMoved' as const, bills: await moveLastFree(tx, move, most) },
        { act: 'planPartMoved' as const, bills: await moveParts(tx, move, most) },
      ].filter(({ bills }) => bills > 0);
      for (const { act, bills } of moved)
        await audit(tx, {
          at: now,
          who: 'the calendar',
          act,
          subject: move.from,
          detail: { ...move, bills },
        });
      return moved.reduce((all, { bills }) => all + bills, 0);
    });
  return sum;
}

/**
 * How many bills have a last free day, or a plan's part, on one of these days: `moved` of those
 * that have no charge after it, `charged` of those that have, up to a thousand.
 */
export async function billsFreeUntil(
  read: Read,
  days: readonly string[],
): Promise<{ moved: number; charged: number }> {
  const moves = movesOff(new Set(days.map(asDay)));
  return {
    moved: await countToMove(read, moves),
    charged: (await chargedAfter(read, moves, mostCounted)).length,
  };
}

const mostCounted = 1000;
