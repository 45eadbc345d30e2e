// /loan/plan/cal and /loan/plan/apply: plans to pay in parts, made by borrowers without staff
// (docs/decisions/0057).
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { Day } from '@sandali/contract/day.ts';
import { formatPesos, lessCentavos, sumCentavos } from '@sandali/contract/money.ts';
import { owed } from '@sandali/contract/owed.ts';
import { type Plans, planApply, planCal, planCounts } from '@sandali/contract/plan.ts';
import { recipientOf } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { type BillRecord, billPart, billsOf } from '#/loan/bill.store.ts';
import { borrowerFrom, borrowerOf, borrowerParts } from '#/loan/disclosure/borrower.ts';
import { sealStatement } from '#/loan/disclosure/statement-text.ts';
import { factsOf, moneyOf } from '#/loan/facts.ts';
import { isPromiseKept } from '#/loan/relief/granted.ts';
import { byBorrower } from '#/loan/relief/store.ts';
import {
  type PartLimits,
  type PlanRefusal,
  planParts,
  planTotal,
  whyNotCount,
  whyNotPlan,
} from '#/loan/rules/plan.ts';
import type { PromisedPart } from '#/loan/rules/relief.ts';
import { todayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { refuse } from '#/platform/refuse.ts';
import { sha256 } from '#/platform/seal.ts';
import { plainDay, writtenDay } from '#/texts/written-day.ts';
import { textOfPlan } from './plan-disclosure-statement.ts';
import { insertPlanText, insertPromise, lastPlanOn, lastPlanPart, partsOfPlan } from './store.ts';

/** Returns the plans that are possible for an open bill today, or why none is. */
export function plansOf(ctx: BorrowerCtx, row: BillRecord, lastOn: Day | null): Plans {
  const today = todayOf(ctx.now);
  const totalCentavos = planTotal(factsOf(row), today);
  const refusal = obstacleOf(ctx, row, today, lastOn);
  const limits = partLimitsOn(ctx, today);
  const counts = refusal
    ? []
    : planCounts.filter((count) => whyNotCount(factsOf(row), today, count, limits) === null);
  return {
    totalCentavos,
    costCentavos: lessCentavos(totalCentavos, owed(factsOf(row), today).totalCentavos),
    choices: counts.map((count) => planParts(factsOf(row), today, count, ctx.app.holidays)),
    obstacle: refusal?.refused ?? null,
    opensOn: refusal?.opensOn ?? null,
  };
}

function partLimitsOn({ app }: BorrowerCtx, today: Day): PartLimits {
  return {
    leastPartCentavos: app.catalogue.minimumPartialCentavos,
    planDays: app.rulesOn(today).planDays,
    holidays: app.holidays,
  };
}

function obstacleOf(
  ctx: BorrowerCtx,
  row: BillRecord,
  today: Day,
  lastOn: Day | null,
): PlanRefusal | null {
  const { app } = ctx;
  const facts = factsOf(row);
  const last = facts.promises.at(-1);
  return whyNotPlan(facts, today, {
    ...partLimitsOn(ctx, today),
    isRunning: last !== undefined && isPromiseKept(row, last, today),
    lastPlanOn: lastOn,
    planPauseDays: app.rulesOn(today).planPauseDays,
    mostCentavos: app.catalogue.planMostCentavos,
  });
}

type Input = RequestOf<typeof planCal>;

/**
 * Returns the parts of the requested plan.
 * @throws Refused if that plan is not possible today
 */
function partsFor(
  ctx: BorrowerCtx,
  { bill: row, lastPlanOn: lastOn }: { bill: BillRecord | null; lastPlanOn: Day | null },
  count: Input['count'],
) {
  if (!row) refuse(planCal, 'loanUnknown');
  if (row.settled_as) refuse(planCal, 'repaymentClosed');
  const today = todayOf(ctx.now);
  const minimum = formatPesos(ctx.app.catalogue.minimumPartialCentavos);
  const refusal = obstacleOf(ctx, row, today, lastOn);
  if (refusal) {
    refuse(planCal, refusal.refused, {
      ...(refusal.opensOn && {
        from: writtenDay(ctx.locale, Temporal.PlainDate.from(refusal.opensOn)),
      }),
      minimum,
    });
  }
  const reason = whyNotCount(factsOf(row), today, count, partLimitsOn(ctx, today));
  if (reason) refuse(planCal, reason, { minimum });
  return { row, today, parts: planParts(factsOf(row), today, count, ctx.app.holidays) };
}

/** The query sections for a plan and its statement. */
export const planFactsParts = { bill: billPart, lastPlanOn: lastPlanPart, ...borrowerParts };

/** Returns today's plan with its statement. */
export async function calculatePlan(
  ctx: BorrowerCtx,
  facts: FactsOf<typeof planFactsParts>,
  { count }: Input,
): Promise<DataOf<typeof planCal>> {
  const { row, today, parts } = partsFor(ctx, facts, count);
  const known = borrowerFrom(ctx, facts);
  const { paper, hash } = await textOfPlan(ctx, row, { madeOn: today, parts, known });
  return {
    today,
    totalCentavos: sumCentavos(parts.map((part) => part.amountCentavos)),
    parts,
    text: paper,
    textHash: hash.toString('hex'),
  };
}

type TakenPlan = { planId: string };

/**
 * Accepts the plan that the borrower read: a promise to pay that suspends the late charge from the
 * next day for as long as its parts are paid.
 */
export async function takePlan(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof planApply>,
): Promise<Done<TakenPlan>> {
  const { borrowerId, tokenHash } = ctx.who;
  const [bill = null] = await billsOf(tx, borrowerId, { loanId: input.loanId }, true);
  const { row, today, parts } = partsFor(
    ctx,
    { bill, lastPlanOn: await lastPlanOn(tx, borrowerId) },
    input.count,
  );
  const known = await borrowerOf(ctx, tx);
  const { text, hash } = await textOfPlan(ctx, row, { madeOn: today, parts, known });
  const total = sumCentavos(parts.map((part) => part.amountCentavos));
  if (total !== input.totalCentavos || hash.toString('hex') !== input.textHash)
    refuse(planApply, 'planChanged');
  const id = newIdFor(borrowerId, ctx.now);
  const madeOn = Temporal.PlainDate.from(today);
  await insertPromise(
    tx,
    {
      id,
      loan_id: row.id,
      borrower_id: borrowerId,
      number: row.promises.length + 1,
      made_on: madeOn,
      made_at: ctx.now,
      made_by: byBorrower,
      reason: 'a plan taken in the app',
      total_centavos: BigInt(total),
      paid_before_centavos: BigInt(
        sumCentavos(moneyOf(row).map((payment) => payment.amountCentavos)),
      ),
      extensions_before: row.extensions.length,
    },
    parts.map((part) => ({ dueOn: part.on, amountCentavos: BigInt(part.amountCentavos) })),
  );
  await insertPlanText(tx, {
    promise_id: id,
    borrower_id: borrowerId,
    made_on: madeOn,
    hash,
    text_sealed: sealStatement(ctx.app.sealer, 'plan text', id, text),
    session_hash: sha256(tokenHash),
    accepted_at: ctx.now,
  });
  const to = await recipientOf(ctx.app, tx, borrowerId, row.id);
  const [first] = parts as [PromisedPart, ...PromisedPart[]];
  const due = plainDay(to.locale, Temporal.PlainDate.from(first.on));
  await ctx.app.notices.notify(ctx, tx, to, 'promiseMade', {
    reference: row.reference_no,
    amount: formatPesos(first.amountCentavos),
    due,
  });
  return { ids: { planId: id } };
}

export async function showPlan(
  _ctx: BorrowerCtx,
  read: Read,
  { planId }: TakenPlan,
): Promise<DataOf<typeof planApply>> {
  return { parts: await partsOfPlan(read, planId) };
}
