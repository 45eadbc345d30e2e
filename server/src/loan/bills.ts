// /bill/list and /bill/detail, and the loan history that reviewers see.

import { allCharges, isBorrowedHalfTerm } from '@sandali/contract/accrual.ts';
import { waivedSoFar } from '@sandali/contract/accrualFacts.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import { addDays, compareDays, type Day, type Holidays } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import type { billList, LoanState } from '@sandali/contract/loan.ts';
import {
  addCentavos,
  centavos,
  negateCentavos,
  subtractCentavos,
  sumCentavos,
} from '@sandali/contract/money.ts';
import { accruedTomorrow, chargedDays, owed, savedSoFar } from '@sandali/contract/owed.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { SettingValues } from '#/context/settings.ts';
import { legalRules } from '#/data/legal-rules.ts';
import type { Read } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { pickupDaysPart } from '#/payout/payout.ts';
import { manilaDayOf, todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import {
  type BillRecord,
  billPart,
  billsOf,
  type ClaimedMoney,
  claimedPart,
  returnedPart,
  settledAPage,
  settledBillsPart,
} from './bill.store.ts';
import { mayBeReturned } from './cooling-off-offer.ts';
import { receiverShown } from './detail.ts';
import { accrualOf, factsOf, lastLateOn, moneyOf, returnEndOf } from './facts.ts';
import { openBillsPart, viewedBillPart } from './parts.ts';
import { grantedOf } from './relief/granted.ts';
import { coolingOffEndsOn } from './rules/cooling-off.ts';
import { extensionFee, whyNotExtend } from './rules/extension.ts';
import { legalRuleOn } from './rules/legal-rule.ts';
import { type LoanRecord as LoanRow, waitingPart } from './store.ts';
import { type BillView, byUrgency, countDue, viewBill } from './view.ts';

/** The query sections that the bill list needs. */
export const billListParts = {
  openBills: openBillsPart,
  settledBills: settledBillsPart,
  waiting: waitingPart,
  pickups: pickupDaysPart,
};
type Paying = { paying: ReadonlySet<string> };

/**
 * /bill/list: returns open bills by urgency, a page of settled bills (newest first), loans being
 * paid out, and the total due. The repayment slice binds the call.
 */
export function listOf(
  ctx: BorrowerCtx,
  { openBills, settledBills, waiting, pickups, paying }: FactsOf<typeof billListParts> & Paying,
): Omit<DataOf<typeof billList>, 'refundableCentavos' | 'claimCentavos' | 'refund'> {
  const today = todayOf(ctx.now);
  const open = openBills.viewOn(today).sort(byUrgency);
  const settled = settledBills.slice(0, settledAPage).map((row) => viewBill(row, today).shown);
  const { overdue, dueSoon } = countDue(open);
  return {
    today,
    totalDue: {
      owedCentavos: sumCentavos(open.map((bill) => bill.shown.currentDue.owedCentavos)),
      on: today,
    },
    dueSoonCount: dueSoon,
    overdueCount: overdue,
    open: open.map((bill) => bill.shownWith(paying)),
    settled,
    next: (settledBills.length > settledAPage && settled.at(-1)?.loanId) || null,
    inTransit: waiting
      .filter((loan) => !hasEnded(loan))
      .map((loan) => ({ ...loanRow(loan), collectUntil: lastDay(pickups.get(loan.id)) })),
    ended: waiting.filter(hasEnded).map(loanRow),
  };
}

const hasEnded = ({ state }: LoanRow) => state === 'failed' || state === 'cancelled';

const lastDay = (day: Temporal.PlainDate | undefined) => (day ? wireDay(day) : null);

function loanRow(loan: LoanRow) {
  return {
    loanId: loan.id as LoanId,
    referenceNo: loan.reference_no,
    state: loan.state as LoanState,
    principalCentavos: centavos(loan.principal_centavos),
    loanOn: wireDay(manilaDayOf(loan.signed_at)),
  };
}

/** The query sections of a bill that another slice views. */
export const billParts = { bill: viewedBillPart, returned: returnedPart };

export const billDetailParts = { bill: billPart, returned: returnedPart, claimed: claimedPart };

/** /bill/detail: returns one bill. The repayment slice binds the call and adds the open code. */
export function billOf(
  ctx: BorrowerCtx,
  settings: SettingValues,
  { bill: row, returned, claimed, paying }: FactsOf<typeof billDetailParts> & Paying,
): Omit<DataOf<typeof billDetail>, 'openCode'> {
  const today = todayOf(ctx.now);
  if (!row) refuse(billDetail, 'loanUnknown');
  const bill = viewBill(row, today);
  return {
    bill: bill.shownWith(paying),
    today,
    ...moneyFacts(row, bill, today),
    termDays: row.term_days,
    loanOn: wireDay(manilaDayOf(row.signed_at)),
    arrivedAt: wireInstant(row.arrived_at),
    arrivalCentavos: centavos(row.arrival_centavos),
    sender: settings.companyName,
    receiver: receiverShown(row),
    coolingOff: bill.coolingOff(ctx.app, returned),
    events: eventsOf(row, bill, claimed, { today, holidays: ctx.app.holidays }),
    granted: grantedOf(row, bill.facts, today),
  };
}

function moneyFacts(row: BillRecord, { facts }: BillView, today: Day) {
  const isOpen = row.settled_as === null;
  const now = owed(facts, today);
  const zero = centavos(0);
  const canExtend = isOpen && whyNotExtend(facts, today, legalRuleOn(legalRules, today)) === null;
  return {
    charges: [
      { kind: 'interest' as const, amountCentavos: centavos(row.interest_centavos) },
      { kind: 'serviceFee' as const, amountCentavos: centavos(row.service_fee_centavos) },
      { kind: 'channelFee' as const, amountCentavos: centavos(row.channel_fee_centavos) },
    ],
    principalDueCentavos: isOpen ? now.principalCentavos : zero,
    interestDueCentavos: isOpen ? now.interestCentavos : zero,
    overdueFeeCentavos: isOpen ? now.lateCentavos : zero,
    chargedDays: isOpen ? chargedDays(facts, today) : 0,
    tomorrowCentavos: isOpen ? accruedTomorrow(facts, today) : zero,
    extensionFeeCentavos: canExtend
      ? addCentavos(extensionFee(facts, today), now.lateCentavos)
      : null,
    savedSoFarCentavos:
      row.settled_as === null || row.settled_as === 'repaid' ? savedSoFar(facts, today) : zero,
    // All charges of a returned or reversed loan are reversed.
    chargesSoFarCentavos:
      row.settled_as === 'cooledOff' || row.settled_as === 'void'
        ? zero
        : subtractCentavos(allCharges(facts, today), waivedSoFar(facts, today).totalCentavos),
    chargesCapCentavos: facts.principalCentavos,
    repaymentCentavos: addCentavos(facts.principalCentavos, centavos(row.interest_centavos)),
    accrual: isOpen ? accrualOf(facts) : null,
  };
}

type Event = DataOf<typeof billDetail>['events'][number];

/** Returns a bill's past and expected events, in order. */
function eventsOf(
  row: BillRecord,
  { facts, shown }: BillView,
  claimed: readonly ClaimedMoney[],
  { today, holidays }: { today: Day; holidays: Holidays },
): Event[] {
  const at = (instant: Temporal.Instant) => ({
    on: wireDay(manilaDayOf(instant)),
    at: wireInstant(instant),
  });
  const onDay = (kind: Event['kind'], on: Day): Event => ({
    kind,
    on,
    at: null,
    amountCentavos: null,
  });
  const payments = moneyOf(row).map(
    (payment): Event => ({
      kind: payment.amountCentavos < 0 ? 'takenBack' : payment.extends ? 'extended' : 'payment',
      on: payment.paidOn,
      at: null,
      amountCentavos:
        payment.amountCentavos < 0
          ? negateCentavos(payment.amountCentavos)
          : payment.amountCentavos,
    }),
  );
  const claims = claimed.map((claim): Event => ({ kind: 'takenBack', at: null, ...claim }));
  const requests: Event[] = row.return_asked_at
    ? [{ kind: 'returnAsked', ...at(row.return_asked_at), amountCentavos: facts.arrivalCentavos }]
    : [];
  const past: Event[] = [
    { kind: 'signed', ...at(row.signed_at), amountCentavos: centavos(row.principal_centavos) },
    { kind: 'arrived', ...at(row.arrived_at), amountCentavos: centavos(row.arrival_centavos) },
    ...requests,
    ...payments,
  ];
  const askedTo = returnEndOf(row, holidays);
  if (askedTo && askedTo < today && row.settled_as !== 'cooledOff')
    past.push(onDay('returnLapsed', askedTo));
  const returnEndsOn = coolingOffEndsOn(facts.arrivedOn, holidays);
  const isReturnOpen = mayBeReturned(row) && returnEndsOn >= today && row.extensions.length === 0;
  const open = isReturnOpen ? [onDay('returnEnds', returnEndsOn)] : [];
  if (shown.repaidOn) {
    const ending =
      row.settled_as === 'repaid' || row.settled_as === 'cooledOff' ? row.settled_as : 'closed';
    return inOrder([...past, onDay(ending, shown.repaidOn), ...claims, ...open]);
  }
  const overdue = shown.overdueDays > 0 ? [onDay('overdue', addDays(shown.lastFreeDay, 1))] : [];
  return inOrder([...past, ...claims, ...open, onDay('due', shown.dueOn), ...overdue]);
}

const inOrder = (events: Event[]) => events.toSorted((a, b) => compareDays(a.on, b.on));

type LoanRecord = { repaidOnTime: number; repaidLate: number; overdueNow: number };

/**
 * Counts the borrower's loans in three groups: repaid on time after at least half the term, repaid
 * late or written off, and overdue on the given Manila day.
 */
export async function loanRecordOf(
  read: Read,
  borrowerId: string,
  today: Temporal.PlainDate,
): Promise<LoanRecord> {
  const rows = await billsOf(read, borrowerId, { are: 'all' });
  const repaid = rows.filter((row) => row.settled_as === 'repaid');
  const onTime = repaid.filter((row) => lastLateOn(row) === null);
  const isOverdue = (row: (typeof rows)[number]) =>
    row.settled_at === null && Temporal.PlainDate.compare(row.last_free_on, today) < 0;
  return {
    repaidOnTime: onTime.filter(
      (row) => row.settled_on !== null && isBorrowedHalfTerm(factsOf(row), wireDay(row.settled_on)),
    ).length,
    repaidLate:
      rows.filter((row) => row.settled_as === 'writtenOff').length + repaid.length - onTime.length,
    overdueNow: rows.filter(isOverdue).length,
  };
}
