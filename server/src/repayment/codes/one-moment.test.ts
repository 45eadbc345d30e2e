// The answer of a screen must be a snapshot of one moment: money that is booked while it is read is in all of it or in none.
import type { RepaymentId } from '@sandali/contract/id.ts';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { statusOf } from './status.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments } = moneySteps(app);

/** Does something between the first query and all later ones. */
function afterFirst(work: () => Promise<void>): KyselyPlugin {
  let done: Promise<void> | null = null;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      done ??= result.rows.length > 0 ? work() : null;
      await done;
      return result;
    },
  };
}

test('a code that is paid while its status is read is paid with its bill, or neither is', async () => {
  const { anna, loanId } = await debtor(8);
  const { code, repaymentId } = await codeFor(anna, loanId);
  const payment = await pay(code);
  const { borrower_id: borrowerId } = await app.db
    .selectFrom('bills')
    .select('borrower_id')
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  const ctx = { app: app.context, who: { borrowerId }, now: app.clocks.now(), locale: 'en' } as BorrowerCtx;
  const read = async (db = app.db) => {
    const { state, bill } = await statusOf(ctx, db, { repaymentId: repaymentId as RepaymentId });
    return [state, bill.state];
  };
  expect(await read(app.db.withPlugin(afterFirst(() => bookPayments(payment))))).toEqual(['given', 'upcoming']);
  expect(await read()).toEqual(['booked', 'repaid']);
});
