// /loan/renew/cal: returns today's payment options for a bill: pay in full, pay a part, extend, or
// agree to a plan.
import type { DataOf } from '@sandali/contract/call.ts';
import { instantOf } from '@sandali/contract/day.ts';
import { renewCal } from '@sandali/contract/extension.ts';
import { addCentavos, type Centavos, subtractCentavos } from '@sandali/contract/money.ts';
import { dueNext, owed, savedIfPaidOn } from '@sandali/contract/owed.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { type BillRecord, billPart, returnedPart } from '#/loan/bill.store.ts';
import { borrowerFrom, borrowerParts } from '#/loan/disclosure/borrower.ts';
import { plansOf } from '#/loan/plan/plan.ts';
import { lastPlanPart } from '#/loan/plan/store.ts';
import type { BillFacts } from '#/loan/rules/bill.ts';
import { type ExtensionOffer, extendedBy, extensionOpensOn } from '#/loan/rules/extension.ts';
import { mostLateChargeADay } from '#/loan/rules/late.ts';
import { restAfter } from '#/loan/rules/part.ts';
import { viewBill } from '#/loan/view.ts';
import { todayOf } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import { extensionOf } from './extend.ts';
import { textOfExtension } from './extension-disclosure-statement.ts';
import { openExtensionPart } from './store.ts';

type BillOptions = Omit<DataOf<typeof renewCal>, 'feeCode'>;

export const billOptionsParts = {
  bill: billPart,
  returned: returnedPart,
  lastPlanOn: lastPlanPart,
  accepted: openExtensionPart,
  ...borrowerParts,
};
type Facts = FactsOf<typeof billOptionsParts>;

/**
 * Returns today's payment options for an open bill, each with its cost and its dates.
 * @throws Refused if there is no such bill, or if it is settled
 */
export async function billOptionsOf(ctx: BorrowerCtx, facts: Facts): Promise<BillOptions> {
  const row = facts.bill ?? refuse(renewCal, 'loanUnknown');
  if (row.settled_as) refuse(renewCal, 'repaymentClosed');
  const today = todayOf(ctx.now);
  const { facts: bill, shown, coolingOff, smallestPayment } = viewBill(row, today);
  const extension = extensionOf(ctx, row);
  const isOpen = !('obstacle' in extension);
  return {
    bill: shown,
    today,
    part: partOf(bill, today, smallestPayment(ctx.app.catalogue.minimumPartialCentavos)),
    extension: isOpen
      ? { ...wireOffer(bill, extension), ...(await statementOf(ctx, row, extension, facts)) }
      : null,
    obstacle: isOpen ? null : extension.obstacle,
    opensOn: extensionOpensOn(bill, today),
    extendedTimes: row.extensions.length,
    plans: plansOf(ctx, row, facts.lastPlanOn),
    coolingOff: coolingOff(ctx.app, facts.returned),
  };
}

/**
 * Returns the smallest partial payment, the debt after it, its cost until the due date, and the
 * daily late charge after that date. Null if that payment settles the bill.
 */
function partOf(
  facts: BillFacts,
  today: BillOptions['today'],
  leastCentavos: Centavos,
): BillOptions['part'] {
  const rest = restAfter(facts, leastCentavos, today);
  if (owed(rest, today).totalCentavos === 0) return null;
  return {
    leastCentavos,
    dueAfter: dueNext(rest, today),
    costCentavos: savedIfPaidOn(rest, today),
    lateADayCentavos: mostLateChargeADay(rest, today),
  };
}

type Wired = NonNullable<BillOptions['extension']>;

/** Returns the statement that the borrower accepts together with the offer. */
async function statementOf(
  ctx: BorrowerCtx,
  row: BillRecord,
  offer: ExtensionOffer,
  { accepted, ...facts }: Facts,
): Promise<Pick<Wired, 'text' | 'textHash'>> {
  const known = borrowerFrom(ctx, facts);
  const { paper, hash } = await textOfExtension(ctx, row, offer, { accepted, known });
  return { text: paper, textHash: hash.toString('hex') };
}

function wireOffer(facts: BillFacts, offer: ExtensionOffer): Omit<Wired, 'text' | 'textHash'> {
  const { feeCentavos, lateCentavos, totalCentavos, lastFreeOn } = offer;
  const dueAfter = dueNext(extendedBy(facts, offer), offer.offeredOn);
  return {
    termDays: facts.termDays,
    principalCentavos: offer.principalCentavos,
    interestCentavos: offer.interestCentavos,
    serviceFeeCentavos: offer.serviceFeeCentavos,
    serviceFeeBps: facts.serviceFeeBps,
    feeCentavos,
    lateCentavos,
    totalCentavos,
    dueAfter,
    costCentavos: subtractCentavos(
      addCentavos(totalCentavos, dueAfter.owedCentavos),
      owed(facts, offer.offeredOn).totalCentavos,
    ),
    lastFreeDay: lastFreeOn,
    endsAt: instantOf(offer.endsAtMs),
  };
}
