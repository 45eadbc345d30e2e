// /bill/list and /bill/detail.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { addDays } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { billDetail, type billList, type LoanState } from '@sandali/contract/loan.ts';
import { addCentavos, centavos, sumCentavos } from '@sandali/contract/money.ts';
import { legalRules } from '#/data/legal-rules.ts';
import type { Read } from '#/db/database.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/kit/days.ts';
import { refuse } from '#/kit/refuse.ts';
import { balanceOf, ownedAccount } from '#/ledger/ledger.ts';
import { receiverShown } from './detail.ts';
import { moneyOf } from './facts.ts';
import { todayOf } from './offer.ts';
import { allCharges } from './rules/accrual.ts';
import { isDueSoon } from './rules/bill-state.ts';
import { extensionFee, whyNotExtend } from './rules/extension.ts';
import { legalRuleOn } from './rules/legal-rule.ts';
import { growthTomorrow, nextDue, owed, savedIfPaidOn } from './rules/owed.ts';
import { billsOf, loansWithoutBill } from './store.ts';
import { type BillSeen, byUrgency, seeBill } from './view.ts';

/** All my bills: open ones by urgency, settled ones newest first, loans on their way, and what is due in all. */
export async function listOf(ctx: BorrowerCtx, read: Read): Promise<DataOf<typeof billList>> {
  const { borrowerId } = ctx.who;
  const today = todayOf(ctx.now);
  const [rows, waiting, refundable] = await Promise.all([
    billsOf(read, borrowerId),
    loansWithoutBill(read, borrowerId),
    balanceOf(read, ownedAccount('borrower.refundable', borrowerId)),
  ]);
  const seen = rows.map((row) => seeBill(row, today));
  const open = seen.filter((bill) => !bill.row.settled_as).sort(byUrgency);
  const settled = seen.filter((bill) => bill.row.settled_as).sort((a, b) => ((a.shown.repaidOn ?? '') < (b.shown.repaidOn ?? '') ? 1 : -1));
  return {
    today,
    totalDueCentavos: sumCentavos(open.map((bill) => bill.shown.currentDueCentavos)),
    dueSoonCount: open.filter((bill) => isDueSoon(bill.shown.state)).length,
    overdueCount: open.filter((bill) => bill.shown.state === 'overdue').length,
    refundableCentavos: centavos(-refundable),
    open: open.map((bill) => bill.shown),
    settled: settled.map((bill) => bill.shown),
    inTransit: waiting
      .filter((loan) => loan.state !== 'cancelled')
      .map((loan) => ({
        loanId: loan.id as LoanId,
        referenceNo: loan.reference_no,
        state: loan.state as LoanState,
        principalCentavos: centavos(loan.principal_centavos),
        loanOn: wireDay(manilaDayOf(loan.signed_at)),
      })),
  };
}

export type OpenCode = DataOf<typeof billDetail>['openCode'];

/** One bill in full. `openCodeOf` is the repayment slice's, handed in by whoever binds the call, as loans know no codes. */
export async function billOf(
  ctx: BorrowerCtx,
  read: Read,
  input: RequestOf<typeof billDetail>,
): Promise<Omit<DataOf<typeof billDetail>, 'openCode'>> {
  const today = todayOf(ctx.now);
  const [rows, settings] = await Promise.all([billsOf(read, ctx.who.borrowerId, { loanId: input.loanId }), ctx.house.settings.all()]);
  const row = rows[0];
  if (!row) refuse(billDetail, 'loanUnknown');
  const bill = seeBill(row, today);
  return {
    bill: bill.shown,
    today,
    ...moneyFacts(bill, today),
    termDays: row.term_days,
    loanOn: wireDay(manilaDayOf(row.signed_at)),
    arrivedAt: wireInstant(row.arrived_at),
    arrivalCentavos: centavos(row.arrival_centavos),
    sender: settings.companyName,
    receiver: receiverShown(row),
    events: eventsOf(bill),
  };
}

function moneyFacts({ row, facts, shown }: BillSeen, today: DataOf<typeof billDetail>['today']) {
  const isOpen = row.settled_as === null;
  const now = owed(facts, today);
  const next = nextDue(facts, today);
  const zero = centavos(0);
  const canExtend = isOpen && whyNotExtend(facts, today, legalRuleOn(legalRules, today)) === null;
  return {
    charges: [
      { kind: 'interest' as const, amountCentavos: centavos(row.interest_centavos) },
      { kind: 'serviceFee' as const, amountCentavos: centavos(row.service_fee_centavos) },
      { kind: 'channelFee' as const, amountCentavos: centavos(row.channel_fee_centavos) },
    ],
    interestDueCentavos: isOpen ? now.interestCentavos : zero,
    overdueFeeCentavos: isOpen ? now.lateCentavos : zero,
    tomorrowCentavos: isOpen ? growthTomorrow(facts, today) : zero,
    nextDueCentavos: isOpen ? next.amountCentavos : zero,
    nextDueOn: next.dueOn,
    extensionFeeCentavos: canExtend ? addCentavos(extensionFee(facts, today), now.lateCentavos) : null,
    savedIfPaidTodayCentavos: isOpen && shown.overdueDays === 0 ? savedIfPaidOn(facts, today) : zero,
    chargesSoFarCentavos: allCharges(facts, today),
    chargesCapCentavos: facts.principalCentavos,
    repaymentCentavos: addCentavos(facts.principalCentavos, centavos(row.interest_centavos)),
  };
}

type Event = DataOf<typeof billDetail>['events'][number];

/** What happened to a bill and what will, in order. */
function eventsOf({ row, shown }: BillSeen): Event[] {
  const at = (instant: Temporal.Instant) => ({ on: wireDay(manilaDayOf(instant)), at: wireInstant(instant) });
  const payments = moneyOf(row).map((one): Event => ({ kind: 'payment', on: one.paidOn, at: null, amountCentavos: one.amountCentavos }));
  const past: Event[] = [
    { kind: 'signed', ...at(row.signed_at), amountCentavos: centavos(row.principal_centavos) },
    { kind: 'arrived', ...at(row.arrived_at), amountCentavos: centavos(row.arrival_centavos) },
    ...payments,
  ];
  if (shown.repaidOn) return [...past, { kind: 'repaid', on: shown.repaidOn, at: null, amountCentavos: null }];
  const due: Event = { kind: 'due', on: shown.dueOn, at: null, amountCentavos: null };
  const overdue: Event[] =
    shown.overdueDays > 0 ? [{ kind: 'overdue', on: addDays(shown.lastFreeDay, 1), at: null, amountCentavos: null }] : [];
  return [...past, due, ...overdue].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
}
