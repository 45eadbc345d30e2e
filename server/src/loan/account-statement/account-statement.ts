// /bill/statement: returns a borrower's account for a period, computed only from the books. Pending
// charges are the part of the debt that is not booked yet.

import {
  type AccountStatementKind,
  type AccountStatementLine,
  accountStatementPeriod,
  type billStatement,
} from '@sandali/contract/accountStatement.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { Day } from '@sandali/contract/day.ts';
import { addCentavos, centavos, sumCentavos } from '@sandali/contract/money.ts';
import { owed } from '@sandali/contract/owed.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { atOneMoment, type Db, type Read, type Tx } from '#/db/database.ts';
import { type BorrowerEntry, balancesOfLoans, borrowerBooks } from '#/ledger/ledger.ts';
import { type BillRecord, billsOf } from '#/loan/bill.store.ts';
import { factsOf } from '#/loan/facts.ts';
import { referencesOf } from '#/loan/store.ts';
import { todayOf, wireDay } from '#/platform/days.ts';
import { invariant, Refused } from '#/platform/refuse.ts';

export type AccountStatement = DataOf<typeof billStatement>;

/** What a borrower sees for each kind of ledger entry; null if this kind concerns no borrower. */
const kindOf: Record<BorrowerEntry['kind'], AccountStatementKind | null> = {
  'loan.paidOut': 'paidOut',
  'loan.reversed': 'reversed',
  'charges.posted': 'charges',
  'loan.cooledOff': 'returned',
  'repayment.booked': 'repayment',
  'extension.booked': 'extension',
  'payment.reversed': 'paymentReversed',
  'claim.settled': 'claimSettled',
  'claim.writtenOff': 'claimWrittenOff',
  'money.shared': 'shared',
  'money.unmatched': null,
  'suspense.assigned': 'repayment',
  'suspense.returned': null,
  'refund.ordered': 'refundOrdered',
  'refund.paid': 'refundPaid',
  'refund.failed': 'refundBack',
  'refund.reversed': 'refundBack',
  'payout.contested': null,
  'payout.contestedReturned': null,
  'payout.contestedLost': null,
  'charges.waived': 'waived',
  'remainder.waived': 'remainder',
  'loan.writtenOff': 'writtenOff',
};

/**
 * Returns the borrower's account for a period.
 * @throws Refused periodWrong
 */
export async function accountStatementOf(
  ctx: BorrowerCtx,
  _read: Read,
  input: RequestOf<typeof billStatement>,
): Promise<AccountStatement> {
  const today = todayOf(ctx.now);
  const period = periodOf(input, today);
  return await readAccountStatement(ctx.app.db, ctx.who.borrowerId, period, today);
}

/**
 * Returns the requested period, or the default period.
 * @throws Refused periodWrong
 */
export function periodOf(
  input: { fromOn: Day | null; toOn: Day | null },
  today: Day,
): { fromOn: Day; toOn: Day } {
  const period = accountStatementPeriod(input, today);
  if (!period) throw new Refused('periodWrong');
  return period;
}

/**
 * Reads entries and bills from one snapshot, so that a concurrent payment is in both or in neither
 * of them.
 */
export async function readAccountStatement(
  db: Db,
  borrowerId: string,
  period: { fromOn: Day; toOn: Day },
  today: Day,
): Promise<AccountStatement> {
  return await atOneMoment(db, (tx) => compute(tx, borrowerId, period, today));
}

async function compute(
  tx: Tx,
  borrowerId: string,
  { fromOn, toOn }: { fromOn: Day; toOn: Day },
  today: Day,
): Promise<AccountStatement> {
  const [from, to] = [Temporal.PlainDate.from(fromOn), Temporal.PlainDate.from(toOn)];
  const [{ before, entries }, owing] = await Promise.all([
    borrowerBooks(tx, borrowerId, { from, to }),
    toOn === today ? billsOf(tx, borrowerId, { are: 'owed' }) : [],
  ]);
  const references = await referencesOf(tx, [
    ...new Set(entries.flatMap((entry) => entry.loanIds)),
  ]);
  let balance = centavos(before.owedCentavos);
  const lines = withoutDays(entries.map((entry) => lineOf(entry, references))).map(
    (line): AccountStatementLine => {
      balance = addCentavos(balance, line.changeCentavos);
      return { ...line, balanceCentavos: balance };
    },
  );
  const refundableCentavos = entries.reduce(
    (sum, entry) => sum + entry.keptCentavos,
    before.keptCentavos,
  );
  const owedOf = (rows: BillRecord[]) => rows.map((row) => owed(factsOf(row), today));
  const bills = owing.filter((row) => row.settled_as === null);
  const now = owedOf(bills);
  const owedCentavos = sumCentavos(now.map((due) => due.totalCentavos));
  const writtenOff = owedOf(owing.filter((row) => row.settled_as === 'writtenOff'));
  const pending = toOn === today ? await pendingOf(tx, bills, now) : null;
  if (pending) {
    const byBooks = sumCentavos([balance, pending.interestCentavos, pending.lateCentavos]);
    invariant(
      byBooks === owedCentavos,
      `books and pending charges equal the debt (${byBooks} against ${owedCentavos})`,
    );
  }
  return {
    today,
    fromOn,
    toOn,
    firstOn: before.firstOn && wireDay(before.firstOn),
    openingCentavos: centavos(before.owedCentavos),
    lines,
    closingCentavos: balance,
    pending,
    owedCentavos: pending && owedCentavos,
    writtenOffCentavos: pending && sumCentavos(writtenOff.map((due) => due.totalCentavos)),
    keptCentavos: centavos(refundableCentavos),
  };
}

/**
 * Returns the interest and late charge up to today according to the rules, less the booked amounts.
 */
async function pendingOf(
  tx: Tx,
  bills: readonly { id: string }[],
  now: readonly ReturnType<typeof owed>[],
) {
  const posted = await balancesOfLoans(
    tx,
    bills.map(({ id }) => id),
  );
  const booked = (pick: 'interestCentavos' | 'lateCentavos') =>
    posted.reduce((sum, balances) => sum + balances[pick], 0n);
  const byFormula = (pick: 'interestCentavos' | 'lateCentavos') =>
    BigInt(sumCentavos(now.map((due) => due[pick])));
  const pending = (pick: 'interestCentavos' | 'lateCentavos') =>
    centavos(byFormula(pick) - booked(pick));
  return { interestCentavos: pending('interestCentavos'), lateCentavos: pending('lateCentavos') };
}

type Line = Omit<AccountStatementLine, 'balanceCentavos'>;

/**
 * Merges charges on the same loans on consecutive days into one line, dated on the last of these
 * days.
 */
function withoutDays(lines: readonly Line[]): Line[] {
  const shown: Line[] = [];
  for (const line of lines) {
    const last = shown.at(-1);
    const isMore =
      last?.kind === 'charges' &&
      line.kind === 'charges' &&
      String(last.references) === String(line.references);
    const isAsPunctual = last && (last.on === last.countsOn) === (line.on === line.countsOn);
    if (isMore && isAsPunctual) shown[shown.length - 1] = { ...line, ...sumOf(last, line) };
    else shown.push(line);
  }
  return shown;
}

function sumOf(a: Line, b: Line) {
  return {
    changeCentavos: addCentavos(a.changeCentavos, b.changeCentavos),
    interestCentavos: addCentavos(a.interestCentavos, b.interestCentavos),
    lateCentavos: addCentavos(a.lateCentavos, b.lateCentavos),
    extensionFeeCentavos: addCentavos(a.extensionFeeCentavos, b.extensionFeeCentavos),
  };
}

/**
 * Returns the kind that a borrower sees for an entry: the given kind, or its opposite if the change
 * has the opposite sign.
 */
function kindBy(kind: AccountStatementKind, change: bigint): AccountStatementKind {
  if (kind === 'charges' && change < 0n) return 'chargesBack';
  if (kind === 'waived' && change > 0n) return 'waivedLess';
  return kind === 'remainder' && change > 0n ? 'remainderLess' : kind;
}

function lineOf(entry: BorrowerEntry, references: ReadonlyMap<string, string>): Line {
  const { principalCentavos, interestCentavos, lateCentavos, extensionFeeCentavos } = entry;
  const change = principalCentavos + interestCentavos + lateCentavos + extensionFeeCentavos;
  const kind = kindOf[entry.kind];
  invariant(kind, `a borrower's entry has a kind to show (${entry.kind})`);
  return {
    kind: kindBy(kind, change),
    on: wireDay(entry.bookedOn),
    countsOn: wireDay(entry.businessOn),
    references: entry.loanIds.flatMap((id) => references.get(id) ?? []).sort(),
    changeCentavos: centavos(change),
    principalCentavos: centavos(principalCentavos),
    interestCentavos: centavos(interestCentavos),
    lateCentavos: centavos(lateCentavos),
    extensionFeeCentavos: centavos(extensionFeeCentavos),
    moneyCentavos: centavos(entry.moneyCentavos < 0n ? -entry.moneyCentavos : entry.moneyCentavos),
    feesCentavos: centavos(entry.feesCentavos < 0n ? -entry.feesCentavos : entry.feesCentavos),
    keptCentavos: centavos(entry.keptCentavos),
  };
}
