// People who sign up with pictures, borrow and repay until their server dies, and the writes that
// the server confirmed to them by then.

import { setTimeout as wait } from 'node:timers/promises';
import { codeSms } from '@sandali/contract/account.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import type { Read } from '@sandali/server/db/database.ts';
import { newId, randomBytes } from '@sandali/server/platform/random.ts';
import { type Client, createClient } from '@sandali/server/sandbox/client.ts';
import { applyUntilApproved } from '@sandali/server/sandbox/credit-life.ts';
import {
  addWallet,
  askCode,
  type Life,
  paidOut,
  signUp,
  takeLoan,
  until,
} from '@sandali/server/sandbox/life.ts';
import type { Program } from '@sandali/server/testing/program.ts';
import { askSandbox } from '#/ask.ts';

/** How often a person who rests looks whether the load ends. */
const restMs = 500;

/** A write that the server confirmed to a borrower. A payment has the id of its code. */
type Confirmed = { kind: 'loan' | 'payment'; id: string; startedMs: number; confirmedMs: number };
export type Borrower = { life: Life; walletId: string; openedMs: number };

export type People = ReturnType<typeof openPeople>;

/** How people reach the product: its address, its calls, its messages and its kiosk. */
export type Way = {
  origin(): string;
  send(request: Request): Promise<Response>;
  /** How long people wait for money and bookings; a minute by default. */
  waitMs?: number;
  /** The shortest time of a loan and its payments; none by default. */
  roundMs?: number;
  /** Makes a client's `ask` repeat calls without an answer. */
  repeating?(ask: Client['ask']): Client['ask'];
  codesOf(phone: string): Promise<string[]>;
  pay(code: string): Promise<void>;
};

/** Returns the way to the server in `place`, which may change. */
export const wayTo = (place: { server: Program; codesOf(phone: string): string[] }): Way => ({
  origin: () => `http://127.0.0.1:${place.server.at.port}`,
  send: async (request) => await fetch(request),
  codesOf: async (phone) => place.codesOf(phone),
  pay: async (code) => void (await askSandbox(place.server.at.port, 'pay', { code })),
});

/** Returns functions for a group of people. */
export function openPeople(way: Way) {
  const borrowers: Borrower[] = [];
  const confirmed: Confirmed[] = [];
  const note = async <T>(
    kind: Confirmed['kind'],
    write: () => Promise<T>,
    idOf: (made: T) => string,
  ) => {
    const startedMs = Date.now();
    const made = await write();
    confirmed.push({ kind, id: idOf(made), startedMs, confirmedMs: Date.now() });
    return made;
  };
  const borrow = async ({ life, walletId }: Borrower) =>
    await note(
      'loan',
      async () => await takeLoan(life, walletId),
      ({ loanId }) => loanId,
    );
  const pay = async ({ life }: Borrower, loanId: string, amountCentavos: number) => {
    const { repaymentId, code } = await askCode(life, loanId, amountCentavos);
    const lookForBooking = async () => {
      const { state } = await life.client.must(repaymentStatus, { repaymentId });
      return state === 'booked';
    };
    const payAndWait = async () => {
      await way.pay(code);
      await until('the booking', lookForBooking, way.waitMs);
    };
    await note('payment', payAndWait, () => repaymentId);
  };
  return {
    borrowers,
    confirmed,
    borrow,
    /** Requests an SMS code for a login that nobody completes. */
    requestCode: async ({ life }: Borrower) =>
      await life.client.must(codeSms, { phone: life.phone, purpose: 'login' }),
    /** Signs a person up, with two pictures, a credit line and a wallet. */
    async open(): Promise<Borrower> {
      const number = borrowers.length;
      const client = createClient({
        deviceId: randomBytes(16).toString('base64url'),
        wallMs: () => Date.now(),
        fetch: way.send,
        get origin() {
          return way.origin();
        },
      });
      if (way.repeating) client.ask = way.repeating(client.ask);
      const life: Life = {
        client,
        number,
        phone: `+63917555${8100 + number}`,
        password: 'tagong-salita-7',
        firstName: 'Subok',
        lastName: `Balik ${'abcdefghij'[number]}`,
        codesOf: way.codesOf,
        idOf: () => newId(Temporal.Now.instant()),
      };
      const openedMs = Date.now();
      await signUp(life);
      await applyUntilApproved(life);
      const borrower = { life, walletId: await addWallet(life), openedMs };
      borrowers.push(borrower);
      return borrower;
    },
    /** Repeatedly borrows, waits for the money and pays in two parts, until `isOn` is false. */
    async live(borrower: Borrower, load: { isOn: boolean }): Promise<void> {
      const { life } = borrower;
      const { roundMs = 0 } = way;
      const restUntil = async (endMs: number) => {
        while (load.isOn && performance.now() < endMs) await wait(restMs);
      };
      // People do not all begin at the same moment.
      const share = borrowers.indexOf(borrower) / borrowers.length;
      await restUntil(performance.now() + share * roundMs);
      while (load.isOn) {
        const endsAtMs = performance.now() + roundMs;
        const { loanId } = await borrow(borrower);
        await paidOut(life, loanId, way.waitMs);
        const owed = async () =>
          (await life.client.must(billDetail, { loanId })).bill.currentDue.owedCentavos;
        if (load.isOn) await pay(borrower, loanId, Math.floor((await owed()) / 2));
        if (load.isOn) await pay(borrower, loanId, await owed());
        await restUntil(endsAtMs);
      }
    },
  };
}

/** Returns the ids of the loans and payments that a database has. */
export async function storedIn(db: Read): Promise<Set<string>> {
  const loans = await db.selectFrom('loans').select('id').execute();
  const payments = await db
    .selectFrom('receipts')
    .select('code_id as id')
    .where('code_id', 'is not', null)
    .execute();
  return new Set([...loans, ...payments].flatMap(({ id }) => id ?? []));
}

/** Makes each person borrow and repay until `stop`, which waits for running rounds. */
export function startLoad(people: People) {
  const load = { isOn: true };
  const count = () => people.confirmed.filter(({ kind }) => kind === 'payment').length;
  const first = count();
  let failure: Error | null = null;
  const lives = people.borrowers.map(async (borrower) => {
    try {
      await people.live(borrower, load);
    } catch (error) {
      if (load.isOn) failure ??= error as Error;
    }
  });
  return {
    /** Returns why a person stopped before `stop`; null if nobody did. */
    failure: () => failure,
    async payments(least: number): Promise<void> {
      const look = async () => {
        if (failure) throw failure;
        return count() - first >= least;
      };
      await until(`${least} payments`, look, 300_000);
    },
    async stop(): Promise<void> {
      load.isOn = false;
      await Promise.all(lives);
    },
  };
}
