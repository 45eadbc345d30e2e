// Extends a bill (docs/decisions/0016): the day's offer, its acceptance, and the booking of the
// fee.
import { permanentChannels } from '@sandali/contract/channel.ts';
import { compareDays, type Day, nextWorkingDayFrom } from '@sandali/contract/day.ts';
import type { extensionObstacles } from '@sandali/contract/extension.ts';
import { type Centavos, formatPesos, minCentavos } from '@sandali/contract/money.ts';
import { dueNext, owed } from '@sandali/contract/owed.ts';
import { recipientOf } from '#/account/account.ts';
import type { BorrowerCtx, WorkCtx } from '#/context/ctx.ts';
import { legalRules } from '#/data/legal-rules.ts';
import type { Tx } from '#/db/database.ts';
import type { BillRecord } from '#/loan/bill.store.ts';
import { paymentDeltas } from '#/loan/booking/book-parts.ts';
import type { Part } from '#/loan/booking/change.ts';
import { sealStatement } from '#/loan/disclosure/statement-text.ts';
import { dayOf, factsOf } from '#/loan/facts.ts';
import type { NewTerm } from '#/loan/rules/allocate.ts';
import {
  type ExtensionOffer,
  type ExtensionRefusal,
  extensionOpensOn,
  offerExtension,
} from '#/loan/rules/extension.ts';
import { legalRuleOn } from '#/loan/rules/legal-rule.ts';
import { todayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { invariant } from '#/platform/refuse.ts';
import { sha256 } from '#/platform/seal.ts';
import { plainDay } from '#/texts/written-day.ts';
import {
  bookExtension,
  insertExtension,
  insertExtensionText,
  lapseExtensions,
  lockExtension,
  openExtension,
} from './store.ts';

export type Obstacle = (typeof extensionObstacles)[number];

const obstacles: Record<ExtensionRefusal, Obstacle | null> = {
  billSettled: null,
  tooManyExtensions: 'extensionSpent',
  tooEarly: 'extensionTooEarly',
  aboveEffectiveCap: 'extensionAboveRate',
  aboveTotalCap: 'extensionAboveTotal',
};

/** Returns the cost and the new dates of extending an open bill today, or the obstacle. */
export function extensionOf(
  ctx: WorkCtx,
  row: BillRecord,
): ExtensionOffer | { readonly obstacle: Obstacle; readonly opensOn: Day } {
  const today = todayOf(ctx.now);
  const facts = factsOf(row);
  const offer = offerExtension(facts, today, legalRuleOn(legalRules, today), ctx.app.holidays);
  const isTooSmall = !('refused' in offer) && offer.totalCentavos < leastFeeTaken(ctx);
  if (!('refused' in offer) && !isTooSmall) return offer;
  const obstacle = 'refused' in offer ? obstacles[offer.refused] : 'extensionTooSmall';
  invariant(obstacle, 'an open bill owes something');
  return { obstacle, opensOn: extensionOpensOn(facts, today) };
}

/**
 * Returns the lowest minimum among the channels whose codes have a fixed amount. Other channels do
 * not count, because only the exact fee extends a bill.
 */
function leastFeeTaken({ app: { catalogue } }: WorkCtx): Centavos {
  const permanent: readonly string[] = permanentChannels;
  const exact = catalogue.repaymentChannels.filter(({ channel }) => !permanent.includes(channel));
  return minCentavos(
    ...(exact.map((channel) => channel.minimumCentavos) as [Centavos, ...Centavos[]]),
  );
}

/**
 * Accepts today's offer. A repeated call returns the open extension with the text that was accepted
 * first, unless the total has fallen in the meantime. Lock the bill first.
 * @returns the extension's id
 */
export async function acceptOffer(
  ctx: BorrowerCtx,
  tx: Tx,
  row: BillRecord,
  offer: ExtensionOffer,
  accepted: { text: string; hash: Buffer },
): Promise<string> {
  const today = todayOf(ctx.now);
  const open = await openExtension(tx, row.id, today);
  if (open?.total_centavos === BigInt(offer.totalCentavos)) return open.id;
  // The totals differ if a holiday that was proclaimed after the first acceptance removed a late
  // charge.
  if (open) await lapseExtensions(tx, row.id, { fromOn: today, at: ctx.now });
  const id = newIdFor(row.borrower_id, ctx.now);
  await insertExtension(tx, {
    id,
    loan_id: row.id,
    borrower_id: row.borrower_id,
    offered_on: Temporal.PlainDate.from(today),
    asked_at: ctx.now,
    ends_at: Temporal.Instant.fromEpochMilliseconds(offer.endsAtMs),
    term_days: row.term_days,
    principal_centavos: BigInt(offer.principalCentavos),
    interest_centavos: BigInt(offer.interestCentavos),
    service_fee_centavos: BigInt(offer.serviceFeeCentavos),
    fee_centavos: BigInt(offer.feeCentavos),
    late_centavos: BigInt(offer.lateCentavos),
    total_centavos: BigInt(offer.totalCentavos),
    from_due_on: row.due_on,
    due_on: Temporal.PlainDate.from(offer.dueOn),
    legal_rule: offer.ruleVersion,
  });
  await insertExtensionText(tx, {
    extension_id: id,
    borrower_id: row.borrower_id,
    hash: accepted.hash,
    text_sealed: sealStatement(ctx.app.sealer, 'extension text', id, accepted.text),
    session_hash: sha256(ctx.who.tokenHash),
    accepted_at: ctx.now,
  });
  return id;
}

/** The extension that a payment with a fee code pays for, and its dates. */
export type PaidExtension = NewTerm & {
  readonly extensionId: string;
  readonly fromLastFreeOn: Day;
  readonly number: number;
};

/**
 * Returns the extension that a payment with a fee code pays for. Null if it is an ordinary payment:
 * its amount or day differs from the offer, or the offer has expired. Lock the bill first.
 */
export async function paidExtensionOf(
  ctx: WorkCtx,
  tx: Tx,
  row: BillRecord | undefined,
  money: { extensionId: string | null; amountCentavos: Centavos; valueOn: Day },
): Promise<PaidExtension | null> {
  if (!money.extensionId || !row || row.settled_as) return null;
  const offer = await lockExtension(tx, money.extensionId);
  invariant(offer?.loan_id === row.id, 'a fee code names an extension of its bill');
  if (offer.state !== 'feeDue' || offer.total_centavos !== BigInt(money.amountCentavos))
    return null;
  if (dayOf(offer.offered_on) !== money.valueOn) return null;
  const dueOn = dayOf(offer.due_on);
  return {
    extensionId: offer.id,
    dueOn,
    lastFreeOn: nextWorkingDayFrom(dueOn, ctx.app.holidays),
    fromLastFreeOn: dayOf(row.last_free_on),
    number: row.extensions.length + 1,
  };
}

/** Books a paid extension, closes the bill's other open offers, and notifies the borrower. */
export async function extendBill(
  ctx: WorkCtx,
  tx: Tx,
  { change, chargedTo }: Part,
  of: { extensionPaid: PaidExtension; receiptId: string },
): Promise<void> {
  const { row, after } = change;
  const { extensionPaid, receiptId } = of;
  const { extensionId: id, number, fromLastFreeOn, dueOn, lastFreeOn } = extensionPaid;
  await bookExtension(tx, {
    id,
    loanId: row.id,
    number,
    receiptId,
    fromLastFreeOn,
    dueOn,
    lastFreeOn,
    at: ctx.now,
  });
  await lapseExtensions(tx, row.id, { fromOn: null, at: ctx.now });
  const to = await recipientOf(ctx.app, tx, row.borrower_id, row.id);
  await ctx.app.notices.notify(ctx, tx, to, 'loanExtended', {
    reference: row.reference_no,
    repay: formatPesos(dueNext(after, chargedTo).owedCentavos),
    due: plainDay(to.locale, Temporal.PlainDate.from(dueOn)),
  });
}

/**
 * Closes the open offers dated on or after the value date of the booked money, or all open offers
 * if the bill is settled.
 */
export async function endOffers(ctx: WorkCtx, tx: Tx, { change, chargedTo }: Part): Promise<void> {
  const isSettled = change.isCooledOff || owed(change.after, chargedTo).totalCentavos === 0;
  const days = paymentDeltas(change).map(({ payment }) => payment.paidOn);
  await lapseExtensions(tx, change.row.id, {
    fromOn: isSettled ? null : (days.toSorted(compareDays)[0] ?? null),
    at: ctx.now,
  });
}
