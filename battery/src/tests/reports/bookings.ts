// The bookings of the lives: each posts the ledger's lines by its rules, and stores the facts.
import { randomUUID } from 'node:crypto';
import { extensionFeeFor } from '@sandali/contract/charges.ts';
import { addDays, asDay, type Day, daysBetween, laterDay } from '@sandali/contract/day.ts';
import { addCentavos, centavos } from '@sandali/contract/money.ts';
import { owed, paidSoFar, remainderSoFar } from '@sandali/contract/owed.ts';
import type { Tx } from '@sandali/server/db/database.ts';
import { paymentReversed } from '@sandali/server/ledger/payment-reversed.ts';
import { type Entry, post } from '@sandali/server/ledger/post.ts';
import * as rules from '@sandali/server/ledger/rules.ts';
import { type MoneyIn, type NewTerm, settle } from '@sandali/server/loan/rules/allocate.ts';
import type { BillTerms } from '@sandali/server/loan/rules/bill.ts';
import { newIdFor } from '@sandali/server/platform/random.ts';
import { sql } from 'kysely';

/** `ended` is how the bill ended; null while it is open. */
export type Loan = {
  id: string;
  borrowerId: string;
  character: string;
  terms: BillTerms;
  money: MoneyIn[];
  dueOn: Day;
  /** Each last free day, with the day on which it was booked. */
  freeDays: { bookedOn: Day; dueOn: Day; lastFreeOn: Day }[];
  ended: 'repaid' | 'returned' | 'reversed' | 'writtenOff' | null;
  payOn: Day;
};

export const lastDay = asDay('9999-12-31');

/** Returns an instant in Manila, some hours after the start of a day. */
export const instant = (day: Day, hours: number): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime('Asia/Manila').add({ hours }).toInstant();

/** Now, and the day up to which bills are charged. */
export type When = { today: Day; hours: number; charged: Day };

export const entryOf = (
  kind: Entry['kind'],
  { id, borrowerId }: Pick<Loan, 'id' | 'borrowerId'>,
  at: Temporal.Instant,
  on: Day,
  lines: rules.Line[],
): Entry => ({
  id: newIdFor(borrowerId, at),
  kind,
  factKey: `${kind} ${randomUUID()}`,
  borrowerId,
  loanId: id,
  happenedAt: at,
  recordedAt: at,
  businessOn: Temporal.PlainDate.from(on),
  lines,
});

/**
 * Books a payment with the value date of the last charged day, so it may be reported days late.
 * Pays from suspense now and then. `term` is the new term if the payment extends the bill.
 */
export async function pay(
  tx: Tx,
  loan: Loan,
  { today, hours, charged }: When,
  amount: number,
  term?: NewTerm,
): Promise<void> {
  if (amount < 1) return;
  const receiptId = randomUUID();
  const was = settle(loan.terms, loan.money).facts;
  const amountCentavos = centavos(amount);
  const payment = { paidOn: charged, amountCentavos, sourceId: receiptId };
  loan.money.push({ ...payment, ...(term && { extends: term }) });
  const { facts, leftCentavos } = settle(loan.terms, loan.money);
  const [before, after] = [paidSoFar(was, lastDay), paidSoFar(facts, lastDay)];
  const rest = remainderSoFar(facts, lastDay);
  const share = {
    loanId: loan.id,
    lateCentavos: BigInt(after.lateCentavos - before.lateCentavos),
    interestCentavos: BigInt(after.interestCentavos - before.interestCentavos),
    principalCentavos: BigInt(after.principalCentavos - before.principalCentavos),
    extensionFeeCentavos: BigInt(after.extensionFeesCentavos - before.extensionFeesCentavos),
  };
  const at = instant(today, hours);
  const isFromSuspense = !term && amount % 5 === 0;
  if (isFromSuspense)
    await post(
      tx,
      entryOf('money.unmatched', loan, at, charged, rules.moneyUnmatched(BigInt(amount), 'PHP')),
    );
  const lines = rules.repaymentBooked({
    from: isFromSuspense ? 'suspense' : 'gateway.float',
    amountCentavos: BigInt(amount),
    shares: [share],
    borrowerId: loan.borrowerId,
    refundableCentavos: BigInt(leftCentavos),
  });
  const kind = term
    ? 'extension.booked'
    : isFromSuspense
      ? 'suspense.assigned'
      : 'repayment.booked';
  const booking = entryOf(kind, loan, at, charged, lines);
  const charges = rules.chargesPosted({
    loanId: loan.id,
    interestCentavos: 0n,
    lateCentavos: 0n,
    extensionFeeCentavos: share.extensionFeeCentavos,
  });
  const waived = rules.remainderWaived({
    loanId: loan.id,
    principalCentavos: BigInt(rest.principalCentavos),
    interestCentavos: BigInt(rest.interestCentavos),
    lateCentavos: BigInt(rest.lateCentavos),
  });
  await post(
    tx,
    ...(charges.length > 0 ? [entryOf('charges.posted', loan, at, charged, charges)] : []),
    booking,
    ...(waived.length > 0 ? [entryOf('remainder.waived', loan, at, charged, waived)] : []),
  );
  await sql`insert into payment_allocations (id, loan_id, borrower_id, receipt_id, value_on,
      amount_centavos, entry_id, booked_at)
    values (${newIdFor(loan.borrowerId, at)}, ${loan.id}, ${loan.borrowerId}, ${receiptId}, ${charged},
      ${amount - leftCentavos}, ${booking.id}, ${at})`.execute(tx);
  if (term) await storeExtension(tx, loan, { today, at, term, receiptId, entryId: booking.id });
  if (owed(facts, charged).totalCentavos === 0)
    await end(tx, loan, 'repaid', charged, at, rest.totalCentavos);
}

export async function extend(tx: Tx, loan: Loan, when: When): Promise<void> {
  const { facts } = settle(loan.terms, loan.money);
  const { principalCentavos, lateCentavos } = owed(facts, when.charged);
  const fee = extensionFeeFor(principalCentavos, loan.terms);
  const dueOn = addDays(laterDay(loan.dueOn, when.charged), loan.terms.termDays);
  await pay(tx, loan, when, addCentavos(fee, lateCentavos), { dueOn, lastFreeOn: dueOn });
  loan.payOn = dueOn;
}

async function storeExtension(
  tx: Tx,
  loan: Loan,
  of: {
    today: Day;
    at: Temporal.Instant;
    term: NewTerm;
    receiptId: string;
    entryId: string;
  },
): Promise<void> {
  const { today, at, term, receiptId, entryId } = of;
  const last = loan.freeDays.at(-1);
  await asOwner(tx, async () => {
    await sql`insert into receipts (id, gateway, gateway_payment_id, channel, amount_centavos,
        paid_at, value_on, booked_at, entry_id)
      values (${receiptId}, 'test', ${receiptId}, 'test', 1, ${at}, ${today}, ${at},
        ${entryId})`.execute(tx);
    await sql`insert into extensions (id, loan_id, borrower_id, state, offered_on, asked_at,
        ends_at, term_days, principal_centavos, interest_centavos, service_fee_centavos,
        fee_centavos, late_centavos, total_centavos, from_due_on, due_on, legal_rule, ended_at,
        number, receipt_id, from_last_free_on, last_free_on)
      values (${newIdFor(loan.borrowerId, at)}, ${loan.id}, ${loan.borrowerId}, 'success',
        ${addDays(term.dueOn, -loan.terms.termDays)}, ${at}, ${at}, ${loan.terms.termDays}, 1, 1, 0,
        1, 0, 1, ${loan.dueOn}, ${term.dueOn}, 'test', ${at}, 1, ${receiptId}, ${last?.lastFreeOn},
        ${term.lastFreeOn})`.execute(tx);
    await sql`update bills set due_on = ${term.dueOn}, last_free_on = ${term.lastFreeOn}
      where loan_id = ${loan.id}`.execute(tx);
  });
  loan.dueOn = term.dueOn;
  loan.freeDays.push({ bookedOn: today, ...term });
}

/** Pays too much. Most of the rest is refunded; some refunds come back. */
export async function overpay(tx: Tx, loan: Loan, when: When, amount: number): Promise<void> {
  await pay(tx, loan, when, amount);
  const at = instant(when.today, when.hours);
  const of = { borrowerId: loan.borrowerId, amountCentavos: 12_000n };
  const steps = ['ordered', 'paid', ...(amount % 2 === 0 ? (['reversed'] as const) : [])] as const;
  for (const step of steps)
    await post(tx, entryOf(`refund.${step}`, loan, at, when.today, rules.refundStep(step, of)));
}

/** Returns the loan: what arrived is paid back, and all charges are taken back. */
export async function returned(tx: Tx, loan: Loan, when: When): Promise<void> {
  const at = instant(when.today, when.hours);
  const { arrivalCentavos, principalCentavos } = loan.terms;
  const share = {
    loanId: loan.id,
    lateCentavos: 0n,
    interestCentavos: 0n,
    principalCentavos: BigInt(arrivalCentavos),
    extensionFeeCentavos: 0n,
  };
  const { interest } = await chargedOn(tx, loan);
  const lines = rules.repaymentBooked({
    from: 'gateway.float',
    amountCentavos: BigInt(arrivalCentavos),
    shares: [share],
    borrowerId: loan.borrowerId,
    refundableCentavos: 0n,
  });
  const taken = rules.loanCooledOff({
    loanId: loan.id,
    serviceFeeCentavos: BigInt(principalCentavos - arrivalCentavos - 1000),
    channelFeeCentavos: 1000n,
    interestCentavos: interest,
    lateCentavos: 0n,
  });
  await post(tx, entryOf('repayment.booked', loan, at, when.charged, lines));
  await post(tx, entryOf('loan.cooledOff', loan, at, when.charged, taken));
  await end(tx, loan, 'returned', when.today, at, 0);
}

/** The payout comes back before anything was paid. */
export async function cameBack(tx: Tx, loan: Loan, when: When): Promise<void> {
  const at = instant(when.today, when.hours);
  const { principalCentavos, arrivalCentavos } = loan.terms;
  const { interest } = await chargedOn(tx, loan);
  const nothing = { principalCentavos: 0n, interestCentavos: 0n, lateCentavos: 0n };
  const lines = rules.loanReversed({
    loanId: loan.id,
    borrowerId: loan.borrowerId,
    arrivalCentavos: BigInt(arrivalCentavos),
    serviceFeeCentavos: BigInt(principalCentavos - arrivalCentavos - 1000),
    channelFeeCentavos: 1000n,
    owed: {
      principalCentavos: BigInt(principalCentavos),
      interestCentavos: interest,
      lateCentavos: 0n,
    },
    paid: { ...nothing, extensionFeeCentavos: 0n },
    waived: nothing,
  });
  await post(tx, entryOf('loan.reversed', loan, at, when.today, lines));
  await end(tx, loan, 'reversed', when.today, at, 0);
}

export async function writeOff(tx: Tx, loan: Loan, when: When): Promise<void> {
  const at = instant(when.today, when.hours);
  const { principal, interest, late } = await chargedOn(tx, loan);
  const owes = { principalCentavos: principal, interestCentavos: interest, lateCentavos: late };
  const lines = rules.loanWrittenOff({ loanId: loan.id, owed: owes });
  await post(tx, entryOf('loan.writtenOff', loan, at, when.today, lines));
  await end(tx, loan, 'writtenOff', when.today, at, 0);
  loan.payOn = addDays(when.today, 4);
}

/** Pays something on a loss; every other payment is taken back by its gateway at once. */
export async function recover(tx: Tx, loan: Loan, when: When): Promise<void> {
  const at = instant(when.today, when.hours);
  const share = {
    loanId: loan.id,
    lateCentavos: 0n,
    interestCentavos: 0n,
    principalCentavos: 10_000n,
    extensionFeeCentavos: 0n,
  };
  const losses = new Set([loan.id]);
  const paid = rules.repaymentBooked({
    from: 'gateway.float',
    amountCentavos: 10_000n,
    shares: [share],
    borrowerId: loan.borrowerId,
    refundableCentavos: 0n,
  });
  const back = paymentReversed(4_000n, {
    borrowerId: loan.borrowerId,
    shares: [{ ...share, principalCentavos: -4_000n }],
    keptCentavos: 0n,
    reclaimedCentavos: 0n,
  });
  const booked = entryOf(
    'repayment.booked',
    loan,
    at,
    when.charged,
    rules.withLosses(paid, losses),
  );
  await post(tx, booked);
  if (daysBetween(loan.terms.arrivedOn, when.today) % 2 === 0)
    await post(
      tx,
      entryOf('payment.reversed', loan, at, when.charged, rules.withLosses(back, losses)),
    );
  loan.payOn = lastDay;
}

/** Returns a loan's balances in the books. */
async function chargedOn(tx: Tx, loan: Loan) {
  const { rows } = await sql<{ kind: string; amount: bigint }>`
    select kind, balance_centavos as amount from ledger_accounts
    where owner_id = ${loan.id}`.execute(tx);
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.amount ?? 0n;
  return {
    principal: of('loan.principal'),
    interest: of('loan.interest'),
    late: of('loan.late'),
  };
}

const settledAs = {
  repaid: 'repaid',
  returned: 'cooledOff',
  reversed: 'void',
  writtenOff: 'writtenOff',
} as const;

async function end(
  tx: Tx,
  loan: Loan,
  as: NonNullable<Loan['ended']>,
  on: Day,
  at: Temporal.Instant,
  remainderCentavos: number,
): Promise<void> {
  loan.ended = as;
  await asOwner(tx, async () => {
    await sql`update bills set settled_on = ${on}, settled_at = ${at},
        settled_as = ${settledAs[as]}, remainder_centavos = ${remainderCentavos},
        written_off_on = ${as === 'writtenOff' ? on : null},
        return_asked_at = ${as === 'returned' ? at : null},
        return_ends_on = ${as === 'returned' ? on : null}
      where loan_id = ${loan.id}`.execute(tx);
  });
}

/** Stores facts that need more people and papers than these lives have. */
async function asOwner(tx: Tx, store: () => Promise<void>): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx);
  await store();
  await sql`set local session_replication_role = origin`.execute(tx);
}
