// The people of whom all others are copies, made by the calls of a browser on the days of two months: each has borrowed three times, and the last of them has still
// to repay the last loan.
import { lifeIn } from '@sandali/battery/crowd.ts';
import { payAt, sendPaymentEvent, workUntil } from '@sandali/battery/debtors.ts';
import { type OpenServer, openServer } from '@sandali/battery/server.ts';
import type { TestBed } from '@sandali/battery/test-bed.ts';
import { logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, askCode, type Life, reviewed, signUp, takeLoan } from '@sandali/server/sandbox/life.ts';
import { lookUntilQuiet } from '@sandali/server/worker.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** On which days before the end somebody borrows and repays; the last loan of the last person is borrowed later and stays open. */
const loanDays = [
  [-50, -43],
  [-40, -32],
  [-20, -12],
] as const;
const openedOn = -6;

type Actor = { life: Life; accountId: string; loanId: string };
type Event = { day: number; act(): Promise<void> };

/** Makes so many in an app of its own, whose worker keeps up with each day. The bed's clock is where they end. @returns their ids. */
export async function makeLives(bed: TestBed, count: number): Promise<string[]> {
  const server = await openServer(bed.setup);
  try {
    const events = Array.from({ length: count }, (_, nth) => eventsOf(bed, server, nth, count - 1)).flat();
    for (const { day, act } of events.toSorted((a, b) => a.day - b.day)) {
      await moveTo(bed, server, day);
      await act();
    }
    await moveTo(bed, server, 0);
    const phones = Array.from({ length: count }, (_, nth) => server.app.context.sealer.hash('phone', phoneOf(nth)));
    const { rows } = await bed.database.pool.query<{ id: string }>(
      'select id from borrowers where phone_hash = any($1) order by array_position($1, phone_hash)',
      [phones],
    );
    return rows.map(({ id }) => id);
  } finally {
    await server.close();
  }
}

const phoneOf = (nth: number) => `+63917555480${nth}`;

/** Moves server and bank to a day, and does what has fallen due meanwhile. */
async function moveTo(bed: TestBed, server: OpenServer, day: number): Promise<void> {
  const aheadMs = bed.setup.aheadMs + day * dayMs;
  await bed.bank.setOffset(aheadMs);
  server.moveTo(aheadMs);
  await lookUntilQuiet(server.app.context, server.app.steps);
}

/** What somebody does on their days. Everybody begins a day before the one after them, so that no day has it all. */
function eventsOf(bed: TestBed, server: OpenServer, nth: number, last: number): Event[] {
  const isOpen = nth === last;
  const actor: Actor = { life: lifeIn(server, { phone: phoneOf(nth), number: 800 + nth }), accountId: '', loanId: '' };
  const begin = async () => {
    await signUp(actor.life);
    await applyForCredit(actor.life);
    await reviewed(actor.life);
    actor.accountId = await addWallet(actor.life);
  };
  const shift = nth - last;
  const events: Event[] = [{ day: loanDays[0][0] + shift, act: begin }];
  for (const [at, [from, to]] of loanDays.entries()) {
    const staysOpen = isOpen && at === loanDays.length - 1;
    events.push({ day: (staysOpen ? openedOn : from) + shift, act: () => borrow(bed, server, actor) });
    if (!staysOpen) events.push({ day: to + shift, act: () => repay(bed, server, actor) });
  }
  return events;
}

/** A session of the last visit has ended meanwhile. */
async function logIn({ client, phone, password }: Life): Promise<void> {
  client.token = (await client.must(logonRegister, { by: 'password', phone, password, agreementVersion })).token;
}

async function borrow(bed: TestBed, server: OpenServer, actor: Actor): Promise<void> {
  await logIn(actor.life);
  const { loanId } = await takeLoan(actor.life, actor.accountId);
  actor.loanId = loanId;
  const paidOut = bed.database.db.selectFrom('bills').select('loan_id').where('loan_id', '=', loanId);
  await workUntil(bed, server, 'the payout', async () => (await paidOut.execute()).length > 0);
}

async function repay(bed: TestBed, server: OpenServer, { life, loanId }: Actor): Promise<void> {
  await logIn(life);
  const { bill } = await life.client.must(billDetail, { loanId });
  const { owedCentavos: amountCentavos } = bill.currentDue;
  const { code } = await askCode(life, loanId, amountCentavos);
  await sendPaymentEvent(bed, server, await payAt(bed, code, amountCentavos));
  await lookUntilQuiet(server.app.context, server.app.steps);
  const { bill: after } = await life.client.must(billDetail, { loanId });
  if (after.repaidOn === null) throw new Error('a loan of the growth bench was not repaid');
}
