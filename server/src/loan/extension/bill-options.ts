// The ways from here, of a bill on a day: pay all, pay a part, extend, pay by a plan (/loan/renew/cal).
import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import { type Day, instantOf, laterDay } from '@sandali/contract/day.ts';
import type { renewCal } from '@sandali/contract/extension.ts';
import { addCentavos, type Centavos, subtractCentavos } from '@sandali/contract/money.ts';
import { accruedTomorrow, dueNext, owed, savedIfPaidOn } from '@sandali/contract/owed.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import type { BillRecord } from '#/loan/bill.store.ts';
import { coolingOffOf } from '#/loan/bills.ts';
import { plansOf } from '#/loan/plan/plan.ts';
import { allocate, withoutRemainder, withPosting } from '#/loan/rules/allocate.ts';
import type { BillFacts } from '#/loan/rules/bill.ts';
import { smallestPayment } from '#/loan/rules/bill-state.ts';
import { type ExtensionOffer, extensionOpensOn } from '#/loan/rules/extension.ts';
import { viewBill } from '#/loan/view.ts';
import { todayOf } from '#/platform/days.ts';
import { extensionOf } from './extend.ts';
import { extendedBy, textOfExtension } from './extension-disclosure-statement.ts';

type BillOptions = Omit<DataOf<typeof renewCal>, 'feeCode'>;

/** The ways from an open bill today, each with its cost and its day. `returned` are the days of the newest returns of its borrower. */
export async function billOptionsOf(ctx: BorrowerCtx, read: Read, row: BillRecord, returned: readonly Day[]): Promise<BillOptions> {
  const today = todayOf(ctx.now);
  const { facts, shown } = viewBill(row, today);
  const extension = extensionOf(ctx, row);
  const isOpen = !('obstacle' in extension);
  return {
    bill: shown,
    today,
    part: partOf(facts, today, smallestPayment(facts, today, ctx.app.catalogue.minimumPartialCentavos)),
    extension: isOpen ? { ...wireOffer(facts, extension), ...(await accepted(ctx, read, row, extension)) } : null,
    obstacle: isOpen ? null : extension.obstacle,
    opensOn: extensionOpensOn(facts, today),
    extendedTimes: row.extensions.length,
    plans: await plansOf(ctx, read, row),
    coolingOff: coolingOffOf(ctx, row, returned),
  };
}

/** What is left to pay after the smallest part, and what that costs: until the due date, and a day from the first late day on. */
function partOf(facts: BillFacts, today: BillOptions['today'], leastCentavos: Centavos): BillOptions['part'] {
  const rest = withoutRemainder(withPosting(facts, allocate(facts, leastCentavos, today), today), today);
  if (owed(rest, today).totalCentavos === 0) return null;
  return {
    leastCentavos,
    dueAfter: dueNext(rest, today),
    costCentavos: savedIfPaidOn(rest, today),
    lateADayCentavos: accruedTomorrow(rest, laterDay(today, dueInForce(facts, today).lastFreeOn)),
  };
}

type Wired = NonNullable<BillOptions['extension']>;

/** The statement that is accepted with the offer. */
async function accepted(ctx: BorrowerCtx, read: Read, row: BillRecord, offer: ExtensionOffer): Promise<Pick<Wired, 'text' | 'textHash'>> {
  const { paper, hash } = await textOfExtension(ctx, read, row, offer);
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
    costCentavos: subtractCentavos(addCentavos(totalCentavos, dueAfter.owedCentavos), owed(facts, offer.offeredOn).totalCentavos),
    lastFreeDay: lastFreeOn,
    endsAt: instantOf(offer.endsAtMs),
  };
}
