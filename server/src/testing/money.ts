// Test helpers for money: borrowers with loans, codes and payments, and checks that the books agree
// with the bank's settlement report and with the rules.
import { interestAccrued, lateCharged } from '@sandali/contract/accrual.ts';
import { waivedSoFar } from '@sandali/contract/accrualFacts.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { paidSoFar, remainderSoFar } from '@sandali/contract/owed.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { sql } from 'kysely';
import { afterEach, expect } from 'vitest';
import { statesBefore } from '#/data/states.ts';
import { billsOf } from '#/loan/bill.store.ts';
import { balancesOf } from '#/loan/booking/book-parts.ts';
import { dayOf, factsOf } from '#/loan/facts.ts';
import { newId } from '#/platform/random.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import type { Person, TestApp } from './app.ts';

/** A movement of money on a Manila day, positive if we received it. */
type Moved = { label: string; amountCentavos: bigint; on: string };
const written = ({ label, amountCentavos, on }: Moved) => `${label} ${amountCentavos} ${on}`;

/** Returns the lines of the bank's settlement report. */
function bankLines(app: TestApp): string[] {
  const lines = app.bank.settlementReport() as unknown as {
    kind: string;
    reference: string;
    gatewayId: string;
    amountCentavos: number;
    currency: string;
    on: string;
  }[];
  // Our balance at the gateway contains only pesos.
  const pesos = lines.filter((line) => line.currency === 'PHP');
  return pesos.map(({ kind, reference, gatewayId, amountCentavos, on }) => {
    const label = `${kind} ${kind.startsWith('payment') ? gatewayId : reference}`;
    const isOut = kind === 'payoutPaid' || kind === 'paymentReversed';
    return written({ label, amountCentavos: BigInt(isOut ? -amountCentavos : amountCentavos), on });
  });
}

/** Returns the ledger's movements at the gateway in the same form as `bankLines`. */
async function bookLines(app: TestApp): Promise<string[]> {
  const { rows } = await sql<{
    kind: string;
    fact_key: string;
    payment_id: string | null;
    amount: bigint;
    on: Temporal.PlainDate;
  }>`
    select e.kind, e.fact_key, coalesce(r.gateway_payment_id, o.gateway_payment_id) as payment_id,
      l.amount_centavos as amount, e.business_on as on
    from ledger_lines l
      join ledger_accounts a on a.id = l.account_id and a.kind = 'gateway.float'
      join ledger_entries e on e.id = l.entry_id
      left join receipts r on r.entry_id = e.id
      left join payment_reversals v on v.entry_id = e.id
      left join receipts o on o.id = v.receipt_id`.execute(app.db);
  return rows.map(({ kind, fact_key, payment_id, amount, on }) => {
    const [, payoutId] = fact_key.split(' ');
    const ofPayout = {
      'loan.paidOut': `payoutPaid ${payoutId}`,
      'loan.reversed': `payoutReversed ${payoutId}`,
      'refund.paid': `payoutPaid ${payoutId}`,
      'refund.reversed': `payoutReversed ${payoutId}`,
      'payout.contested': `payoutPaid ${payoutId}`,
      'payout.contestedReturned': `payoutReversed ${payoutId}`,
      'payment.reversed': `paymentReversed ${payment_id}`,
    }[kind];
    return written({
      label: ofPayout ?? `paymentReceived ${payment_id}`,
      amountCentavos: amount,
      on: on.toString(),
    });
  });
}

/** Returns the lines that only the bank or only the books contain; empty if they agree (P8). */
export async function settlementBreaks(app: TestApp): Promise<string[]> {
  const [bank, ledger] = [bankLines(app), await bookLines(app)];
  const surplus = (lines: string[], others: string[]) => {
    const unmatched = [...others];
    return lines.filter((line) => {
      const at = unmatched.indexOf(line);
      if (at >= 0) unmatched.splice(at, 1);
      return at < 0;
    });
  };
  return [
    ...surplus(bank, ledger).map((line) => `only the bank: ${line}`),
    ...surplus(ledger, bank).map((line) => `only the books: ${line}`),
  ];
}

/** Returns every bill whose posted charges differ from the rules, up to its `charged_to` (P7). */
export async function chargeBreaks(app: TestApp): Promise<string[]> {
  const bills = await billsOf(app.db, sql<string>`any(array(select borrower_id from bills))`, {
    are: 'all',
  });
  const breaks = await Promise.all(
    bills
      // Returned loans and reversed payouts leave no balance, as `books` checks.
      .filter((row) => row.settled_as !== 'void' && row.settled_as !== 'cooledOff')
      .map(async (row) => {
        const [facts, day] = [factsOf(row), dayOf(row.charged_to)];
        const [posted, paid, waived] = [
          await balancesOf(app.db, row, facts),
          paidSoFar(facts, day),
          waivedSoFar(facts, day),
        ];
        const rest = remainderSoFar(facts, day);
        const expected = {
          interest: interestAccrued(facts, day),
          late: lateCharged(facts, day),
          principal: facts.principalCentavos,
        };
        const inBooks = {
          interest:
            Number(posted.interestCentavos) +
            paid.interestCentavos +
            waived.interestCentavos +
            rest.interestCentavos,
          late:
            Number(posted.lateCentavos) +
            paid.lateCentavos +
            waived.lateCentavos +
            rest.lateCentavos,
          principal:
            Number(posted.principalCentavos) + paid.principalCentavos + rest.principalCentavos,
        };
        return JSON.stringify(expected) === JSON.stringify(inBooks)
          ? []
          : [`${row.id} ${JSON.stringify(expected)} in the books as ${JSON.stringify(inBooks)}`];
      }),
  );
  return breaks.flat();
}

/** Sends a webhook as a gateway does, with a new event id. The server then queries the bank. */
export async function hint(
  app: TestApp,
  event: 'payment.received' | 'payment.takenBack' | 'payout.paid' | 'payout.reversed',
  subject: string,
): Promise<void> {
  const data = event.startsWith('payment') ? { paymentId: subject } : { reference: subject };
  const body = JSON.stringify({
    id: newId(app.clocks.wall()),
    event,
    created: app.clocks.wall().toString(),
    data,
  });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-callback-token': app.bank.token,
  };
  const answer = await app.app.hooks.fetch(
    new Request('http://localhost/hooks/sandbox', { method: 'POST', headers, body }),
  );
  expect(answer.status).toBe(200);
}

/** Returns helpers that read rows and raise limits. */
function rowsOf(app: TestApp) {
  async function receiptsOf(paymentId: string) {
    return await app.db
      .selectFrom('receipts')
      .selectAll()
      .where('gateway_payment_id', '=', paymentId)
      .execute();
  }

  async function payoutOf(loanId: string) {
    return await app.db
      .selectFrom('payouts')
      .selectAll()
      .where('subject_id', '=', loanId)
      .executeTakeFirstOrThrow();
  }

  async function billRow(loanId: string) {
    return await app.db
      .selectFrom('bills')
      .selectAll()
      .where('loan_id', '=', loanId)
      .executeTakeFirstOrThrow();
  }

  /** Raises a borrower's limit, so that they can have more than one loan. */
  async function widenLine(loanId: string, limitCentavos: number): Promise<void> {
    const { borrower_id } = await payoutOf(loanId);
    const wider = app.db
      .updateTable('credit_lines')
      .set({ limit_centavos: BigInt(limitCentavos), affordable_centavos: null });
    await wider.where('borrower_id', '=', borrower_id).execute();
  }

  return { receiptsOf, payoutOf, billRow, widenLine };
}

type ReversalCause = 'reversal' | 'chargeback' | 'refund';

/**
 * Returns steps that move money. After every test, checks that the books agree with the bank and
 * with the rules.
 */
export function moneySteps(app: TestApp) {
  const rows = rowsOf(app);
  afterEach(async () => {
    // The bank may have paid a payout whose report has not arrived yet.
    const openPayouts = () =>
      app.db
        .selectFrom('payouts')
        .select('id')
        .where('state', 'in', statesBefore('payout', 'paid'))
        .execute();
    await app.until('every payout to end', async () => (await openPayouts()).length === 0);
    expect(await settlementBreaks(app)).toEqual([]);
    expect(await chargeBreaks(app)).toEqual([]);
  });

  /** Takes a loan of ₱60,000 and waits until it arrives. */
  async function loanOf(person: Person, accountId: string, termDays = 15): Promise<string> {
    person.life.idOf = () => newId(app.clocks.wall());
    const { loanId } = await takeLoan(person.life, accountId, { termDays });
    await app.until(
      'the payout',
      async () => (await person.client.must(loanDetail, { loanId })).state === 'success',
    );
    return loanId;
  }

  /** Returns a borrower whose loan of ₱60,000 for 8 or 15 days arrived today. */
  async function debtor(termDays = 15) {
    const anna = await app.person({ withCredit: true, withCoupon: false });
    const accountId = await addWallet(anna.life);
    return { anna, accountId, loanId: await loanOf(anna, accountId, termDays) };
  }

  /** Requests a payment code for a shop, by default for the whole amount owed. */
  async function codeFor({ client }: Person, loanId: string, amountCentavos?: number) {
    const amount =
      amountCentavos ?? (await client.must(billDetail, { loanId })).bill.currentDue.owedCentavos;
    const { repaymentId } = await client.must(repaymentApply, {
      loanId,
      channel: 'sevenEleven',
      amountCentavos: amount,
    });
    const code = await app.until(
      'a code',
      async () => (await client.must(repaymentStatus, { repaymentId })).code,
    );
    return { repaymentId, code };
  }

  /** Pays a code without the webhook that `bookPayments` sends. @returns the payment id. */
  async function pay(code: string, amountCentavos?: number): Promise<string> {
    await app.bank.call('/control/behave', { payment: 'silent' });
    const { status, body } = await app.bank.call('/control/pay', {
      code,
      force: true,
      ...(amountCentavos ? { amountCentavos } : {}),
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.id;
  }

  /** Sends the webhook of each payment in turn and checks that it is booked. */
  async function bookPayments(...paymentIds: string[]): Promise<void> {
    for (const paymentId of paymentIds) {
      await hint(app, 'payment.received', paymentId);
      await app.work();
      expect(await rows.receiptsOf(paymentId)).toHaveLength(1);
    }
  }

  /** Reverses a payment at the bank, by default its whole remaining amount, without a webhook. */
  async function reverseAtBank(
    paymentId: string,
    cause: ReversalCause = 'reversal',
    amountCentavos?: number,
  ): Promise<void> {
    const request = {
      paymentId,
      cause,
      isSilent: true,
      ...(amountCentavos !== undefined && { amountCentavos }),
    };
    const { status, body } = await app.bank.call('/control/take-back', request);
    expect(status, JSON.stringify(body)).toBe(200);
  }

  /** Reverses a payment, sends the webhook and books it. */
  async function reversePayment(
    paymentId: string,
    cause: ReversalCause = 'reversal',
    amountCentavos?: number,
  ): Promise<void> {
    await reverseAtBank(paymentId, cause, amountCentavos);
    await hint(app, 'payment.takenBack', paymentId);
    await app.work();
  }

  return {
    loanOf,
    debtor,
    codeFor,
    pay,
    bookPayments,
    takeBack: reverseAtBank,
    reversePayment,
    ...rows,
  };
}
