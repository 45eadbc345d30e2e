// Records a promise to pay in parts that a borrower made on the phone (docs/decisions/0023). It
// does not need a second approver, because it does not reduce the debt.

import { addDays, type Day } from '@sandali/contract/day.ts';
import { mostExtensions } from '@sandali/contract/extension.ts';
import {
  type Centavos,
  formatPesos,
  subtractCentavos,
  sumCentavos,
} from '@sandali/contract/money.ts';
import { recipientOf } from '#/account/account.ts';
import type { StaffCtx } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import type { BillRecord } from '#/loan/bill.store.ts';
import { factsOf, moneyOf } from '#/loan/facts.ts';
import { lockOpenBill } from '#/loan/relief/decisions.ts';
import { isPromiseKept } from '#/loan/relief/granted.ts';
import { extensionOpensOn } from '#/loan/rules/extension.ts';
import { planTotal } from '#/loan/rules/plan.ts';
import type { PromisedPart } from '#/loan/rules/relief.ts';
import { todayOf } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { plainDay } from '#/texts/written-day.ts';
import { insertPromise } from './store.ts';

const mostPromises = 4;

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
  const total = planTotal(factsOf(row), today);
  mustBePromisable(row, today);
  const lastDay = addDays(today, ctx.app.rulesOn(today).planDays);
  const parts = partsOf(inputs, total, { today, lastDay });
  invariant(ctx.reason, 'a change has a reason');
  await insertPromise(
    tx,
    {
      id: newId(ctx.now),
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

/** @throws Declined if no promise is possible for the bill now, or if too many were made. */
function mustBePromisable(row: BillRecord, today: Day): void {
  const facts = factsOf(row);
  const opensOn = extensionOpensOn(facts, today);
  if (today < opensOn && facts.extensions.length < mostExtensions)
    throw new Declined(
      `A promise for this bill is possible from ${opensOn}, three days before its due date, or after its third extension.`,
    );
  const last = facts.promises.at(-1);
  if (last && isPromiseKept(row, last, today))
    throw new Declined('This bill already has a promise, and it is kept so far.');
  if (last && last.madeOn === today)
    throw new Declined('A promise was already made today. Make another one tomorrow.');
  if (facts.promises.length >= mostPromises)
    throw new Declined(`A bill can have at most ${mostPromises} promises.`);
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
