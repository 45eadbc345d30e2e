// Computes the true state of a borrower from the server's rows, rules and decisions, never from the
// response that a sentence is rendered from.
import { allCharges } from '@sandali/contract/accrual.ts';
import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import { creditQuery } from '@sandali/contract/credit.ts';
import { asDay } from '@sandali/contract/day.ts';
import { productCal } from '@sandali/contract/loan.ts';
import { owed } from '@sandali/contract/owed.ts';
import { statesBefore } from '@sandali/server/data/states.ts';
import { balanceOf, ownedAccount } from '@sandali/server/ledger/ledger.ts';
import { billsOf } from '@sandali/server/loan/bill.store.ts';
import { factsOf, moneyOf } from '@sandali/server/loan/facts.ts';
import { coolingOffEndsOn } from '@sandali/server/loan/rules/cooling-off.ts';
import { mostLateChargeADay } from '@sandali/server/loan/rules/late.ts';
import { extensionsAfter, firstUnpaidPart } from '@sandali/server/loan/rules/relief.ts';
import { gidOf, type Person, type TestApp } from '@sandali/server/testing/app.ts';
import { sql } from 'kysely';

export type BillTruth = ReturnType<typeof billTruth>;
export type Truth = Awaited<ReturnType<typeof truthOf>>;

type Row = Awaited<ReturnType<typeof billsOf>>[number];

function billTruth({ context }: TestApp, row: Row, today: ReturnType<typeof asDay>) {
  const facts = factsOf(row);
  const money = moneyOf(row);
  const { totalCentavos, overdueDays } = owed(facts, today);
  const due = dueInForce(facts, today);
  const promise = facts.promises.at(-1);
  const isReplaced = promise !== undefined && extensionsAfter(promise, money).length > 0;
  const missed = promise && firstUnpaidPart(promise, money);
  const hasPlan = promise !== undefined && !isReplaced && row.settled_as === null;
  const returnEndsOn = coolingOffEndsOn(facts.arrivedOn, context.holidays);
  const mayReturn =
    facts.extensions.length === 0 &&
    today <= returnEndsOn &&
    (row.settled_as === null || row.settled_as === 'repaid');
  return {
    loanId: row.id,
    end: row.settled_as,
    isOpen: row.settled_as === null,
    /** The amount owed, even on a written-off loan; 0 if the loan was closed in any other way. */
    owedCentavos:
      row.settled_as === null || row.settled_as === 'writtenOff' ? Number(totalCentavos) : 0,
    dueOn: due.dueOn,
    lastFreeOn: due.lastFreeOn,
    isOverdue: row.settled_as === null && overdueDays > 0,
    mostADay: row.settled_as === null ? mostLateChargeADay(facts, today) : 0,
    isAtCap: allCharges(facts, today) >= facts.principalCentavos,
    isPlanKept:
      hasPlan &&
      (missed ?? promise.parts.at(-1))?.on !== undefined &&
      ((missed ?? promise.parts.at(-1))?.on ?? '') >= today,
    isPlanMissed: hasPlan && missed != null && missed.on < today,
    extensions: facts.extensions.length,
    returnEndsOn: mayReturn ? returnEndsOn : null,
    isReturnAsked: row.return_asked_at !== null,
    wasWrittenOff: row.written_off_on !== null,
    hasWaiver: facts.waivers.length > 0,
  };
}

/** Computes all facts that predicates use. */
export async function truthOf(app: TestApp, person: Person) {
  const borrowerId = await gidOf(person);
  const today = asDay(app.today().toString());
  const { db } = app;
  const of = <T extends { where: (column: 'borrower_id', is: '=', value: string) => T }>(
    query: T,
  ) => query.where('borrower_id', '=', borrowerId);
  const bills = (await billsOf(db, borrowerId, { are: 'all' })).map((row) =>
    billTruth(app, row, today),
  );
  const [line, loans, coupons, codes, refundable, claimed] = await Promise.all([
    of(db.selectFrom('credit_lines').selectAll()).executeTakeFirst(),
    of(db.selectFrom('loans').select(['id', 'state', 'failure'])).execute(),
    of(db.selectFrom('coupons').select(['id', 'ends_on', 'voided_at'])).execute(),
    sql<{ id: string; takenBackCentavos: number }>`
      select r.code_id as id, sum(v.amount_centavos)::int as "takenBackCentavos" from payment_reversals v
      join receipts r on r.id = v.receipt_id where r.borrower_id = ${borrowerId} group by 1`.execute(
      db,
    ),
    balanceOf(db, ownedAccount('borrower.refundable', borrowerId)),
    balanceOf(db, ownedAccount('borrower.takenBack', borrowerId)),
  ]);
  // A quote is refused for the same reasons as a loan.
  const wish = {
    amountCentavos: 6_000_000,
    termDays: 8,
    channel: 'cashPickup',
    accountId: null,
    voucherId: null,
  } as const;
  const priced = line ? await person.client.ask(productCal, wish) : null;
  const owedCentavos = bills.reduce((sum, bill) => sum + bill.owedCentavos, 0);
  const { drafts, income } = await person.client.must(creditQuery, {});
  return {
    today,
    bills,
    /** Whether the stated income is too low for any loan. */
    isIncomeTooLow: drafts.some(({ form, values }) =>
      income.below.some((band) => form === 'work' && values.incomeBand === band),
    ),
    openBills: bills.filter((bill) => bill.isOpen),
    owedCentavos,
    hasLine: line !== undefined,
    isLineClosed: bills.some((bill) => bill.wasWrittenOff),
    canBorrow: priced?.name === 'success',
    whyNot: priced?.name ?? 'noLine',
    limitCentavos: Number(line?.limit_centavos ?? 0n),
    loans,
    /** Payment codes whose payments were fully or partly reversed. */
    reversedCodes: codes.rows,
    onItsWay: loans.filter(({ state }) =>
      statesBefore('loan', 'success').some((onItsWay) => onItsWay === state),
    ),
    usableCoupons: coupons.filter(
      ({ voided_at, ends_on }) => voided_at === null && ends_on.toString() >= today,
    ).length,
    // The refundable balance is a liability, so it is negative.
    refundableCentavos: -Number(refundable),
    /** Reversed money that no bill owes. */
    claimedCentavos: Number(claimed),
  };
}
