// The decision of two people on a line of our own bank's statement: the first proposes, another
// confirms exactly the same.

import type { StaffCtx } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { manila } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { insertTransfer, type TransferRow, transferOf } from './store.ts';

/** Whose a line is, as one person says; of nobody without a code and a borrower. */
type LineOwner = Pick<
  TransferRow,
  'code_id' | 'borrower_id' | 'complaint_id' | 'code_typed' | 'amount_centavos' | 'paid_on'
>;
type Decision = {
  outcome: 'proposed' | 'confirmed';
  transfer: Pick<TransferRow, 'id' | 'proposedBy'> & LineOwner;
};

/**
 * Proposes, or confirms what another person has proposed. Another wish takes the place of an open
 * proposal.
 * @throws Declined
 */
export async function proposeOrConfirm(
  { who, approvals }: StaffCtx,
  tx: Tx,
  bankReference: string,
  said: LineOwner,
): Promise<Decision> {
  const open = await transferOf(tx, bankReference);
  if (open?.state === 'confirmed')
    throw new Declined(
      `The bank's ${bankReference} is booked already, confirmed by ${open.confirmedBy}.`,
    );
  if (!open || !isSame(open, said)) {
    if (open) await approvals.drop(tx, open.id);
    const transfer = { ...said, id: await approvals.propose(tx, 'transfer') };
    const isFirst = await insertTransfer(tx, { ...transfer, bank_reference: bankReference });
    if (!isFirst)
      throw new Declined(
        `Somebody else has just proposed the bank's ${bankReference}. Look at it with transfer list.`,
      );
    return { outcome: 'proposed', transfer: { ...transfer, proposedBy: who } };
  }
  await approvals.confirm(tx, open.id);
  return { outcome: 'confirmed', transfer: open };
}

const isSame = (a: LineOwner, b: LineOwner) =>
  a.code_id === b.code_id &&
  a.complaint_id === b.complaint_id &&
  a.code_typed === b.code_typed &&
  a.amount_centavos === b.amount_centavos &&
  a.paid_on.equals(b.paid_on);

/**
 * When it was paid: the statement has only the day, so noon is used, but never a time in the
 * future.
 */
export function paidAtOf(paidOn: Temporal.PlainDate, now: Temporal.Instant): Temporal.Instant {
  const noon = paidOn.toZonedDateTime({ timeZone: manila, plainTime: '12:00' }).toInstant();
  return Temporal.Instant.compare(noon, now) > 0 ? now : noon;
}
