// Records a promise to pay in parts that a borrower made on the phone (docs/decisions/0023). It
// does not need a second approver, because it does not reduce the debt.

import type { Day } from '@sandali/contract/day.ts';
import {
  type Centavos,
  formatPesos,
  subtractCentavos,
  sumCentavos,
} from '@sandali/contract/money.ts';
import { recipientOf } from '#/account/account.ts';
import type { StaffCtx } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { moneyOf } from '#/loan/facts.ts';
import { lockOpenBill } from '#/loan/relief/decisions.ts';
import type { PromisedPart } from '#/loan/rules/relief.ts';
import { todayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { plainDay } from '#/texts/written-day.ts';
import { promiseTermsOn } from './promise-terms.ts';
import { insertPromise } from './store.ts';

/** A part of a promise. The last part may omit its amount; it then covers the balance. */
type PartInput = { on: Day; amountCentavos?: Centavos | undefined };

/**
 * Records a promise to pay an open bill, and notifies the borrower.
 * @throws Declined if no promise is possible for the bill now, or the parts do not add up to its
 * debt
 */
export async function promiseToPay(
  ctx: StaffCtx,
  tx: Tx,
  { reference, parts: inputs }: { reference: string; parts: readonly PartInput[] },
) {
  const row = await lockOpenBill(tx, reference);
  const today = todayOf(ctx.now);
  const terms = promiseTermsOn(row, today, ctx.app.rulesOn(today).planDays);
  if (terms.whyNot) throw new Declined(terms.whyNot);
  const { totalCentavos: total, lastDay } = terms;
  const parts = partsOf(inputs, total, { today, lastDay });
  invariant(ctx.reason, 'a change has a reason');
  await insertPromise(
    tx,
    {
      id: newIdFor(row.borrower_id, ctx.now),
      loan_id: row.id,
      borrower_id: row.borrower_id,
      number: row.promises.length + 1,
      made_on: Temporal.PlainDate.from(today),
      made_at: ctx.now,
      made_by: ctx.who,
      reason: ctx.reason,
      total_centavos: BigInt(total),
      paid_before_centavos: BigInt(
        sumCentavos(moneyOf(row).map(({ amountCentavos }) => amountCentavos)),
      ),
      extensions_before: row.extensions.length,
    },
    parts.map((part) => ({ dueOn: part.on, amountCentavos: BigInt(part.amountCentavos) })),
  );
  const [first] = parts;
  invariant(first, 'a promise has a first part');
  const to = await recipientOf(ctx.app, tx, row.borrower_id, row.id);
  const values = {
    reference,
    amount: formatPesos(first.amountCentavos),
    due: plainDay(to.locale, Temporal.PlainDate.from(first.on)),
  };
  await ctx.app.notices.notify(
    { app: ctx.app, now: ctx.now, wall: ctx.wall },
    tx,
    to,
    'promiseMade',
    values,
  );
  const detail = {
    loan: row.id,
    parts: parts.map((part) => `${part.on} ${part.amountCentavos}`).join(', '),
  };
  return {
    data: { promise: { reference, totalCentavos: total, parts } },
    person: row.borrower_id,
    detail,
  };
}

/**
 * Returns the parts with their amounts.
 * @throws Declined unless they add up to the debt and are due one after the other by `lastDay`.
 */
function partsOf(
  inputs: readonly PartInput[],
  total: Centavos,
  { today, lastDay }: { today: Day; lastDay: Day },
): PromisedPart[] {
  const named = inputs.map((part) => part.amountCentavos);
  if (named.slice(0, -1).includes(undefined))
    throw new Declined('Only the last part can be the rest. Give every other part an amount.');
  const namedCentavos = sumCentavos(named.map((amount) => (amount ?? 0) as Centavos));
  const rest = named.at(-1) === undefined ? total - namedCentavos : 0;
  if (namedCentavos + rest !== total || (named.at(-1) === undefined && rest <= 0))
    throw new Declined(
      named.at(-1) === undefined
        ? `The parts before the rest add up to ${formatPesos(namedCentavos)} of ${formatPesos(total)}, so no rest is left. Give smaller parts.`
        : `The parts add up to ${formatPesos(namedCentavos)} instead of ${formatPesos(total)}. Change an amount, or give the last part as rest.`,
    );
  inputs.forEach((part, nth) => {
    const after = inputs[nth - 1]?.on ?? today;
    if (part.on <= after || part.on > lastDay)
      throw new Declined(
        `Give the parts in order of their days, all after today and by ${lastDay}.`,
      );
  });
  return inputs.map((part) => ({
    on: part.on,
    amountCentavos: (part.amountCentavos ?? subtractCentavos(total, namedCentavos)) as Centavos,
  }));
}
