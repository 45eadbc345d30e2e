// Books money in our own account with an unknown owner into suspense. Later, two people assign it
// or send it back.
import { readNumber } from '@sandali/contract/caseNumber.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import type { StaffCtx } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { moneyUnmatched, post } from '#/ledger/ledger.ts';
import { manilaDayOf, wireDay } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import { insertReceipt } from '#/repayment/store.ts';
import { paidAtOf, proposeOrConfirm } from './proposal.ts';
import { codeOfReference, ownBank } from './store.ts';

type UnmatchedLine = {
  /** The reference that the payer typed, or null. */
  codeTyped: string | null;
  amountCentavos: Centavos;
  paidOn: Temporal.PlainDate;
  bankReference: string;
};
type UnmatchedOutcome = { outcome: 'proposed' | 'booked'; transferId: string; proposedBy: string };

/**
 * Proposes a statement line for suspense, or books it if another person has proposed it.
 * @throws Declined if the day is in the future, or the typed text is a borrower's reference
 */
export async function bookUnmatched(
  ctx: StaffCtx,
  tx: Tx,
  line: UnmatchedLine,
): Promise<UnmatchedOutcome> {
  if (Temporal.PlainDate.compare(line.paidOn, manilaDayOf(ctx.now)) > 0)
    throw new Declined('The day of the payment is in the future.');
  await mustBeUnknown(tx, line);
  const { outcome, transfer } = await proposeOrConfirm(ctx, tx, line.bankReference, {
    code_id: null,
    borrower_id: null,
    complaint_id: null,
    code_typed: line.codeTyped,
    amount_centavos: BigInt(line.amountCentavos),
    paid_on: line.paidOn,
  });
  const result = { transferId: transfer.id, proposedBy: transfer.proposedBy };
  if (outcome === 'proposed') return { outcome, ...result };
  await book(ctx, tx, line);
  return { outcome: 'booked', ...result };
}

/**
 * Checks that the typed text is not a borrower's reference on that day.
 * @throws Declined if it is
 */
async function mustBeUnknown(tx: Tx, { codeTyped, paidOn }: UnmatchedLine): Promise<void> {
  const reference = codeTyped === null ? null : readNumber('TR', codeTyped);
  const code = reference === null ? undefined : await codeOfReference(tx, reference);
  if (code && Temporal.PlainDate.compare(paidOn, manilaDayOf(code.asked_at)) >= 0)
    throw new Declined(
      `A borrower has had the reference ${reference} since ${wireDay(manilaDayOf(code.asked_at))}. Book the transfer with transfer book.`,
    );
}

async function book(
  { now }: StaffCtx,
  tx: Tx,
  { codeTyped, amountCentavos, paidOn, bankReference }: UnmatchedLine,
): Promise<void> {
  const [entryId, paidAt] = [newId(now), paidAtOf(paidOn, now)];
  await post(tx, {
    id: entryId,
    kind: 'money.unmatched',
    factKey: `payment ${ownBank} ${bankReference}`,
    borrowerId: null,
    loanId: null,
    happenedAt: paidAt,
    recordedAt: now,
    businessOn: paidOn,
    lines: moneyUnmatched(BigInt(amountCentavos), 'PHP', 'ownBank'),
  });
  await insertReceipt(tx, {
    id: newId(now),
    gateway: ownBank,
    gateway_payment_id: bankReference,
    code_id: null,
    borrower_id: null,
    channel: 'offlineTransfer',
    code_typed: codeTyped,
    currency: 'PHP',
    amount_centavos: BigInt(amountCentavos),
    paid_at: paidAt,
    value_on: paidOn,
    booked_at: now,
    entry_id: entryId,
  });
}
