// Decides whether a sentence about its reader's money, limit or loans is true. Each such sentence
// needs a predicate here; list rules, labels and instructions in `plain`.
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { BillTruth, Truth } from './truth.ts';

/** A rendered sentence: the bill and URL of its page, and its text with the values filled in. */
type At = { bill: BillTruth | undefined; address: string; words: string };
type Claim = (truth: Truth, at: At) => boolean;

const ofBill =
  (holds: (bill: BillTruth) => boolean): Claim =>
  (_, { bill }) =>
    bill !== undefined && holds(bill);
const someBill =
  (holds: (bill: BillTruth) => boolean): Claim =>
  ({ bills }) =>
    bills.some(holds);
const noneOwed: Claim = ({ bills }) => bills.every((bill) => bill.owedCentavos === 0);
const hasClaim = ({ claimedCentavos }: Truth) => claimedCentavos > 0;
const calm: Claim = (truth, at) =>
  truth.openBills.length === 0 && noneOwed(truth, at) && !hasClaim(truth);
const settledHere = ofBill((bill) => bill.owedCentavos === 0);
const returned: Claim = ({ claimedCentavos }, { bill }) =>
  bill?.end === 'cooledOff' && claimedCentavos === 0;
const mayReturn = ofBill((bill) => bill.returnEndsOn !== null);
const hasLoan =
  (...states: string[]): Claim =>
  ({ loans }) =>
    loans.some(({ state }) => states.includes(state));
const grows = (bill: BillTruth) => bill.mostADay > 0;

/** Returns the reversed part of the payments made with the page's payment code, in centavos. */
const reversedAt = ({ reversedCodes }: Truth, { address }: At): number =>
  reversedCodes.find(({ id }) => address.endsWith(`repaymentId=${id}`))?.takenBackCentavos ?? 0;

/** Whether the words contain only these amounts. */
const names = (words: string, ...amounts: number[]) =>
  (words.match(/₱[\d,]+(\.\d\d)?/g) ?? []).every((written) =>
    amounts.some((amount) =>
      [formatPesos(centavos(amount)), formatPesos(centavos(amount), { drop00: true })].includes(
        written,
      ),
    ),
  );

export const claims: Record<string, Claim> = {
  'home.arc.could': ({ isIncomeTooLow }) => !isIncomeTooLow,
  'home.arc.upTo': ({ canBorrow }) => canBorrow,
  'home.arc.failedFree': hasLoan('failed'),
  'home.arc.failed': hasLoan('failed'),
  'home.arc.onItsWay': ({ onItsWay }) => onItsWay.length > 0,
  'home.arc.plan': someBill((bill) => bill.isPlanKept),
  'home.arc.overdue': someBill((bill) => bill.isOverdue && !bill.isPlanKept),
  'home.bill.free': someBill(
    (bill) => bill.isOpen && !bill.isOverdue && bill.lastFreeOn > bill.dueOn,
  ),
  'home.bill.canBorrow': ({ canBorrow }) => canBorrow,
  'home.bill.canBorrowWhy': ({ canBorrow }) => canBorrow,
  'home.overdue.charge': someBill((bill) => bill.isOverdue),
  'home.overdue.chargeSoFar': someBill((bill) => bill.isOverdue && bill.isPlanKept),
  'home.overdue.tomorrow': someBill(grows),
  'home.overdue.again': (truth) => !truth.canBorrow && truth.bills.some((bill) => bill.isOverdue),
  'home.overdue.againAfterPlan': (truth) =>
    !truth.canBorrow && truth.bills.some((bill) => bill.isOverdue && bill.isPlanKept),
  'home.do.applyWhy': (truth) => !truth.hasLine && noneOwed(truth, {} as At),
  'home.do.payEarlyWhy': someBill((bill) => bill.isOpen && !bill.isOverdue),
  'home.do.pausedWhy': ({ isLineClosed, canBorrow }) => !isLineClosed && !canBorrow,
  'home.offer.title': ({ usableCoupons }) => usableCoupons === 0,
  'home.offer.plain': ({ usableCoupons }) => usableCoupons > 0,
  'home.status.loanSuccess': hasLoan('success'),
  'home.status.loanFailed': hasLoan('failed'),
  'home.status.loanFailed.words': hasLoan('failed'),
  'home.status.repaid': someBill((bill) => bill.end === 'repaid'),
  'home.status.repaid.words': someBill((bill) => bill.end === 'repaid'),
  'home.status.rejected': () => false,
  'home.status.reviewDone': ({ hasLine }) => hasLine,
  'home.status.paying': ({ onItsWay }) => onItsWay.length > 0,
  'home.status.approving': ({ onItsWay }) => onItsWay.length > 0,
  'my.line.toBorrow': ({ canBorrow }, { words }) => canBorrow || words === 'to borrow',
  'my.line.all': ({ canBorrow }, { words }) => canBorrow || words.startsWith('₱0 of'),
  'limit.need.paid': ({ bills }) => !bills.some((bill) => bill.isOverdue),
  'limit.need.overdue': someBill((bill) => bill.isOverdue),
  'limit.now': ({ limitCentavos }, { words }) => names(words, limitCentavos),

  'repayment.choose.fullWhy': ofBill((bill) => bill.isOpen),
  'repayment.choose.fullAdvice': ofBill((bill) => bill.isOpen),
  'repayment.choose.fullSaves': ofBill((bill) => bill.isOpen && !bill.isOverdue),
  'repayment.choose.returnWhy': mayReturn,
  'repayment.choose.return': mayReturn,
  'repayment.closed.title': ofBill((bill) => !bill.isOpen),
  'repayment.result.repaid': ofBill((bill) => bill.end === 'repaid'),
  'repayment.result.repaidWords': ofBill((bill) => bill.end === 'repaid'),
  'repayment.result.returned': returned,
  'repayment.result.returnedWords': ofBill((bill) => bill.end === 'cooledOff'),
  'repayment.result.extended': ofBill((bill) => bill.extensions > 0),
  'repayment.result.partly': (truth, at) =>
    reversedAt(truth, at) === 0 &&
    at.bill !== undefined &&
    (at.bill.isOpen || at.bill.end === 'writtenOff' || at.bill.end === 'void'),
  'repayment.result.takenBack': (truth, at) =>
    at.bill?.end === 'cooledOff'
      ? truth.claimedCentavos > 0 && names(at.words, truth.claimedCentavos)
      : reversedAt(truth, at) > 0 && names(at.words, reversedAt(truth, at)),
  'repayment.result.kept': ({ refundableCentavos }, { words }) =>
    refundableCentavos > 0 && names(words, refundableCentavos),
  'repayment.code.overdue': ofBill(grows),
  'repayment.code.tomorrow': ofBill((bill) => bill.isOpen),
  'repayment.code.return': mayReturn,
  'repayment.code.returnWords': mayReturn,
  'repayment.code.extend': ofBill((bill) => bill.isOpen),
  'refund.words': ({ refundableCentavos }, { words }) => names(words, refundableCentavos),
  'refund.none': ({ refundableCentavos }) => refundableCentavos === 0,

  'extension.owe.late': ofBill((bill) => bill.isOverdue && grows(bill)),
  'extension.owe.plan': ofBill((bill) => bill.isPlanKept),
  'extension.owe.free': ofBill(
    (bill) => bill.isOpen && !bill.isOverdue && bill.dueOn < bill.lastFreeOn,
  ),
  'extension.owe.due': ofBill((bill) => bill.isOpen && !bill.isOverdue),
  'extension.cheapest': ofBill((bill) => bill.returnEndsOn === null),
  'extension.ifAll.words': ofBill((bill) => bill.isOpen),
  'extension.ifPart.soon': ofBill((bill) => !bill.isOverdue && !bill.isPlanKept),
  'extension.ifPart.late': ofBill((bill) => bill.isOverdue && !bill.isPlanKept && grows(bill)),
  'extension.ifPart.plan': ofBill((bill) => bill.isPlanKept),
  'extension.restADay': ofBill((bill) => grows(bill) && !bill.isPlanKept),
  'extension.aDay': ofBill((bill) => bill.isOverdue && grows(bill) && !bill.isPlanKept),
  'extension.endsReturn': mayReturn,
  'extension.endsPlan': ofBill((bill) => bill.isPlanKept),
  'extension.why.extensionSpent': ofBill((bill) => bill.extensions >= 3),
  'extension.why.planRunning': ofBill((bill) => bill.isPlanKept),
  'extension.cannot.call': ofBill((bill) => bill.isOpen),
  'extension.plan.broken': ofBill((bill) => !bill.isOverdue || grows(bill)),
  'extension.plan.kept': ofBill((bill) => bill.isOpen),

  'repayment.state.overdue': ({ bills }) => bills.some((bill) => bill.isOverdue),
  'repayment.state.plan': someBill((bill) => bill.isPlanKept),
  'repayment.state.repaid': someBill((bill) => bill.end === 'repaid'),
  'repayment.state.cooledOff': someBill((bill) => bill.end === 'cooledOff'),
  'repayment.state.writtenOff': someBill((bill) => bill.end === 'writtenOff'),
  'repayment.state.void': someBill((bill) => bill.end === 'void'),
  'repayment.orders.emptyTitle': calm,
  'repayment.orders.emptyWords': calm,
  'repayment.orders.claim': hasClaim,
  'repayment.orders.claimWhy': hasClaim,
  'repayment.orders.claimWords': (truth) => truth.openBills.length === 0 && hasClaim(truth),
  'repayment.orders.noneOpen': ({ openBills }) => openBills.length === 0,
  'repayment.orders.writtenOff': someBill((bill) => bill.end === 'writtenOff'),
  'repayment.orders.transitWords': ({ openBills, onItsWay }) =>
    openBills.length === 0 && onItsWay.length > 0,
  'repayment.orders.refundable': ({ refundableCentavos }) => refundableCentavos > 0,
  'repayment.orders.refundableWhy': ({ refundableCentavos }) => refundableCentavos > 0,
  'repayment.orders.repaidOn': someBill((bill) => bill.end === 'repaid'),
  'repayment.orders.closedOn': someBill((bill) => !bill.isOpen && bill.end !== 'repaid'),
  'repayment.bill.closed': settledHere,
  'repayment.bill.repaidOn': ofBill((bill) => bill.end === 'repaid'),
  'repayment.bill.returned': returned,
  'repayment.bill.returnedTakenBack': ({ claimedCentavos }, { words }) =>
    claimedCentavos > 0 && names(words, claimedCentavos),
  'repayment.bill.returnedOn': ofBill((bill) => bill.end === 'cooledOff'),
  'repayment.bill.writtenOff': ofBill((bill) => bill.end === 'writtenOff' && bill.owedCentavos > 0),
  'repayment.bill.nothingMore': ofBill((bill) => bill.isOpen && !grows(bill)),
  'repayment.bill.chargesFull': ofBill((bill) => bill.isAtCap),
  'repayment.bill.tomorrow': ofBill(grows),
  'repayment.bill.tomorrowAdds': ofBill((bill) => bill.isOpen && !bill.isAtCap),
  'repayment.bill.event.duePassed': ofBill((bill) => bill.isOverdue),
  'repayment.bill.event.overdue': ofBill((bill) => bill.isOverdue),
  'repayment.bill.event.returnEnds': mayReturn,
  'repayment.bill.event.cooledOff': ofBill((bill) => bill.end === 'cooledOff'),
  'repayment.bill.event.repaid': ofBill((bill) => bill.end === 'repaid'),
  'repayment.bill.event.extended': ofBill((bill) => bill.extensions > 0),
  'repayment.bill.event.returnLapsed': ofBill(
    (bill) => bill.isReturnAsked && bill.end !== 'cooledOff',
  ),
  'repayment.return.title': mayReturn,
  'repayment.return.offer': ofBill((bill) => bill.returnEndsOn !== null && bill.isOpen),
  'repayment.return.asked': ofBill(
    (bill) => bill.returnEndsOn !== null && bill.isReturnAsked && bill.isOpen,
  ),
  'repayment.return.enough': mayReturn,
  'repayment.return.repaid': ofBill((bill) => bill.returnEndsOn !== null && bill.end === 'repaid'),
  'repayment.promise.kept': ofBill((bill) => bill.isPlanKept),
  'repayment.promise.missed': ofBill((bill) => bill.isPlanMissed && grows(bill)),
  'repayment.promise.missedAtCap': ofBill((bill) => bill.isPlanMissed && !grows(bill)),
  'repayment.writtenOff.title': ofBill((bill) => bill.end === 'writtenOff'),
  'repayment.writtenOff.words': (truth, at) =>
    at.bill?.end === 'writtenOff' && at.bill.owedCentavos > 0 && !truth.canBorrow,
  'repayment.ahead.isLastFree': ofBill((bill) => bill.isOpen && !bill.isOverdue),
  'repayment.waived.late': ofBill((bill) => bill.hasWaiver),

  'loan.result.success': hasLoan('success'),
  'loan.result.failed': hasLoan('failed'),
  'loan.result.nothingOwed': hasLoan('failed', 'cancelled', 'reversed'),
  'loan.result.cancelled': hasLoan('cancelled'),
  'loan.result.reversed': hasLoan('reversed'),
  'loan.cancel.free': ({ onItsWay }) => onItsWay.length > 0,
  'loan.inUse': ({ canBorrow }) => !canBorrow,
  'loan.inUseWhy': ({ whyNot }) => whyNot === 'lineExceeded',
  'credit.approved.line': ({ isLineClosed, hasLine }) => hasLine && !isLineClosed,
  'credit.approved.again': ({ isLineClosed }) => !isLineClosed,
  'credit.approved.left': ({ canBorrow }, { words }) => canBorrow || words.startsWith('₱0 of'),
  'credit.approved.was': ({ hasLine, canBorrow }) => hasLine && !canBorrow,
  'coupon.use': ({ usableCoupons }) => usableCoupons > 0,
  'coupon.none.available': ({ usableCoupons }) => usableCoupons === 0,
};

/** Predicates for messages, each evaluated right after its message is written. */
export const messageClaims: Record<string, Claim> = {
  loanPaidOut: hasLoan('success', 'reversed'),
  billRepaid: someBill((bill) => bill.end === 'repaid' || bill.end === 'cooledOff'),
  paymentBooked: ({ bills }) => bills.length > 0,
  loanReturned: someBill((bill) => bill.end === 'cooledOff'),
  loanExtended: someBill((bill) => bill.extensions > 0),
  promiseMade: someBill((bill) => bill.isPlanKept),
  chargeWaived: someBill((bill) => bill.hasWaiver),
  loanReversed: hasLoan('reversed'),
  payoutFailed: hasLoan('failed'),
  reviewApproved: ({ hasLine }) => hasLine,
};

/** Claims in texts that the test never renders. */
export const notWalked: readonly string[] = [
  // In every state of the test, the reader has a credit line or no decision on an application yet.
  'home.status.rejected',
  // Rendered only if a loan can still be returned after its due date, which requires many holidays
  // in a row.
  'repayment.choose.fullWhy',
];
