// Creates the borrowers that the bench copies. Each borrows three times in two months, through a
// browser's calls; the last borrower has not yet repaid the third loan.
import { lifeIn } from '@sandali/battery/crowd.ts';
import { dayMs, payAt, sendPaymentEvent, workUntil } from '@sandali/battery/debtors.ts';
import { type OpenServer, openServer } from '@sandali/battery/server.ts';
import type { TestBed } from '@sandali/battery/test-bed.ts';
import { logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import {
  addWallet,
  askCode,
  type Life,
  reviewed,
  signUp,
  takeLoan,
} from '@sandali/server/sandbox/life.ts';
import { lookUntilQuiet } from '@sandali/server/worker.ts';

/** The days on which each loan is borrowed and repaid, relative to the last day. */
const loanDays = [
  [-50, -43],
  [-40, -32],
  [-20, -12],
] as const;
/** The day on which the last borrower takes the third loan, which stays open. */
const openLoanDay = -6;

type Borrower = { life: Life; accountId: string; loanId: string };
type Event = { day: number; act(): Promise<void> };

/**
 * Creates borrowers with a history up to the test bed's current time, in a separate app.
 * @returns the borrowers' ids
 */
export async function makeLives(bed: TestBed, count: number): Promise<string[]> {
  const server = await openServer(bed.setup);
  const borrowers = Array.from({ length: count }, (_, nth) => nth);
  try {
    const events = borrowers.flatMap((nth) => eventsOf(bed, server, nth, count - 1));
    for (const { day, act } of events.toSorted((a, b) => a.day - b.day)) {
      await moveTo(bed, server, day);
      await act();
    }
    await moveTo(bed, server, 0);
    const { sealer } = server.app.context;
    const phones = borrowers.map((nth) => sealer.hash('phone', phoneOf(nth)));
    const { rows } = await bed.database.pool.query<{ id: string }>(
      `select id from borrowers where phone_hash = any($1)
       order by array_position($1, phone_hash)`,
      [phones],
    );
    return rows.map(({ id }) => id);
  } finally {
    await server.close();
  }
}

const phoneOf = (nth: number) => `+63917555480${nth}`;

/** Moves server and bank to a day, and does all due work. */
async function moveTo(bed: TestBed, server: OpenServer, day: number): Promise<void> {
  const aheadMs = bed.setup.aheadMs + day * dayMs;
  await bed.bank.setOffset(aheadMs);
  server.moveTo(aheadMs);
  await lookUntilQuiet(server.app.context, server.app.steps);
}

/** Returns a borrower's events. Each borrower is a day ahead of the next, to spread the events. */
function eventsOf(bed: TestBed, server: OpenServer, nth: number, last: number): Event[] {
  const life = lifeIn(server, { phone: phoneOf(nth), number: 800 + nth });
  const borrower: Borrower = { life, accountId: '', loanId: '' };
  const begin = async () => {
    await signUp(life);
    await applyForCredit(life);
    await reviewed(life);
    borrower.accountId = await addWallet(life);
  };
  const shift = nth - last;
  const events: Event[] = [{ day: loanDays[0][0] + shift, act: begin }];
  for (const [at, [borrowDay, repayDay]] of loanDays.entries()) {
    const staysOpen = nth === last && at === loanDays.length - 1;
    const day = (staysOpen ? openLoanDay : borrowDay) + shift;
    events.push({ day, act: () => borrow(bed, server, borrower) });
    if (staysOpen) continue;
    events.push({ day: repayDay + shift, act: () => repay(bed, server, borrower) });
  }
  return events;
}

/** Logs in again, because the session from the last visit has expired. */
async function logIn({ client, phone, password }: Life): Promise<void> {
  const input = { by: 'password', phone, password, agreementVersion } as const;
  client.token = (await client.must(logonRegister, input)).token;
}

async function borrow(bed: TestBed, server: OpenServer, borrower: Borrower): Promise<void> {
  await logIn(borrower.life);
  const { loanId } = await takeLoan(borrower.life, borrower.accountId);
  borrower.loanId = loanId;
  const bill = bed.database.db.selectFrom('bills').select('loan_id').where('loan_id', '=', loanId);
  await workUntil(bed, server, 'the payout', async () => (await bill.execute()).length > 0);
}

async function repay(bed: TestBed, server: OpenServer, { life, loanId }: Borrower): Promise<void> {
  await logIn(life);
  const { bill } = await life.client.must(billDetail, { loanId });
  const amountCentavos = bill.currentDue.owedCentavos;
  const { code } = await askCode(life, loanId, amountCentavos);
  await sendPaymentEvent(bed, server, await payAt(bed, code, amountCentavos));
  await lookUntilQuiet(server.app.context, server.app.steps);
  const { bill: after } = await life.client.must(billDetail, { loanId });
  if (after.repaidOn === null) throw new Error('a loan of the growth bench is not repaid');
}
