// A loan that has no bill yet, as /home and /status show it.
import type { PayoutChannel } from '@sandali/contract/channel.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import type { LoanState } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { pickupFrom } from '#/payout/payout.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { expectedArrivalOf, readWay, receiverShown } from './detail.ts';
import { receiverName } from './disclosure/figures.ts';
import type { LoanRecord } from './store.ts';
import type { BillView } from './view.ts';

type Facts = { waiting: readonly LoanRecord[]; bills: readonly BillView[] };

/**
 * Returns the loan `loanId` if it has no bill; without `loanId`, the latest waiting loan. Cash that
 * is ready to collect has no expected arrival.
 */
export async function waitingLoanOf(ctx: BorrowerCtx, { waiting, bills }: Facts, loanId?: string) {
  const loan = loanId ? waiting.find(({ id }) => id === loanId) : latestWaiting({ waiting, bills });
  return loan ? await shownLoan(ctx, loan) : null;
}

/**
 * Returns the newest loan that is being paid out. If there is none, returns the newest failed loan,
 * unless a later loan has a bill.
 */
function latestWaiting({ waiting, bills }: Facts): LoanRecord | null {
  const loan = waiting.find(({ state }) => state !== 'cancelled');
  if (!loan) return null;
  const isOvertaken = bills.some(
    (bill) => Temporal.Instant.compare(bill.signedAt, loan.signed_at) > 0,
  );
  return loan.state === 'failed' && isOvertaken ? null : loan;
}

async function shownLoan(ctx: BorrowerCtx, loan: LoanRecord) {
  const way = await readWay(ctx, ctx.app.db, loan.id);
  const pickup = pickupFrom(ctx, way.payout);
  const shown = {
    loanId: loan.id as LoanId,
    state: loan.state as LoanState,
    channel: loan.channel as PayoutChannel,
    arrivalCentavos: centavos(loan.arrival_centavos),
    repayCentavos: centavos(loan.principal_centavos + loan.interest_centavos),
    receiverLabel: receiverName(ctx.locale, {
      channel: loan.channel as PayoutChannel,
      receiver: receiverShown(loan),
      chains: ctx.app.catalogue.chains,
    }),
    signedAt: wireInstant(loan.signed_at),
    ...(pickup
      ? { arrival: null, expectedBy: null, heldUntil: null }
      : await expectedArrivalOf(ctx, loan, way)),
    collectUntil: pickup && !pickup.isAskedBack ? wireDay(pickup.lastOn) : null,
  };
  return { shown, isPickup: pickup !== null };
}
