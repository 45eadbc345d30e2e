// Two people decide on a line of our bank's statement: one proposes it, another confirms it.

import type { StaffCtx } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { manila, noLaterThan } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { insertTransfer, type TransferRow, transferOf } from './store.ts';

/**
 * A statement line and its proposed owner. `code_id` and `borrower_id` are null if the owner is
 * unknown.
 */
type ProposedLine = Pick<
  TransferRow,
  'code_id' | 'borrower_id' | 'complaint_id' | 'code_typed' | 'amount_centavos' | 'paid_on'
>;
type Decision = {
  outcome: 'proposed' | 'confirmed';
  transfer: Pick<TransferRow, 'id' | 'proposedBy'> & ProposedLine;
};

/**
 * Proposes a line, or confirms another person's identical proposal. A different line replaces the
 * open proposal.
 * @throws Declined if the line is booked, or if somebody else proposes it at the same moment
 */
export async function proposeOrConfirm(
  { who, approvals }: StaffCtx,
  tx: Tx,
  bankReference: string,
  line: ProposedLine,
): Promise<Decision> {
  const open = await transferOf(tx, bankReference);
  if (open?.state === 'confirmed')
    throw new Declined(
      `Transfer ${bankReference} is already booked, confirmed by ${open.confirmedBy}.`,
    );
  if (!open || !isSame(open, line)) {
    if (open) await approvals.drop(tx, open.id);
    const { borrower_id: borrowerId } = line;
    const transfer = { ...line, id: await approvals.propose(tx, 'transfer', { borrowerId }) };
    const isFirst = await insertTransfer(tx, { ...transfer, bank_reference: bankReference });
    if (!isFirst)
      throw new Declined(
        `Somebody else has just proposed transfer ${bankReference}. Look at it with transfer list.`,
      );
    return { outcome: 'proposed', transfer: { ...transfer, proposedBy: who } };
  }
  await approvals.confirm(tx, open.id);
  return { outcome: 'confirmed', transfer: open };
}

const isSame = (a: ProposedLine, b: ProposedLine) =>
  a.code_id === b.code_id &&
  a.complaint_id === b.complaint_id &&
  a.code_typed === b.code_typed &&
  a.amount_centavos === b.amount_centavos &&
  a.paid_on.equals(b.paid_on);

/**
 * Returns the payment time: noon of the day, or now if that is earlier, because the statement gives
 * no time.
 */
export function paidAtOf(paidOn: Temporal.PlainDate, now: Temporal.Instant): Temporal.Instant {
  const noon = paidOn.toZonedDateTime({ timeZone: manila, plainTime: '12:00' }).toInstant();
  return noLaterThan(noon, now);
}
