// Books a transfer to our own account: one person proposes a line of the bank's statement, another
// confirms it. The transfer is booked like a gateway's payment, with the line's day as value date.
import type { Centavos } from '@sandali/contract/money.ts';
import { lockBorrower } from '#/account/account.ts';
import type { StaffCtx } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { bookMoney } from '#/loan/loan.ts';
import { manilaDayOf, wireDay } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import { insertReceipt } from '#/repayment/store.ts';
import { paidAtOf, proposeOrConfirm } from './proposal.ts';
import { codeOfReference, ownBank } from './store.ts';

type Line = {
  reference: string;
  amountCentavos: Centavos;
  paidOn: Temporal.PlainDate;
  bankReference: string;
  caseNumber: string | null;
};

/** The effect of a transfer on a borrower's case. Another slice owns the cases. */
export type Cases = {
  /**
   * Returns the borrower's open case.
   * @throws Declined if the borrower has no such case, or it has already been answered
   */
  mustFind(tx: Tx, number: string, borrowerId: string): Promise<{ id: string }>;
  /** Answers the case with the booked amount and day. The borrower must be locked. */
  answerBooked(
    ctx: StaffCtx,
    tx: Tx,
    id: string,
    booked: { amountCentavos: Centavos; paidOn: Temporal.PlainDate },
  ): Promise<void>;
};

type Outcome = {
  outcome: 'proposed' | 'booked';
  borrowerId: string;
  transferId: string;
  proposedBy: string;
};

/**
 * Proposes a statement line, or books it if another person has proposed it.
 * @throws Declined if the reference is unknown, or the day or the case does not match it
 */
export async function bookTransfer(
  ctx: StaffCtx,
  tx: Tx,
  line: Line,
  cases: Cases,
): Promise<Outcome> {
  const code = await codeOfReference(tx, line.reference);
  const adviceUnmatched =
    'If the statement confirms it, book it with transfer unmatched and look for its owner afterwards.';
  if (!code)
    throw new Declined(
      `No borrower has the reference ${line.reference}. Look at the transfer again. ${adviceUnmatched}`,
    );
  const borrowerId = code.borrower_id;
  await lockBorrower(tx, borrowerId);
  const [today, issuedOn] = [manilaDayOf(ctx.now), manilaDayOf(code.asked_at)];
  if (
    Temporal.PlainDate.compare(line.paidOn, today) > 0 ||
    Temporal.PlainDate.compare(line.paidOn, issuedOn) < 0
  )
    throw new Declined(
      `The day must be between ${wireDay(issuedOn)}, when the reference was issued, and today. ${adviceUnmatched}`,
    );
  const openCase =
    line.caseNumber === null ? null : await cases.mustFind(tx, line.caseNumber, borrowerId);
  const { outcome, transfer } = await proposeOrConfirm(ctx, tx, line.bankReference, {
    code_id: code.id,
    borrower_id: borrowerId,
    complaint_id: openCase?.id ?? null,
    code_typed: null,
    amount_centavos: BigInt(line.amountCentavos),
    paid_on: line.paidOn,
  });
  const result = { borrowerId, transferId: transfer.id, proposedBy: transfer.proposedBy };
  if (outcome === 'proposed') return { outcome, ...result };
  await book(ctx, tx, line, { codeId: code.id, borrowerId });
  const booked = { amountCentavos: line.amountCentavos, paidOn: line.paidOn };
  if (openCase) await cases.answerBooked(ctx, tx, openCase.id, booked);
  return { outcome: 'booked', ...result };
}

/** Books the money like a payment with a permanent code, on the bill that is due first. */
async function book(
  { app, now, wall }: StaffCtx,
  tx: Tx,
  { reference, amountCentavos, paidOn, bankReference }: Line,
  { codeId, borrowerId }: { codeId: string; borrowerId: string },
): Promise<void> {
  const receiptId = newIdFor(borrowerId, now);
  const paidAt = paidAtOf(paidOn, now);
  const { entryId } = await bookMoney({ app, now, wall }, tx, {
    sourceId: receiptId,
    borrowerId,
    loanId: null,
    extensionId: null,
    amountCentavos,
    from: 'bank.account',
    valueOn: wireDay(paidOn),
    paidAt,
  });
  await insertReceipt(tx, {
    id: receiptId,
    gateway: ownBank,
    gateway_payment_id: bankReference,
    code_id: codeId,
    borrower_id: borrowerId,
    channel: 'offlineTransfer',
    code_typed: reference,
    currency: 'PHP',
    amount_centavos: BigInt(amountCentavos),
    paid_at: paidAt,
    value_on: paidOn,
    booked_at: now,
    entry_id: entryId,
  });
}
