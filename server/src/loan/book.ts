// Booking money on bills: the one place where a repayment meets loans, the line and the books. Called inside the transaction of the receipt.
import { asDay, compareDays, type Day, laterDay } from '@sandali/contract/day.ts';
import { type Centavos, centavos, formatPesos, sumCentavos } from '@sandali/contract/money.ts';
import { lockBorrower, told } from '#/account/account.ts';
import { giveBack, lockLine } from '#/credit/credit.ts';
import type { Tx } from '#/db/database.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import { newId } from '#/kit/random.ts';
import { chargesPosted, type Entry, type Line, loanBalances, post, repaymentBooked, type Share } from '#/ledger/ledger.ts';
import { grantFor } from '#/voucher/voucher.ts';
import { type BillMoney, dayOf, factsOf, moneyOf, termsOf } from './facts.ts';
import { absorb } from './rules/absorb.ts';
import { interestAccrued, lateCharged } from './rules/accrual.ts';
import type { BillFacts } from './rules/bill.ts';
import { owed, paidSoFar } from './rules/owed.ts';
import { type BillRecord, billsOf, insertBillMoney, updateBill } from './store.ts';

export type Money = {
  /** The receipt; its id is what makes the booking one. */
  sourceId: string;
  borrowerId: string;
  /** The bill that the paid code belongs to; null for money without a bill of its own. */
  loanId: string | null;
  amountCentavos: Centavos;
  valueOn: Day;
  paidAt: Temporal.Instant;
};

export type Booked = { entryId: string; settledLoanIds: string[]; refundableCentavos: Centavos };

type Change = { row: BillRecord; before: BillFacts; after: BillFacts; beforeMoney: BillMoney[]; money: readonly BillMoney[] };

/**
 * Books money: on the bill of its code first, then on the open bills by due date, and what nobody needs becomes refundable. Interest and late
 * charge up to the value date are posted before it. Locks borrower, line and bills.
 */
export async function bookMoney(ctx: WorkCtx, tx: Tx, money: Money): Promise<Booked> {
  await Promise.all([lockBorrower(tx, money.borrowerId), lockLine(tx, money.borrowerId)]);
  const rows = await billsOf(tx, money.borrowerId, {}, true);
  const { changes, leftCentavos } = share(rows, money);
  const parts = await Promise.all(changes.map((change) => partsOf(tx, change)));
  const entryId = newId(ctx.now);
  const booking: Entry = {
    ...entryOf(ctx, money),
    id: entryId,
    kind: 'repayment.booked',
    factKey: `receipt ${money.sourceId}`,
    loanId: money.loanId,
    lines: repaymentBooked({
      amountCentavos: BigInt(money.amountCentavos),
      shares: parts.map((part) => part.share),
      borrowerId: money.borrowerId,
      refundableCentavos: BigInt(leftCentavos),
    }),
  };
  await post(tx, ...chargesOf(ctx, money, parts, 'added'), booking, ...chargesOf(ctx, money, parts, 'takenBack'));
  const settledLoanIds: string[] = [];
  for (const part of parts) if (await writeBill(ctx, tx, part, entryId)) settledLoanIds.push(part.change.row.id);
  if (settledLoanIds.length > 0) await grantFor(ctx, tx, money.borrowerId, 'firstRepayment');
  return { entryId, settledLoanIds, refundableCentavos: leftCentavos };
}

/** Which bills the money goes to, and what each makes of it. */
function share(rows: BillRecord[], money: Money): { changes: Change[]; leftCentavos: Centavos } {
  const isLive = (row: BillRecord) => row.settled_as === null || row.settled_as === 'repaid';
  const own = rows.filter((row) => row.id === money.loanId && isLive(row));
  const others = rows
    .filter((row) => row.id !== money.loanId && row.settled_as === null)
    .sort((a, b) => compareDays(dayOf(a.due_on), dayOf(b.due_on)));
  // What a bill lets go of may be older money than what came: it goes on as what it is, of its own source and day.
  let left: readonly BillMoney[] = [{ sourceId: money.sourceId, paidOn: money.valueOn, amountCentavos: money.amountCentavos }];
  const changes: Change[] = [];
  for (const row of [...own, ...others]) {
    if (left.length === 0) break;
    const beforeMoney = moneyOf(row);
    const { money: after, facts, freed } = absorb(termsOf(row), beforeMoney, left);
    left = freed;
    if (isSameMoney(after, beforeMoney)) continue;
    changes.push({ row, before: factsOf(row), after: facts, beforeMoney, money: after });
  }
  return { changes, leftCentavos: sumCentavos(left.map((one) => one.amountCentavos)) };
}

const nameOf = ({ sourceId, paidOn, amountCentavos }: BillMoney) => `${sourceId} ${paidOn} ${amountCentavos}`;
const isSameMoney = (a: readonly BillMoney[], b: readonly BillMoney[]) => String(a.map(nameOf).sort()) === String(b.map(nameOf).sort());

type Part = { change: Change; share: Share; chargedTo: Day; interestDelta: bigint; lateDelta: bigint };

/** A bill's part in the entries: what is charged up to the day, against what the books hold, and what the money settled of it. */
async function partsOf(tx: Tx, change: Change): Promise<Part> {
  const { row, before, after } = change;
  const chargedTo = change.money.reduce((day, one) => laterDay(day, one.paidOn), dayOf(row.charged_to));
  const [posted, paidBefore, paidAfter] = [await loanBalances(tx, row.id), paidSoFar(before, lastDay), paidSoFar(after, lastDay)];
  return {
    change,
    chargedTo,
    interestDelta: BigInt(interestAccrued(after, chargedTo)) - (posted.interestCentavos + BigInt(paidBefore.interestCentavos)),
    lateDelta: BigInt(lateCharged(after, chargedTo)) - (posted.lateCentavos + BigInt(paidBefore.lateCentavos)),
    share: {
      loanId: row.id,
      lateCentavos: BigInt(paidAfter.lateCentavos) - BigInt(paidBefore.lateCentavos),
      interestCentavos: BigInt(paidAfter.interestCentavos) - BigInt(paidBefore.interestCentavos),
      principalCentavos: BigInt(paidAfter.principalCentavos) - BigInt(paidBefore.principalCentavos),
    },
  };
}

/** A day after every payment there can be. */
const lastDay = asDay('9999-12-31');

/** Charges that grew are posted before the money, those that shrank after it, so that no balance ever crosses zero on the way. */
function chargesOf(ctx: WorkCtx, money: Money, parts: Part[], which: 'added' | 'takenBack'): Entry[] {
  const pick = (delta: bigint) => ((which === 'added' ? delta > 0n : delta < 0n) ? delta : 0n);
  return parts.flatMap((part) => {
    const lines: Line[] = chargesPosted({
      loanId: part.change.row.id,
      interestCentavos: pick(part.interestDelta),
      lateCentavos: pick(part.lateDelta),
    });
    if (lines.length === 0) return [];
    const debitsFirst = lines.toSorted((a, b) => (a.amountCentavos > b.amountCentavos ? -1 : 1));
    return [
      {
        ...entryOf(ctx, money),
        id: newId(ctx.now),
        kind: 'charges.posted' as const,
        factKey: `charges ${which} ${money.sourceId} ${part.change.row.id}`,
        loanId: part.change.row.id,
        lines: debitsFirst,
      },
    ];
  });
}

function entryOf(ctx: WorkCtx, money: Money) {
  return {
    borrowerId: money.borrowerId,
    happenedAt: money.paidAt,
    recordedAt: ctx.now,
    businessOn: Temporal.PlainDate.from(money.valueOn),
  };
}

/** Keeps the money on the bill, settles the bill when nothing is owed, and gives the principal back to the line. @returns whether it settled now. */
async function writeBill(ctx: WorkCtx, tx: Tx, part: Part, entryId: string): Promise<boolean> {
  const { row, after, beforeMoney, money: afterMoney } = part.change;
  const keys = new Map([...beforeMoney, ...afterMoney].map((one) => [`${one.sourceId} ${one.paidOn}`, one]));
  const amountIn = (list: readonly BillMoney[], key: string) =>
    BigInt(list.find((one) => `${one.sourceId} ${one.paidOn}` === key)?.amountCentavos ?? 0);
  const deltas = [...keys].map(([key, one]) => ({ one, delta: amountIn(afterMoney, key) - amountIn(beforeMoney, key) }));
  await insertBillMoney(
    tx,
    deltas
      .filter(({ delta }) => delta !== 0n)
      .map(({ one, delta }) => ({
        id: newId(ctx.now),
        loanId: row.id,
        borrowerId: row.borrower_id,
        sourceId: one.sourceId,
        valueOn: one.paidOn,
        amountCentavos: delta,
        entryId,
        bookedAt: ctx.now,
      })),
  );
  const isSettled = owed(after, part.chargedTo).totalCentavos === 0;
  const isNew = isSettled && row.settled_as === null;
  // The day on which the last centavo counted that the bill needed; money told later may move it forward and back.
  const settledOn = afterMoney.reduce((day, one) => laterDay(day, one.paidOn), dayOf(row.arrived_on));
  await updateBill(tx, row.id, {
    chargedTo: part.chargedTo,
    settled: isSettled ? { on: settledOn, at: row.settled_at ?? ctx.now, as: 'repaid' } : null,
  });
  if (part.share.principalCentavos !== 0n) await giveBack(tx, row.borrower_id, centavos(part.share.principalCentavos));
  if (isNew) await tellRepaid(ctx, tx, row, after);
  return isNew;
}

async function tellRepaid(ctx: WorkCtx, tx: Tx, row: BillRecord, facts: BillFacts): Promise<void> {
  const to = await told(ctx.house, tx, row.borrower_id);
  const paid = formatPesos(paidSoFar(facts, lastDay).totalCentavos);
  await ctx.house.tell(ctx, tx, to, 'billRepaid', { paid, reference: row.reference_no });
}
