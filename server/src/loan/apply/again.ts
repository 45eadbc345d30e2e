// /loan/again: offers the last repaid loan again. It is priced like any other loan, so /loan shows
// the same figures.
import type { DataOf } from '@sandali/contract/call.ts';
import type { PayoutChannel } from '@sandali/contract/channel.ts';
import type { AccountId, CouponId } from '@sandali/contract/id.ts';
import type { loanAgain } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { sql } from 'kysely';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { CtxBeforeSession } from '#/context/open-call.ts';
import { type FactsOf, type Given, type OfBorrower, onePart } from '#/db/snapshot.ts';
import { lastRepaid } from '#/loan/store.ts';
import { accountAsListed, selectAccount } from '#/payout-accounts/payout-accounts.ts';
import { Refused } from '#/platform/refuse.ts';
import { priceFor, quoteParts, shortOf } from './calc.ts';
import { borrowingParams } from './may-borrow.ts';

/** The query sections for quoting the last loan again, with its account. */
export const againParts = {
  ...quoteParts,
  last: onePart(
    (db, { borrowerId }: OfBorrower) => lastRepaid(db, borrowerId),
    (row) => row,
  ),
  account: onePart(
    (db, { borrowerId, gateway }: Given<{ borrowerId: string; gateway: string }>) =>
      selectAccount(db, {
        borrowerId,
        gateway,
        accountId: sql<
          string | null
        >`(${db.selectFrom(lastRepaid(db, borrowerId).as('last')).select('account_id')})`,
      }),
    accountAsListed,
  ),
};

/** Returns the query parameters that do not come from the session. */
export function againParams(ctx: CtxBeforeSession) {
  return { ...borrowingParams(ctx), gateway: ctx.app.bank.name };
}

/** Returns the last loan at today's price; null if the borrower cannot borrow it again now. */
export async function againNow(
  ctx: BorrowerCtx,
  facts: FactsOf<typeof againParts>,
): Promise<DataOf<typeof loanAgain>> {
  const { last } = facts;
  if (!last) return null;
  const wish = {
    amountCentavos: centavos(last.principal_centavos),
    termDays: last.term_days,
    channel: last.channel as PayoutChannel,
    accountId: last.account_id as AccountId | null,
    voucherId: 'best',
  } as const;
  try {
    const { facts: priced, receiver, voucherId } = await priceFor(ctx, facts, wish);
    const { arrivalCentavos, repayCentavos, dueOnIfToday, couponCentavos } = priced;
    const { amountCentavos, termDays, channel } = wish;
    const price = {
      arrivalCentavos,
      repayCentavos,
      dueOnIfToday,
      voucherId: voucherId as CouponId | null,
      couponCentavos,
    };
    return { amountCentavos, termDays, channel, receiver: receiver && shortOf(receiver), ...price };
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
