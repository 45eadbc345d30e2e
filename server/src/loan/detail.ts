// /loan/detail: one loan with its timeline, for the result screen.
import type { Arrival } from '@sandali/contract/arrival.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { isPickup, type PayoutChannel } from '@sandali/contract/channel.ts';
import { asDay, type Instant } from '@sandali/contract/day.ts';
import type { AccountId, LoanId } from '@sandali/contract/id.ts';
import { type LoanState, loanDetail } from '@sandali/contract/loan.ts';
import { addCentavos, centavos } from '@sandali/contract/money.ts';
import { counterHold, holdsOf } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { canStopPayout, payoutRouteOf, pickupOf } from '#/payout/payout.ts';
import { accountShort, arrivalExpected, routeFor, usualArrival } from '#/payout-accounts/payout-accounts.ts';
import { manilaDayOf, todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import { whenOf } from './apply/offer.ts';
import { billsOf } from './bill.store.ts';
import { changesOf, findLoan, type LoanRecord } from './store.ts';

/** The states in which the money has not left; in the last of them only as long as its order waits. */
const cancellable: readonly string[] = ['submitting', 'approving', 'paying'];
const onItsWay: readonly string[] = ['submitting', 'approving', 'paying', 'bankProcessing'];

export async function detailOf(ctx: BorrowerCtx, read: Read, input: RequestOf<typeof loanDetail>): Promise<DataOf<typeof loanDetail>> {
  const loan = await findLoan(read, input.loanId, ctx.who.borrowerId);
  if (!loan) refuse(loanDetail, 'loanUnknown');
  const [steps, bills, settings, pickup, canStop] = await Promise.all([
    changesOf(read, loan.id),
    billsOf(read, ctx.who.borrowerId, { loanId: loan.id }),
    ctx.app.settings.all(),
    pickupOf(ctx, read, 'loan', loan.id),
    canStopPayout(read, 'loan', loan.id),
  ]);
  const bill = bills[0];
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
    ...(await expectedArrivalOf(ctx, read, loan)),
    canCancel: cancellable.includes(loan.state) ? canStop : loan.state === 'bankProcessing' && pickup?.isAskedBack === false,
    dueOn: bill ? wireDay(bill.due_on) : null,
    failure: loan.failure,
    // A code that was asked back opens nothing any more, or has been used.
    withdrawalCode: pickup && !pickup.isAskedBack ? pickup.code : null,
    pickup: pickup && {
      receiverName: pickup.receiverName,
      lastOn: wireDay(pickup.lastOn),
      hours: rowOf(ctx, loan)?.hours ?? null,
      isAskedBack: pickup.isAskedBack,
    },
  };
}

/** The account as it was when the loan was signed: label and last four. Null where cash is collected. */
export function receiverShown(loan: Pick<LoanRecord, 'account_id' | 'receiver_label' | 'receiver_last4' | 'receiver_mark'>) {
  if (!loan.account_id) return null;
  return {
    accountId: loan.account_id as AccountId,
    label: loan.receiver_label,
    last4: loan.receiver_last4,
    mark: loan.receiver_mark,
  };
}

/** When money that is on its way is there: within minutes, by an instant; by PESONet, on a day. And until when its account is held back. */
type ExpectedArrival = { arrival: Arrival | null; expectedBy: Instant | null; heldUntil: Instant | null };

/**
 * When the money of a loan is there, as of how it left, or else as it would leave now or as soon as its account is held back no more. Once that time is over, nothing is
 * promised.
 */
export async function expectedArrivalOf(ctx: BorrowerCtx, read: Read, loan: LoanRecord): Promise<ExpectedArrival> {
  if (!onItsWay.includes(loan.state)) return { arrival: null, expectedBy: null, heldUntil: null };
  const held = await heldUntil(ctx, read, loan);
  const until = held && wireInstant(held);
  const when = whenOf({ ...ctx, now: held ?? ctx.now }, loan.channel as PayoutChannel);
  const arrival = await arrivalOf(ctx, read, loan, when);
  if (arrival && arrival.how !== 'minutes') return { arrival, expectedBy: null, heldUntil: until };
  const by = (held ?? loan.signed_at).add({ minutes: arrival?.minutes ?? when.usualMinutes });
  const isPromised = (arrival || isPickup(loan.channel as PayoutChannel)) && Temporal.Instant.compare(ctx.now, by) <= 0;
  return isPromised ? { arrival, expectedBy: wireInstant(by), heldUntil: until } : { arrival: null, expectedBy: null, heldUntil: until };
}

async function arrivalOf(ctx: BorrowerCtx, read: Read, loan: LoanRecord, when: ReturnType<typeof whenOf>): Promise<Arrival | null> {
  if (isPickup(loan.channel as PayoutChannel)) return null;
  const today = todayOf(ctx.now);
  const sent = await payoutRouteOf(read, 'loan', loan.id);
  // Once its day is over nothing is promised.
  if (sent?.expectedOn) return arrivalExpected(sent.rail, asDay(sent.expectedOn.toString()), today);
  const account = loan.account_id ? await accountShort(ctx, read, loan.borrower_id, loan.account_id) : null;
  const arrival = (account && routeFor(account.ways, Number(loan.arrival_centavos), when)?.arrival) ?? usualArrival(when);
  if (sent) return { ...(arrival.how === 'minutes' ? arrival : usualArrival(when)), rail: sent.rail };
  return arrival.how === 'minutes' ? arrival : arrivalExpected(arrival.rail, arrival.on, today);
}

function rowOf({ app }: BorrowerCtx, { channel }: LoanRecord) {
  return app.catalogue.payoutChannels.find((row) => row.channel === channel);
}

/** Until when what was changed of an account holds back a loan that waits for its approval: its account, or its counter; null where nothing does. */
async function heldUntil(ctx: BorrowerCtx, read: Read, loan: LoanRecord): Promise<Temporal.Instant | null> {
  const { state, borrower_id, account_id } = loan;
  if (!['submitting', 'approving'].includes(state)) return null;
  if (isPickup(loan.channel as PayoutChannel)) return counterHold(await holdsOf(read, borrower_id), ctx.now)?.until ?? null;
  if (!account_id) return null;
  const account = await accountShort(ctx, read, borrower_id, account_id);
  return account?.heldUntil ?? null;
}
