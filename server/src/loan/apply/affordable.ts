// What a borrower can still repay: compares the income with all amounts that fall due around a new
// loan's due date.
import { addDays, type Day } from '@sandali/contract/day.ts';
import {
  addCentavos,
  type Centavos,
  centavos,
  formatPesos,
  maxCentavos,
  zeroCentavos,
} from '@sandali/contract/money.ts';
import { dueNext } from '@sandali/contract/owed.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { type Carried, type Due, largestIn, roomOn } from '#/loan/rules/affordable.ts';
import type { LoanRecord } from '#/loan/store.ts';
import type { BillView } from '#/loan/view.ts';
import { todayOf } from '#/platform/days.ts';

type Ctx = Pick<WorkCtx, 'app' | 'now'>;
/**
 * How much a borrower can repay from the income, and which amounts are already committed: open
 * bills on their next due date, and loans being paid out as if they arrived today.
 */
export type Burden = { carried: Carried; dues: readonly Due[] };

/** Returns the burden from a borrower's open bills and the loans being paid out. */
export function burdenOf(
  { now }: Pick<Ctx, 'now'>,
  of: { carried: Carried; openBills: readonly BillView[]; waiting: readonly LoanRecord[] },
): Burden {
  const today = todayOf(now);
  const open = of.openBills.map(({ facts }) => {
    const { owedCentavos, on } = dueNext(facts, today);
    return { on, amountCentavos: owedCentavos };
  });
  const coming = of.waiting.filter(({ state }) => state !== 'failed' && state !== 'cancelled');
  const expected = coming.map((loan) => ({
    on: addDays(today, loan.term_days),
    amountCentavos: addCentavos(
      centavos(loan.principal_centavos),
      centavos(loan.interest_centavos),
    ),
  }));
  return { carried: of.carried, dues: [...open, ...expected] };
}

type Wanted = { dueOn: Day; repayCentavos: Centavos; termDays: number };

/**
 * Returns the values for the text of the refusal if a repayment is not affordable on its due date;
 * otherwise null.
 */
export function whyUnaffordable(
  { app }: Pick<Ctx, 'app'>,
  { carried, dues }: Burden,
  { dueOn, repayCentavos, termDays }: Wanted,
) {
  const room = roomOn(dueOn, dues, carried);
  if (repayCentavos <= room) return null;
  const { amounts, interestPerDayBps } = app.catalogue;
  const fits = largestIn(room, amounts, { days: termDays, interestPerDayBps });
  return fits > 0 ? { fits: formatPesos(fits, { drop00: true }) } : {};
}

/**
 * Returns the largest loan that is affordable at any term if it is paid out today; 0 if none is.
 */
export function mostAffordable({ app, now }: Ctx, { carried, dues }: Burden): Centavos {
  const { amounts, interestPerDayBps, terms } = app.catalogue;
  const largest = terms.map(({ days }) =>
    largestIn(roomOn(addDays(todayOf(now), days), dues, carried), amounts, {
      days,
      interestPerDayBps,
    }),
  );
  return maxCentavos(zeroCentavos, ...largest);
}
