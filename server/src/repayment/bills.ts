// /bill/list: the loan slice's bills, with payments and refunds in progress.
import type { DataOf } from '@sandali/contract/call.ts';
import type { billList } from '@sandali/contract/loan.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { claimPart, refundablePart } from '#/ledger/ledger.ts';
import { billListParts, listOf } from '#/loan/loan.ts';
import { beingPaidPart } from './parts.ts';
import { refundShown } from './refund/query.ts';
import { newestRefundPart } from './refund/store.ts';

export const billsParts = {
  ...billListParts,
  paying: beingPaidPart,
  refundable: refundablePart,
  claim: claimPart,
  newestRefund: newestRefundPart,
};

export async function billsWithRefund(
  ctx: BorrowerCtx,
  facts: FactsOf<typeof billsParts>,
): Promise<DataOf<typeof billList>> {
  return {
    ...listOf(ctx, facts),
    refundableCentavos: facts.refundable,
    claimCentavos: facts.claim,
    refund: refundShown(facts.newestRefund, ctx.now),
  };
}
