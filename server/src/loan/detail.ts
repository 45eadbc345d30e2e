// /loan/detail: returns one loan with its timeline, for the result screen.
import type { Arrival } from '@sandali/contract/arrival.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { isPickup, type PayoutChannel } from '@sandali/contract/channel.ts';
import { asDay, type Instant } from '@sandali/contract/day.ts';
import type { AccountId, LoanId } from '@sandali/contract/id.ts';
import { type LoanState, loanDetail } from '@sandali/contract/loan.ts';
import { addCentavos, centavos } from '@sandali/contract/money.ts';
import type { BorrowerCtx, WorkCtx } from '#/context/ctx.ts';
import { mayMove } from '#/data/states.ts';
import type { Read } from '#/db/database.ts';
import { type FactsOf, snapshot } from '#/db/snapshot.ts';
import {
  isStoppable,
  loanPayoutPart,
  payoutsPausedPart,
  pickupFrom,
  routeFrom,
} from '#/payout/payout.ts';
import {
  type AccountSummary,
  accountListParts,
  accountSummaryById,
  arrivalExpected,
  routeFor,
  usualArrival,
} from '#/payout-accounts/payout-accounts.ts';
import { manilaDayOf, todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import { whenOf } from './apply/offer.ts';
import { billPart } from './bill.store.ts';
import { type LoanRecord, loanPart, onItsWay, stepsPart } from './store.ts';

/** The query sections for a loan's payout and for the borrower's accounts. */
const wayParts = { payout: loanPayoutPart, ...accountListParts };
export type LoanWay = FactsOf<typeof wayParts>;
const way = snapshot(wayParts);

export async function readWay(
  { app, who }: BorrowerCtx,
  read: Read,
  loanId: string,
): Promise<LoanWay> {
  return await way.read(read, { loanId, borrowerId: who.borrowerId, gateway: app.bank.name });
}

export const detailParts = {
  loan: loanPart,
  steps: stepsPart,
  bill: billPart,
  paused: payoutsPausedPart,
  ...wayParts,
};

/** Returns the query parameters that do not come from the session. */
export function detailParams({ app }: WorkCtx, { loanId }: RequestOf<typeof loanDetail>) {
  return { loanId, gateway: app.bank.name };
}

export async function detailOf(
  ctx: BorrowerCtx,
  facts: FactsOf<typeof detailParts>,
): Promise<DataOf<typeof loanDetail>> {
  const { loan, steps, bill } = facts;
  if (!loan) refuse(loanDetail, 'loanUnknown');
  const settings = await ctx.app.settings.all();
  const pickup = pickupFrom(ctx, facts.payout);
  return {
    loanId: loan.id as LoanId,
    referenceNo: loan.reference_no,
    state: loan.state as LoanState,
    steps: steps.map((step) => ({ state: step.state as LoanState, at: wireInstant(step.at) })),
    principalCentavos: centavos(loan.principal_centavos),
    interestCentavos: centavos(loan.interest_centavos),
    serviceFeeCentavos: centavos(loan.service_fee_centavos),
    channelFeeCentavos: centavos(loan.channel_fee_centavos),
    arrivalCentavos: centavos(loan.arrival_centavos),
    repayCentavos: addCentavos(centavos(loan.principal_centavos), centavos(loan.interest_centavos)),
    termDays: loan.term_days,
    channel: loan.channel as PayoutChannel,
    sender: settings.companyName,
    receiver: receiverShown(loan),
    loanOn: wireDay(manilaDayOf(loan.signed_at)),
    arrivedAt: bill ? wireInstant(bill.arrived_at) : null,
    ...(await expectedArrivalOf(ctx, loan, facts)),
    canCancel: mayMove('loan', loan.state, 'cancelled')
      ? isStoppable(facts.payout, {
          signedAt: loan.signed_at,
          pausedAt: facts.paused.pausedAt,
          isOn: settings.payoutsOn && !facts.paused.isHeld,
        })
      : loan.state === 'bankProcessing' && pickup?.isAskedBack === false,
    dueOn: bill ? wireDay(bill.due_on) : null,
    failure: loan.failure,
    // After a recall, the pickup code is either invalid or already used.
    withdrawalCode: pickup && !pickup.isAskedBack ? pickup.code : null,
    pickup: pickup && {
      receiverName: pickup.receiverName,
      lastOn: wireDay(pickup.lastOn),
      hours: rowOf(ctx, loan)?.hours ?? null,
      isAskedBack: pickup.isAskedBack,
    },
  };
}

/** Returns the receiving account as it was when the loan was signed; null for a cash pickup. */
export function receiverShown(
  loan: Pick<LoanRecord, 'account_id' | 'receiver_label' | 'receiver_last4' | 'receiver_mark'>,
) {
  if (!loan.account_id) return null;
  return {
    accountId: loan.account_id as AccountId,
    label: loan.receiver_label,
    last4: loan.receiver_last4,
    mark: loan.receiver_mark,
  };
}

/**
 * When a payout under way will arrive, and the end of the hold that delays it. `expectedBy` is set
 * only for a payout that arrives within minutes.
 */
type ExpectedArrival = {
  arrival: Arrival | null;
  expectedBy: Instant | null;
  heldUntil: Instant | null;
};

/**
 * Returns when a loan's payout will arrive, by the route of its order, or of an order sent now or
 * after the hold. `arrival` is null once the promised minutes have passed.
 */
export async function expectedArrivalOf(
  ctx: BorrowerCtx,
  loan: LoanRecord,
  way: LoanWay,
): Promise<ExpectedArrival> {
  if (!onItsWay.some((state) => state === loan.state))
    return { arrival: null, expectedBy: null, heldUntil: null };
  const account = loan.account_id ? await accountSummaryById(ctx.app, way, loan.account_id) : null;
  const holdEnd = heldUntil(ctx, loan, { account, holds: way.holds });
  const until = holdEnd && wireInstant(holdEnd);
  const when = whenOf({ ...ctx, now: holdEnd ?? ctx.now }, loan.channel as PayoutChannel);
  const arrival = arrivalOf(ctx, loan, { account, payout: way.payout, when });
  if (arrival && arrival.how !== 'minutes') return { arrival, expectedBy: null, heldUntil: until };
  const by = (holdEnd ?? loan.signed_at).add({ minutes: arrival?.minutes ?? when.usualMinutes });
  const isPromised =
    (arrival || isPickup(loan.channel as PayoutChannel)) &&
    Temporal.Instant.compare(ctx.now, by) <= 0;
  return isPromised
    ? { arrival, expectedBy: wireInstant(by), heldUntil: until }
    : { arrival: null, expectedBy: null, heldUntil: until };
}

type OnItsWay = {
  account: AccountSummary | null;
  payout: LoanWay['payout'];
  when: ReturnType<typeof whenOf>;
};

function arrivalOf(
  ctx: BorrowerCtx,
  loan: LoanRecord,
  { account, payout, when }: OnItsWay,
): Arrival | null {
  if (isPickup(loan.channel as PayoutChannel)) return null;
  const today = todayOf(ctx.now);
  const sent = routeFrom(payout);
  if (sent?.expectedOn) return arrivalExpected(sent.rail, asDay(sent.expectedOn.toString()), today);
  const arrival =
    (account && routeFor(account.ways, Number(loan.arrival_centavos), when)?.arrival) ??
    usualArrival(when);
  if (sent)
    return { ...(arrival.how === 'minutes' ? arrival : usualArrival(when)), rail: sent.rail };
  return arrival.how === 'minutes' ? arrival : arrivalExpected(arrival.rail, arrival.on, today);
}

function rowOf({ app }: BorrowerCtx, { channel }: LoanRecord) {
  return app.catalogue.payoutChannels.find((row) => row.channel === channel);
}

/**
 * Returns when the hold that a change of the account or phone number placed on a loan ends; null
 * without a hold.
 */
function heldUntil(
  { now }: BorrowerCtx,
  { state, channel }: LoanRecord,
  { account, holds }: { account: AccountSummary | null; holds: LoanWay['holds'] },
): Temporal.Instant | null {
  if (!['submitting', 'approving'].includes(state)) return null;
  return isPickup(channel as PayoutChannel)
    ? (holds.onPickups(now)?.until ?? null)
    : (account?.heldUntil ?? null);
}
