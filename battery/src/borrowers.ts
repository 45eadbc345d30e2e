// Runs the whole app in this process, with its own database and a clock that the test sets.
// Borrowers use the app through the calls that a browser makes.
import { randomBytes } from 'node:crypto';
import { billCancel } from '@sandali/contract/cancel.ts';
import { asDay, type Day } from '@sandali/contract/day.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { startOwnPostgres } from '@sandali/server/db/own-postgres.testing.ts';
import { newId } from '@sandali/server/platform/random.ts';
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import {
  addWallet,
  type Life,
  type LoanWish,
  reviewed,
  signUp,
  takeLoan,
} from '@sandali/server/sandbox/life.ts';
import { deviceOf, lifeOf, openServerSetup, timeOf } from '@sandali/server/testing/server.ts';

/** Friday, 10:00 in Manila. */
const start = '2026-11-20T02:00:00Z';

export type LocalApp = Awaited<ReturnType<typeof openLocalApp>>;
export type Borrower = { life: Life; accountId: string };

/** Runs `work` on a temporary server with the small-ticket catalogue. */
export async function withLocalApp<T>(work: (local: LocalApp) => Promise<T>): Promise<T> {
  const { folder, placeOf, stop } = await startOwnPostgres('battery', { isPrepared: true });
  const ends: (() => unknown)[] = [];
  try {
    return await work(await openLocalApp(folder, placeOf('app'), (end) => ends.push(end)));
  } finally {
    for (const end of ends.toReversed()) await end();
    await stop();
  }
}

async function openLocalApp(
  folder: string,
  place: { host: string; database: string; user: string },
  atEnd: (end: () => unknown) => void,
) {
  const masterKey = randomBytes(32).toString('base64');
  const env = { CATALOGUE: 'small-ticket', LOG_LEVEL: 'error' };
  const opened = await openServerSetup({ env, place, folder, masterKey, start, atEnd });
  const time = timeOf(opened, opened.setup);
  const { bank, clocks, db } = opened;
  let borrowerCount = 0;

  /** Creates a borrower with a credit line and a wallet. */
  async function borrower(): Promise<Borrower> {
    borrowerCount += 1;
    const life = lifeOf(500 + borrowerCount, deviceOf(opened, opened.setup), {
      db,
      clocks,
      work: time.work,
    });
    await signUp(life);
    await applyForCredit(life);
    await time.until('the review', async () => (await reviewed(life)) === 'approved');
    const accountId = await addWallet(life);
    life.idOf = () => newId(clocks.wall());
    return { life, accountId };
  }

  /** Borrows and waits for the payout. @returns the loan's id */
  async function borrow({ life, accountId }: Borrower, wish: LoanWish): Promise<string> {
    const { loanId } = await takeLoan(life, accountId, wish);
    await time.until(
      'the payout',
      async () => (await life.client.must(loanDetail, { loanId })).state === 'success',
    );
    return loanId;
  }

  async function payCode({ life }: Borrower, repaymentId: string): Promise<void> {
    const code = await time.until(
      'a code',
      async () => (await life.client.must(repaymentStatus, { repaymentId })).code,
    );
    await bank.call('/control/pay', { code, force: true });
    await time.until(
      'the booking',
      async () => (await life.client.must(repaymentStatus, { repaymentId })).state === 'booked',
    );
  }

  async function pay(borrower: Borrower, loanId: string, amountCentavos: Centavos): Promise<void> {
    const { repaymentId } = await borrower.life.client.must(repaymentApply, {
      loanId,
      channel: 'sevenEleven',
      amountCentavos,
    });
    await payCode(borrower, repaymentId);
  }

  /**
   * Makes the borrower return a loan within cooling-off.
   * @returns the refusal's name, or null
   */
  async function returnLoan(borrower: Borrower, loanId: string): Promise<string | null> {
    const answer = await borrower.life.client.ask(billCancel, { loanId, channel: 'sevenEleven' });
    if (answer.name !== 'success' || !answer.data) return answer.name;
    if (answer.data.repaymentId) await payCode(borrower, answer.data.repaymentId);
    return null;
  }

  /** Makes the bank reverse the loan's payout. */
  async function reversePayout({ life }: Borrower, loanId: string): Promise<void> {
    const { id } = await db
      .selectFrom('payouts')
      .select('id')
      .where('subject_id', '=', loanId)
      .executeTakeFirstOrThrow();
    await bank.call('/control/reverse', { reference: id });
    await time.until(
      'the reversal',
      async () => (await life.client.must(loanDetail, { loanId })).state === 'reversed',
    );
  }

  const today = (): Day =>
    asDay(clocks.now().toZonedDateTimeISO('Asia/Manila').toPlainDate().toString());
  return { ...opened, ...time, today, borrower, borrow, pay, returnLoan, reversePayout };
}
