// A loan's return racing against a reversal of its payout and against repeated requests.
import { billCancel } from '@sandali/contract/cancel.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { lockForPayout, payoutMoved } from '#/loan/payout/payout-result.ts';
import { settlePayout } from '#/payout/settle.ts';
import { takePayment } from '#/repayment/repayment.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { returnSteps } from '#/testing/returns.ts';

const app = await testApp({ isCrowded: true });
const { debtor, loanOf, codeFor, pay, billRow, payoutOf, widenLine } = moneySteps(app);
const { earned, refundable, codeToReturn } = returnSteps(app);
const peso = 100;
const rounds = 6;

const handler = { lock: lockForPayout, settled: payoutMoved };
const handlers = { loan: handler, refund: handler };

/** Waits by running this many queries, so that each side of a race wins in some rounds. */
async function after(reads: number): Promise<void> {
  for (let i = 0; i < reads; i++) await sql`select 1`.execute(app.db);
}

/**
 * Returns a borrower whose limit is enough for all rounds. `next` opens a loan of ₱60,000 for 8
 * days.
 */
async function borrower() {
  const { anna, accountId, loanId: first } = await debtor(8);
  await widenLine(first, 60_000 * peso * (rounds + 1));
  async function next() {
    return { anna, loanId: await loanOf(anna, accountId, 8), kept: await refundable(anna) };
  }
  return { anna, next };
}

/**
 * Adds the fees of the first loan, which is not returned, to the income balances. Income is
 * negative.
 */
const withOneLoan = ([interest = 0n, late = 0n, serviceFee = 0n, channelFee = 0n]: bigint[]) => [
  interest,
  late,
  serviceFee - 60_000n,
  channelFee - 1_000n,
];

slow(
  'leaves no debt if the payout is reversed while the return is being booked',
  async () => {
    const before = await earned();
    const loans = await borrower();
    for (let round = 0; round < rounds; round++) {
      const { anna, loanId, kept } = await loans.next();
      const { code } = await codeToReturn(anna, loanId);
      const payment = await pay(code);
      const { id } = await payoutOf(loanId);
      await app.bank.call('/control/reverse', { reference: id });
      const back = {
        to: 'reversed',
        paidAt: app.clocks.now(),
        gatewayId: 'po_1',
        failure: 'returned',
      } as const;
      const reverse = async () => {
        await after(round % 2 === 0 ? round : 0);
        await settlePayout(workCtx(app.context), handlers, id, back, null);
      };
      const book = async () => {
        await after(round % 2 === 0 ? 0 : round);
        return await takePayment(workCtx(app.context), app.context.bank, payment);
      };
      await Promise.all([reverse(), book(), reverse()]);
      expect({
        round,
        as: (await billRow(loanId)).settled_as,
        refundable: (await refundable(anna)) - kept,
      }).toEqual({
        round,
        as: 'void',
        refundable: 59_390 * peso,
      });
      expect((await anna.client.must(userMulti, {})).line).toMatchObject({
        usedCentavos: 60_000 * peso,
        heldCentavos: 0,
      });
    }
    expect(await earned()).toEqual(withOneLoan(before));
  },
  60_000,
);

slow('returns a paid loan once despite six concurrent requests and a further payment', async () => {
  const before = await earned();
  for (let round = 0; round < rounds; round++) {
    // After two returns a borrower must wait for the next loan, so each round needs a new
    // borrower.
    const { anna, loanId } = await debtor(8);
    const { code: first } = await codeFor(anna, loanId, 59_400 * peso);
    expect(await takePayment(workCtx(app.context), app.context.bank, await pay(first))).toBe(
      'done',
    );
    const { code: second } = await codeFor(anna, loanId, 500 * peso);
    const more = await pay(second);
    const ask = async (nth: number) => {
      await after(nth + round);
      return (await anna.client.ask(billCancel, { loanId })).data?.outcome;
    };
    const [outcomes] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, (_, nth) => ask(nth))),
      takePayment(workCtx(app.context), app.context.bank, more),
    ]);
    expect(new Set(outcomes)).toEqual(new Set(['cooledOff']));
    expect({
      as: (await billRow(loanId)).settled_as,
      refundable: await refundable(anna),
    }).toEqual({
      as: 'cooledOff',
      refundable: 510 * peso,
    });
    const returns = app.db
      .selectFrom('ledger_entries')
      .select('id')
      .where('kind', '=', 'loan.cooledOff')
      .where('loan_id', '=', loanId);
    expect(await returns.execute()).toHaveLength(1);
  }
  expect(await earned()).toEqual(before);
});
