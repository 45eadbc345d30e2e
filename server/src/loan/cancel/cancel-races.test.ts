// Cancellations and returns that race with the sending of the payout order, with the approval, with
// another cancellation or with a booking.
import { userInfo } from '@sandali/contract/account.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList, loanApply, loanDetail, productCal } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { takePayment } from '#/repayment/repayment.ts';
import { addWallet } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { isAtLength } from '#/testing/effort.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp({ isCrowded: true });
const { codeFor, pay, receiptsOf, payoutOf, billRow } = moneySteps(app);
const peso = 100;
const rounds = isAtLength ? 24 : 8;

/** Creates a person with a wallet and a credit line large enough for every round. */
async function borrower() {
  const anna = await app.person({ withCredit: true });
  const accountId = (await addWallet(anna.life)) as never;
  const { userGid } = await anna.client.must(userInfo, {});
  const wider = app.db
    .updateTable('credit_lines')
    .set({ limit_centavos: BigInt(60_000 * peso * 100), affordable_centavos: null });
  await wider.where('borrower_id', '=', userGid).execute();
  return { anna, accountId };
}

/** Signs a loan, with a coupon if one exists, without running the worker. */
async function signed({ anna, accountId }: Awaited<ReturnType<typeof borrower>>): Promise<string> {
  const input = {
    amountCentavos: centavos(60_000 * peso),
    termDays: 8,
    channel: 'wallet',
    accountId,
    voucherId: 'best',
  } as const;
  const agreed = agreedTo(await anna.client.must(productCal, input));
  return (await anna.client.must(loanApply, agreed)).loanId;
}

async function run(name: string): Promise<void> {
  await app.app.steps.find((step) => step.name === name)?.run(workCtx(app.context));
}

/**
 * Delays the caller by this number of database reads. Callers pass more in each round, so each side
 * sometimes wins.
 */
async function after(reads: number): Promise<void> {
  for (let i = 0; i < reads; i++) await sql`select 1`.execute(app.db);
}

const cancel = async ({ client }: Person, loanId: string) =>
  (await client.ask(billCancel, { loanId })).name;
const stateOf = async ({ client }: Person, loanId: string) =>
  (await client.must(loanDetail, { loanId })).state;
const heldOf = async ({ client }: Person) => (await client.must(userMulti, {})).line?.heldCentavos;

/** Checks that the loan is either cancelled and never paid out, or paid out once. */
async function oneWinner(
  anna: Person,
  loanId: string,
  answer: string,
): Promise<'cancelled' | 'paid'> {
  const payout = await app.db
    .selectFrom('payouts')
    .selectAll()
    .where('subject_id', '=', loanId)
    .executeTakeFirst();
  const changes = await app.db
    .selectFrom('loan_state_changes')
    .select('state')
    .where('loan_id', '=', loanId)
    .execute();
  if (answer === 'success') {
    expect(await stateOf(anna, loanId)).toBe('cancelled');
    expect(changes.filter((change) => change.state === 'cancelled')).toHaveLength(1);
    if (payout) expect(payout).toMatchObject({ state: 'cancelled', sent_at: null });
    if (payout) expect(app.bank.settlementLinesOf(payout.id)).toHaveLength(0);
    return 'cancelled';
  }
  expect(answer).toBe('cancelTooLate');
  app.clocks.addMs(30_001);
  await app.until('the payout', async () => (await stateOf(anna, loanId)) === 'success');
  expect(changes.map((change) => change.state)).not.toContain('cancelled');
  expect(app.bank.settlementLinesOf((await payoutOf(loanId)).id)).toHaveLength(1);
  return 'paid';
}

slow(
  'a loan cancelled during its payout is paid out once or never',
  async () => {
    let people = await borrower();
    const winners = [];
    for (let round = 0; round < rounds; round++) {
      const loanId = await signed(people);
      await run('approve');
      const isOrderLate = round % 2 === 0;
      const late = async () => {
        await after(isOrderLate ? 0 : round);
        return await cancel(people.anna, loanId);
      };
      const work = async () => {
        await after(isOrderLate ? 2 * round : 0);
        await run('payouts');
      };
      // The outcome of the first two rounds is fixed, so both outcomes occur on every machine.
      if (round === 1) await work();
      const cancelling = late();
      if (round === 0) await cancelling;
      const [answer] = await Promise.all([cancelling, work(), work()]);
      winners.push(await oneWinner(people.anna, loanId, answer));
      // The borrower's income is enough for only a few open loans at a time.
      if (round % 4 === 3) {
        expect(await heldOf(people.anna)).toBe(0);
        people = await borrower();
      }
    }
    expect(new Set(winners)).toEqual(new Set(['cancelled', 'paid']));
  },
  60_000,
);

slow(
  'a loan cancelled during its approval is paid out once or never',
  async () => {
    let people = await borrower();
    for (let round = 0; round < rounds; round++) {
      const loanId = await signed(people);
      const late = async () => {
        await after(round % 12);
        return await cancel(people.anna, loanId);
      };
      const work = async () => {
        await run('approve');
        await run('payouts');
      };
      const [answer] = await Promise.all([late(), work(), work()]);
      await oneWinner(people.anna, loanId, answer);
      if (round % 4 === 3) {
        expect(await heldOf(people.anna)).toBe(0);
        people = await borrower();
      }
    }
  },
  60_000,
);

slow(
  'eight concurrent cancellations release the held credit and the coupon once',
  async () => {
    const people = await borrower();
    for (let round = 0; round < rounds; round++) {
      const loanId = await signed(people);
      if (round % 2 === 1) await run('approve');
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => cancel(people.anna, loanId)),
      );
      expect(new Set(answers)).toEqual(new Set(['success']));
      await oneWinner(people.anna, loanId, 'success');
      expect(await heldOf(people.anna)).toBe(0);
      const uses = await app.db
        .selectFrom('coupon_redemptions')
        .selectAll()
        .where('loan_id', '=', loanId)
        .execute();
      expect(uses).toHaveLength(1);
      expect(uses[0]?.released_at).not.toBeNull();
    }
  },
  60_000,
);

/**
 * Creates a paid-out loan with two payment codes: one for its return, one for a partial payment.
 */
async function twoCodes(people: Awaited<ReturnType<typeof borrower>>) {
  const { anna } = people;
  const loanId = await signed(people);
  await app.until('the payout', async () => (await stateOf(anna, loanId)) === 'success');
  const part = await codeFor(anna, loanId, 20_000 * peso);
  const { repaymentId } = await anna.client.must(billCancel, { loanId, channel: 'pawnshop' });
  const code = await app.until('a code', async () => {
    return (await anna.client.must(repaymentStatus, { repaymentId: repaymentId as string })).code;
  });
  return { loanId, partCode: part.code, returnCode: code };
}

slow(
  'a payment that races with the payment for a return becomes refundable',
  async () => {
    let people = await borrower();
    for (let round = 0; round < rounds / 2; round++) {
      // After two returns a borrower must wait before the next loan.
      if (round > 0 && round % 2 === 0) people = await borrower();
      const { anna } = people;
      const { loanId, partCode, returnCode } = await twoCodes(people);
      const before = (await anna.client.must(billList, {})).refundableCentavos;
      const payments = [await pay(returnCode), await pay(partCode)];
      const order = round % 2 === 0 ? payments : payments.toReversed();
      await Promise.all(
        [...order, ...order].map((payment) =>
          takePayment(workCtx(app.context), app.context.bank, payment),
        ),
      );
      for (const payment of payments) expect(await receiptsOf(payment)).toHaveLength(1);
      const { bill } = await anna.client.must(billDetail, { loanId });
      const { refundableCentavos } = await anna.client.must(billList, {});
      expect({ state: bill.state, more: refundableCentavos - before }).toEqual({
        state: 'cooledOff',
        more: 20_000 * peso,
      });
    }
  },
  60_000,
);

test('a return request that races with the payoff of its loan still returns the loan', async () => {
  let people = await borrower();
  for (let round = 0; round < rounds / 2; round++) {
    if (round > 0 && round % 2 === 0) people = await borrower();
    const { anna } = people;
    const loanId = await signed(people);
    await app.until('the payout', async () => (await stateOf(anna, loanId)) === 'success');
    const before = (await anna.client.must(billList, {})).refundableCentavos;
    const { code } = await codeFor(anna, loanId);
    const payment = await pay(code);
    const late = async () => {
      await after(round);
      return await cancel(anna, loanId);
    };
    const [answer] = await Promise.all([
      late(),
      takePayment(workCtx(app.context), app.context.bank, payment),
    ]);
    const more = (await anna.client.must(billList, {})).refundableCentavos - before;
    const { settled_as } = await billRow(loanId);
    const { arrivalCentavos } = await anna.client.must(loanDetail, { loanId });
    const feesCentavos = 60_000 * peso - arrivalCentavos;
    expect({ answer, settled_as, more }).toEqual({
      answer: 'success',
      settled_as: 'cooledOff',
      more: feesCentavos,
    });
  }
}, 60_000);
