// Borrowers who apply, borrow, repay early, late or never, extend, return, overpay and are written
// off. Their facts are stored as the server stores them, and their money is posted by its rules.
import { randomUUID } from 'node:crypto';
import { extensionFeeFor } from '@sandali/contract/charges.ts';
import { addDays, asDay, type Day, daysBetween, laterDay } from '@sandali/contract/day.ts';
import { addCentavos, centavos, floorShare } from '@sandali/contract/money.ts';
import { owed, paidSoFar, remainderSoFar } from '@sandali/contract/owed.ts';
import { type Database, inTx, type Tx } from '@sandali/server/db/database.ts';
import { paymentReversed } from '@sandali/server/ledger/payment-reversed.ts';
import { type Entry, post } from '@sandali/server/ledger/post.ts';
import * as rules from '@sandali/server/ledger/rules.ts';
import { type MoneyIn, type NewTerm, settle } from '@sandali/server/loan/rules/allocate.ts';
import type { BillTerms } from '@sandali/server/loan/rules/bill.ts';
import { sql } from 'kysely';
import type { Context } from '#/test.ts';

const characters = [
  'early',
  'early',
  'onDay',
  'onDay',
  'late',
  'late',
  'veryLate',
  'never',
  'extends',
  'overpays',
  'returns',
  'reversed',
  'writtenOff',
] as const;
type Character = (typeof characters)[number];

/** `ended` is how the bill ended; null while it is open. */
export type Loan = {
  id: string;
  borrowerId: string;
  character: Character;
  terms: BillTerms;
  money: MoneyIn[];
  dueOn: Day;
  /** Each last free day, with the day on which it was booked. */
  freeDays: { bookedOn: Day; dueOn: Day; lastFreeOn: Day }[];
  ended: 'repaid' | 'returned' | 'reversed' | 'writtenOff' | null;
  payOn: Day;
};

const lastDay = asDay('9999-12-31');
const rates = { interestPerDayBps: 20, lateChargePerMonthBps: 500, serviceFeeBps: 150 };

/** Returns an instant in Manila, some hours after the start of a day. */
export const instant = (day: Day, hours: number): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime('Asia/Manila').add({ hours }).toInstant();

/** The counts that the journal does not have, by day, measure and key: '2026-11-20 applied'. */
export type Tallies = Map<string, { count: number; amountCentavos: bigint }>;

/** Makes lives on a database. `owner` may also store what only two people could decide. */
export function livesOn(owner: Database, { random }: Pick<Context, 'random'>) {
  const loans: Loan[] = [];
  const tallies: Tallies = new Map();
  const free: string[] = [];
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;

  function tally(day: Day, name: string, amountCentavos: number | bigint = 0): void {
    const sum = tallies.get(`${day} ${name}`) ?? { count: 0, amountCentavos: 0n };
    const total = sum.amountCentavos + BigInt(amountCentavos);
    tallies.set(`${day} ${name}`, { count: sum.count + 1, amountCentavos: total });
  }

  /** Starts everything, with the catalogue that quotes name. */
  async function begin(): Promise<void> {
    await sql`insert into catalogues (name, id, version, content, legal_rule, loaded_at)
      values ('test 1', 'test', 1, '{"id": "test", "version": 1}', 'test', '2026-05-01')`.execute(
      owner.db,
    );
  }

  /** A person applies; one in five is rejected, and the others borrow at once. */
  async function apply(today: Day): Promise<void> {
    const borrowerId = randomUUID();
    const isRejected = random() < 0.2;
    const reason = pick(['income', 'identity', 'other']);
    await inTx(owner.db, async (tx) => {
      await sql`insert into borrowers (id, phone_sealed, phone_hash, agreement_version, locale,
          registered_at)
        values (${borrowerId}, '', sha256(${borrowerId}::text::bytea), 'test', 'en',
          ${instant(today, 9)})`.execute(tx);
      await storeApplication(tx, { borrowerId, today, reason: isRejected ? reason : null });
    });
    tally(today, 'applied');
    tally(today, isRejected ? `rejected ${reason}` : 'approved machine', isRejected ? 0 : 500_000);
    if (!isRejected) await borrow(today, borrowerId, 'new');
  }

  /** Somebody who has repaid borrows again. */
  async function borrowAgain(today: Day): Promise<void> {
    const borrowerId = free.shift();
    if (borrowerId) await borrow(today, borrowerId, 'repeat');
  }

  async function borrow(today: Day, borrowerId: string, as: 'new' | 'repeat'): Promise<void> {
    const loan = newLoan(today, borrowerId, pick);
    const amount = 1000 + Math.floor(random() * 9000);
    const coupon = random() < 0.3 ? { kind: pick(['serviceFee', 'interest']), amount } : null;
    const terms = {
      ...loan.terms,
      interestCouponCentavos: centavos(coupon?.kind === 'interest' ? amount : 0),
    };
    Object.assign(loan, { terms });
    await inTx(owner.db, (tx) => storeLoan(tx, loan, coupon));
    loans.push(loan);
    tally(today, `lentTo ${as}`, terms.principalCentavos);
    if (coupon) tally(today, `coupons ${coupon.kind}`, amount);
  }

  /** Lets everybody do what is theirs on this day. `charged` is the day up to which bills are. */
  async function live(today: Day, hours: number, charged: Day): Promise<void> {
    for (const loan of loans) {
      if (today < loan.payOn || charged < loan.terms.arrivedOn) continue;
      if (loan.ended && loan.ended !== 'writtenOff') continue;
      await inTx(owner.db, (tx) => act(tx, loan, { today, hours, charged }));
      if (isRepaid(loan) && loan.character !== 'overpays') free.push(loan.borrowerId);
    }
  }

  async function act(tx: Tx, loan: Loan, at: When): Promise<void> {
    const { facts } = settle(loan.terms, loan.money);
    const due = owed(facts, at.charged).totalCentavos;
    loan.payOn = addDays(at.today, 2 + Math.floor(random() * 6));
    if (loan.ended === 'writtenOff') await recover(tx, loan, at);
    else if (loan.character === 'returns') await returned(tx, loan, at);
    else if (loan.character === 'reversed') await cameBack(tx, loan, at);
    else if (loan.character === 'writtenOff') await writeOff(tx, loan, at);
    else if (loan.character === 'extends' && loan.freeDays.length === 1) await extend(tx, loan, at);
    else if (loan.character === 'overpays') await overpay(tx, loan, at, due + 12_345);
    else await pay(tx, loan, at, random() < 0.5 ? due : Number(floorShare(due, 1, 3)) + 1);
  }

  return { begin, apply, borrowAgain, live, loans, tallies };
}

/** A function, because TypeScript does not see that `act` ends the loan. */
const isRepaid = ({ ended }: Loan) => ended === 'repaid';

type When = { today: Day; hours: number; charged: Day };

function newLoan(today: Day, borrowerId: string, pick: <T>(of: readonly T[]) => T): Loan {
  const [termDays, character] = [pick([8, 15]), pick(characters)];
  const principalCentavos = centavos(pick([10, 12, 25, 60, 120]) * 50_000 + pick([0, 100, 3300]));
  const fee = Number(floorShare(principalCentavos, 150, 10_000)) + 1000;
  const [dueOn, lastFreeOn] = [
    addDays(today, termDays),
    addDays(today, termDays + pick([0, 1, 3])),
  ];
  const payOn = {
    early: addDays(today, pick([2, 4, 6])),
    onDay: dueOn,
    extends: addDays(dueOn, pick([0, 5])),
    overpays: addDays(dueOn, pick([-2, 4])),
    late: addDays(dueOn, pick([2, 5, 9, 14])),
    veryLate: addDays(dueOn, pick([20, 34, 50, 70])),
    returns: addDays(today, 2),
    reversed: addDays(today, 2),
    writtenOff: addDays(dueOn, pick([30, 45, 66])),
    never: lastDay,
  }[character];
  return {
    id: randomUUID(),
    borrowerId,
    character,
    terms: {
      principalCentavos,
      arrivalCentavos: centavos(principalCentavos - fee),
      interestCouponCentavos: centavos(0),
      termDays,
      ...rates,
      arrivedOn: today,
      firstLastFreeOn: lastFreeOn,
      reliefs: [],
      promises: [],
      writtenOffOn: null,
    },
    money: [],
    dueOn,
    freeDays: [{ bookedOn: today, dueOn, lastFreeOn }],
    ended: null,
    payOn,
  };
}

async function storeApplication(
  tx: Tx,
  { borrowerId, today, reason }: { borrowerId: string; today: Day; reason: string | null },
): Promise<void> {
  const [id, at] = [randomUUID(), instant(today, 9)];
  // Erased, so that it needs no sealed answers and pictures.
  await sql`insert into credit_applications (id, borrower_id, number, started_at, submitted_at,
      erased_at) values (${id}, ${borrowerId}, 1, ${at}, ${at}, ${at})`.execute(tx);
  await sql`insert into credit_decisions (id, application_id, number, outcome, limit_centavos,
      reason_group, resubmit_on, rules_version, inputs_hash, rules_fired, decided_at, decided_by,
      two_people_above_centavos)
    values (${randomUUID()}, ${id}, 1, ${reason ? 'rejected' : 'approved'},
      ${reason ? null : 500_000}, ${reason}, ${reason ? addDays(today, 7) : null}, 'test', '', '{}',
      ${at}, 'review engine', 9000000)`.execute(tx);
}

async function storeLoan(
  tx: Tx,
  { id, borrowerId, terms, dueOn, freeDays }: Loan,
  coupon: { kind: string; amount: number } | null,
): Promise<void> {
  const { principalCentavos: principal, arrivalCentavos: arrival, termDays, arrivedOn } = terms;
  const [at, quoteId, couponId] = [instant(arrivedOn, 10), randomUUID(), randomUUID()];
  if (coupon)
    await sql`insert into coupons (id, borrower_id, grant_key, occasion, kind, amount_centavos,
        minimum_loan_centavos, starts_on, ends_on, granted_at, granted_by)
      values (${couponId}, ${borrowerId}, ${id}, 'campaign', ${coupon.kind}, ${coupon.amount}, 0,
        ${arrivedOn}, ${arrivedOn}, ${at}, 'battery')`.execute(tx);
  await sql`insert into quotes (id, borrower_id, principal_centavos, term_days, channel, facts,
      catalogue, legal_rule, disclosure_version, disclosure_hash, made_at, ends_at, locale)
    values (${quoteId}, ${borrowerId}, ${principal}, ${termDays}, 'wallet',
      jsonb_build_object('couponCentavos', ${coupon?.amount ?? 0}::int), 'test 1', 'test', 'test',
      sha256('x'), ${at}, ${at}, 'en')`.execute(tx);
  await sql`insert into loans (id, borrower_id, quote_id, reference_no, state, principal_centavos,
      term_days, channel, interest_centavos, interest_coupon_centavos, service_fee_centavos,
      channel_fee_centavos, interest_per_day_bps, late_charge_per_month_bps, service_fee_bps,
      arrival_centavos, receiver_label, receiver_last4, receiver_mark, disclosure_hash,
      disclosure_version, agreement_locale, agreement_session_hash, legal_rule, signed_at)
    values (${id}, ${borrowerId}, ${quoteId}, ${id}, 'success', ${principal}, ${termDays}, 'wallet',
      ${principal}, ${terms.interestCouponCentavos}, ${principal - arrival - 1000}, 1000, 20, 500,
      150, ${arrival}, '', '', '', sha256('x'), 'test', 'en', '', 'test', ${at})`.execute(tx);
  await sql`insert into signed_agreements (loan_id, borrower_id, hash, text_sealed)
    values (${id}, ${borrowerId}, sha256('x'), '')`.execute(tx);
  if (coupon)
    await sql`insert into coupon_redemptions (loan_id, coupon_id, reserved_at)
      values (${id}, ${couponId}, ${at})`.execute(tx);
  await sql`insert into bills (loan_id, borrower_id, arrived_at, arrived_on, due_on, last_free_on,
      charged_to)
    values (${id}, ${borrowerId}, ${at}, ${arrivedOn}, ${dueOn}, ${freeDays[0]?.lastFreeOn},
      ${arrivedOn})`.execute(tx);
  const lines = rules.paidOut({
    loanId: id,
    principalCentavos: BigInt(principal),
    arrivalCentavos: BigInt(arrival),
    serviceFeeCentavos: BigInt(principal - arrival - 1000),
    channelFeeCentavos: 1000n,
  });
  await post(tx, entryOf('loan.paidOut', { id, borrowerId }, at, arrivedOn, lines));
}

const entryOf = (
  kind: Entry['kind'],
  { id, borrowerId }: Pick<Loan, 'id' | 'borrowerId'>,
  at: Temporal.Instant,
  on: Day,
  lines: rules.Line[],
): Entry => ({
  id: randomUUID(),
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
async function pay(
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
    values (${randomUUID()}, ${loan.id}, ${loan.borrowerId}, ${receiptId}, ${charged},
      ${amount - leftCentavos}, ${booking.id}, ${at})`.execute(tx);
  if (term) await storeExtension(tx, loan, { today, at, term, receiptId, entryId: booking.id });
  if (owed(facts, charged).totalCentavos === 0)
    await end(tx, loan, 'repaid', charged, at, rest.totalCentavos);
}

async function extend(tx: Tx, loan: Loan, when: When): Promise<void> {
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
      values (${randomUUID()}, ${loan.id}, ${loan.borrowerId}, 'success',
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
async function overpay(tx: Tx, loan: Loan, when: When, amount: number): Promise<void> {
  await pay(tx, loan, when, amount);
  const at = instant(when.today, when.hours);
  const of = { borrowerId: loan.borrowerId, amountCentavos: 12_000n };
  const steps = ['ordered', 'paid', ...(amount % 2 === 0 ? (['reversed'] as const) : [])] as const;
  for (const step of steps)
    await post(tx, entryOf(`refund.${step}`, loan, at, when.today, rules.refundStep(step, of)));
}

/** Returns the loan: what arrived is paid back, and all charges are taken back. */
async function returned(tx: Tx, loan: Loan, when: When): Promise<void> {
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
async function cameBack(tx: Tx, loan: Loan, when: When): Promise<void> {
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

async function writeOff(tx: Tx, loan: Loan, when: When): Promise<void> {
  const at = instant(when.today, when.hours);
  const { principal, interest, late } = await chargedOn(tx, loan);
  const owes = { principalCentavos: principal, interestCentavos: interest, lateCentavos: late };
  const lines = rules.loanWrittenOff({ loanId: loan.id, owed: owes });
  await post(tx, entryOf('loan.writtenOff', loan, at, when.today, lines));
  await end(tx, loan, 'writtenOff', when.today, at, 0);
  loan.payOn = addDays(when.today, 4);
}

/** Pays something on a loss; every other payment is taken back by its gateway at once. */
async function recover(tx: Tx, loan: Loan, when: When): Promise<void> {
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
