// Handles /complaint/create.

import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { writtenNumber } from '@sandali/contract/caseNumber.ts';
import { complaintCreate } from '@sandali/contract/cases.ts';
import { dayMs } from '@sandali/contract/day.ts';
import type { ComplaintId } from '@sandali/contract/id.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeRateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { viewBills } from '#/loan/loan.ts';
import { manilaDayOf, todayOf, wireDay } from '#/platform/days.ts';
import { newCaseSymbols, newIdFor } from '#/platform/random.ts';
import { invariant, refuse } from '#/platform/refuse.ts';
import { daysOf, isPayDay } from './rules.ts';
import { sealComplaint } from './sealed.ts';
import { findComplaint, insertComplaint } from './store.ts';

export const complaintsADay = 5;

type Kept = { complaintId: string };

/**
 * Stores a complaint under a random number, which reveals neither the number of complaints nor
 * other complaint numbers.
 */
export async function createComplaint(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof complaintCreate>,
): Promise<Done<Kept>> {
  const { app, now, wall, who } = ctx;
  const { kind, loanId, payment, words } = input;
  const today = manilaDayOf(now);
  if (payment && !isPayDay(Temporal.PlainDate.from(payment.paidOn), today))
    refuse(complaintCreate, 'complaintDayWrong');
  if (loanId && (await viewBills(tx, who.borrowerId, { loanId }, todayOf(now))).length === 0)
    refuse(complaintCreate, 'loanUnknown');
  const rateLimit = {
    name: `complaints:${who.borrowerId}`,
    limit: complaintsADay,
    windowMs: dayMs,
  };
  if (!(await consumeRateLimit(tx, rateLimit, wall))) refuse(complaintCreate, 'complaintsSpent');
  const complaintId = newIdFor(who.borrowerId, now);
  const days = daysOf(today);
  const row = {
    id: complaintId,
    borrower_id: who.borrowerId,
    kind,
    loan_id: loanId,
    details_sealed: sealComplaint(app.sealer, complaintId, { payment, words }),
    opened_at: now,
    acknowledge_on: days.acknowledgeOn,
    resolve_on: days.resolveOn,
  };
  await insertComplaint(tx, row, () => writtenNumber('CS', newCaseSymbols()));
  await audit(tx, {
    at: now,
    who: 'the borrower',
    act: 'complaintMade',
    subject: who.borrowerId,
    detail: { complaint: complaintId, kind },
  });
  return { ids: { complaintId } };
}

export async function showCreated(
  _ctx: BorrowerCtx,
  read: Read,
  { complaintId }: Kept,
): Promise<DataOf<typeof complaintCreate>> {
  const row = await findComplaint(read, complaintId);
  invariant(row, 'a created complaint exists');
  return {
    complaintId: row.id as ComplaintId,
    number: row.number,
    acknowledgeOn: wireDay(row.acknowledge_on),
    resolveOn: wireDay(row.resolve_on),
  };
}
