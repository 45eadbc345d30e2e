// Borrowers who apply, borrow, repay early, late or never, extend, return, overpay and are written
// off. Their facts are stored as the server stores them, and their money is posted by its rules.
import { randomUUID } from 'node:crypto';
import { interestFor } from '@sandali/contract/charges.ts';
import { addDays, type Day } from '@sandali/contract/day.ts';
import { centavos, floorShare, lessCentavos } from '@sandali/contract/money.ts';
import { owed } from '@sandali/contract/owed.ts';
import { type Database, inTx, type Tx } from '@sandali/server/db/database.ts';
import { post } from '@sandali/server/ledger/post.ts';
import * as rules from '@sandali/server/ledger/rules.ts';
import { settle } from '@sandali/server/loan/rules/allocate.ts';
import { newIdFor } from '@sandali/server/platform/random.ts';
import { sql } from 'kysely';
import type { Context } from '#/test.ts';
import * as bookings from './bookings.ts';
import { entryOf, instant, type Loan, lastDay, type When } from './bookings.ts';

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

const rates = { interestPerDayBps: 20, lateChargePerMonthBps: 500, serviceFeeBps: 150 };

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
    if (loan.ended === 'writtenOff') await bookings.recover(tx, loan, at);
    else if (loan.character === 'returns') await bookings.returned(tx, loan, at);
    else if (loan.character === 'reversed') await bookings.cameBack(tx, loan, at);
    else if (loan.character === 'writtenOff') await bookings.writeOff(tx, loan, at);
    else if (loan.character === 'extends' && loan.freeDays.length === 1)
      await bookings.extend(tx, loan, at);
    else if (loan.character === 'overpays') await bookings.overpay(tx, loan, at, due + 12_345);
    else await bookings.pay(tx, loan, at, random() < 0.5 ? due : Number(floorShare(due, 1, 3)) + 1);
  }

  return { begin, apply, borrowAgain, live, loans, tallies };
}

/** A function, because TypeScript does not see that `act` ends the loan. */
const isRepaid = ({ ended }: Loan) => ended === 'repaid';

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
    id: newIdFor(borrowerId, instant(today, 10)),
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
  const at = instant(today, 9);
  const id = newIdFor(borrowerId, at);
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
  const at = instant(arrivedOn, 10);
  const [quoteId, couponId] = [newIdFor(borrowerId, at), newIdFor(borrowerId, at)];
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
      ${lessCentavos(interestFor(principal, termDays, 20), terms.interestCouponCentavos)},
      ${terms.interestCouponCentavos}, ${principal - arrival - 1000}, 1000, 20, 500,
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
