// Applies new holidays to bills (docs/decisions/0026): last free days and plan parts move to the
// next working day. Finds bills by their stored days, so no bill is missed.
import { asDay } from '@sandali/contract/day.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Read } from '#/db/database.ts';
import { reverseChargesOfHolidays } from './late-holiday.ts';
import {
  chargedAfter,
  countToMove,
  findPendingMoves,
  moveLastFree,
  moveParts,
  movesOff,
} from './store.ts';

/**
 * Moves last free days and plan parts off holidays, and reverses charges for days that became free.
 * @returns the number of affected bills
 */
export async function applyNewHolidays(ctx: WorkCtx): Promise<number> {
  await ctx.app.calendar.refresh();
  return (await moveLastFreeDays(ctx)) + (await reverseChargesOfHolidays(ctx));
}

/** The batch is small, so a payment on one of its bills waits only briefly. */
const billsAtOnce = 100;

/**
 * Moves the dates of a batch of open bills that have no charges for later days, in one transaction
 * per holiday. The worker repeats this until all such dates are moved. A failure does not undo
 * earlier batches.
 * @returns the number of moved last free days and plan parts
 */
export async function moveLastFreeDays({ app, now }: WorkCtx, most = billsAtOnce): Promise<number> {
  let sum = 0;
  for (const move of await findPendingMoves(app.db, movesOff(app.holidays)))
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
 * Counts the bills with a last free day or plan part on one of these days. `moved` counts those
 * without charges for later days; `charged` counts those with such charges, up to a thousand.
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
