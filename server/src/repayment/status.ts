// /repayment/status: the code and how far its payment is; and the live code that /bill/detail shows.

import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import type { CodePurpose } from '@sandali/contract/coolingOff.ts';
import type { LoanId, RepaymentId } from '@sandali/contract/id.ts';
import type { billDetail } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import type { Read } from '#/db/database.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';
import { wireInstant } from '#/kit/days.ts';
import { invariant, refuse } from '#/kit/refuse.ts';
import { billOf, billsOf, seeBill, todayOf } from '#/loan/loan.ts';
import { stateFacts } from './apply.ts';
import { codeState } from './rules.ts';
import { findCode, liveCodeOf } from './store.ts';

export async function statusOf(
  ctx: BorrowerCtx,
  read: Read,
  input: RequestOf<typeof repaymentStatus>,
): Promise<DataOf<typeof repaymentStatus>> {
  const code = await findCode(read, ctx.who.borrowerId, input.repaymentId);
  if (!code?.loan_id) refuse(repaymentStatus, 'repaymentCodeUnknown');
  const [row] = await billsOf(read, ctx.who.borrowerId, { loanId: code.loan_id });
  invariant(row, 'a code of a bill has its bill');
  const { shown } = seeBill(row, todayOf(ctx.now));
  return {
    repaymentId: code.id as RepaymentId,
    loanId: code.loan_id as LoanId,
    state: codeState(stateFacts(code), ctx.now.epochMilliseconds),
    purpose: code.purpose as CodePurpose,
    channel: code.channel as RepaymentChannel,
    amountCentavos: code.amount_centavos === null ? null : centavos(code.amount_centavos),
    code: code.code,
    payload: code.payload,
    endsAt: code.ends_at ? wireInstant(code.ends_at) : null,
    growsDaily: shown.overdueDays > 0,
    paidCentavos: centavos(code.paid_centavos),
    paidAt: code.paid_at ? wireInstant(code.paid_at) : null,
    bill: { state: shown.state, currentDueCentavos: shown.currentDueCentavos },
  };
}

/** /bill/detail: the bill as the loan slice tells it, and the code that is open for it. */
export async function billWithCode(ctx: BorrowerCtx, read: Read, input: RequestOf<typeof billDetail>): Promise<DataOf<typeof billDetail>> {
  const [bill, code] = await Promise.all([billOf(ctx, read, input), liveCodeOf(read, ctx.who.borrowerId, input.loanId, ctx.now)]);
  return {
    ...bill,
    openCode: code?.code
      ? {
          repaymentId: code.id,
          purpose: code.purpose as CodePurpose,
          channel: code.channel as RepaymentChannel,
          code: code.code,
          endsAt: code.ends_at ? wireInstant(code.ends_at) : null,
          amountCentavos: code.amount_centavos === null ? null : centavos(code.amount_centavos),
        }
      : null,
  };
}
