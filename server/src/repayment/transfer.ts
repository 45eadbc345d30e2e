// A transfer to our own account: one person reads it off the bank's statement and proposes it, another confirms the same, and it is booked on the way
// that gateways' money takes, valued on the day on which it was paid.
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import { lockBorrower } from '#/account/account.ts';
import type { Tx } from '#/db/database.ts';
import { manila, manilaDayOf, wireDay } from '#/kit/days.ts';
import { newId } from '#/kit/random.ts';
import { bookMoney } from '#/loan/loan.ts';
import { Declined, type StaffCtx } from '#/ops/command.ts';
import { insertReceipt } from './store.ts';
import {
  codeOfReference,
  confirmTransfer,
  dropTransfer,
  ownBank,
  proposeTransfer,
  type TransferRow,
  transferOf,
} from './transfer.store.ts';

export type Line = {
  reference: string;
  amountCentavos: Centavos;
  paidOn: Temporal.PlainDate;
  bankReference: string;
  caseNumber: string | null;
};

/** What a transfer does to a case of customer service, of which repayments know nothing. */
export type Cases = {
  /** The case that may be answered. @throws Declined where there is none of this borrower, or it has its answer. */
  mustFind(tx: Tx, number: string, borrowerId: string): Promise<{ id: string }>;
  /** Answers it with what was booked. Its borrower is locked. */
  answerBooked(ctx: StaffCtx, tx: Tx, id: string, booked: { amountCentavos: Centavos; paidOn: Temporal.PlainDate }): Promise<void>;
};

export type Outcome = { outcome: 'proposed' | 'booked'; borrowerId: string; transferId: string; proposedBy: string };

/** Proposes a line of the statement, or books it where another person has proposed the same. @throws Declined */
export async function bookTransfer(ctx: StaffCtx, tx: Tx, line: Line, cases: Cases): Promise<Outcome> {
  const code = await codeOfReference(tx, line.reference);
  if (!code)
    throw new Declined(`Nobody has the reference ${line.reference}. Look at the transfer again, or find the person by their case.`);
  await lockBorrower(tx, code.borrower_id);
  const [today, givenOn] = [manilaDayOf(ctx.now), manilaDayOf(code.asked_at)];
  if (Temporal.PlainDate.compare(line.paidOn, today) > 0 || Temporal.PlainDate.compare(line.paidOn, givenOn) < 0)
    throw new Declined(`It was paid between ${wireDay(givenOn)}, when the reference was given, and today.`);
  const found = line.caseNumber === null ? null : await cases.mustFind(tx, line.caseNumber, code.borrower_id);
  const wish = { code_id: code.id, complaint_id: found?.id ?? null, amount_centavos: BigInt(line.amountCentavos), paid_on: line.paidOn };
  const open = await transferOf(tx, line.bankReference);
  if (open?.confirmed_at) throw new Declined(`The bank's ${line.bankReference} is booked already, confirmed by ${open.confirmed_by}.`);
  if (!open || !isSame(open, wish)) {
    if (open) await dropTransfer(tx, open.id, ctx.now);
    const id = newId(ctx.now);
    const said = { ...wish, id, borrower_id: code.borrower_id, bank_reference: line.bankReference };
    await proposeTransfer(tx, { ...said, proposed_by: ctx.who, proposed_at: ctx.now });
    return { outcome: 'proposed', borrowerId: code.borrower_id, transferId: id, proposedBy: ctx.who };
  }
  if (open.proposed_by === ctx.who) throw new Declined('You have proposed this. Another person confirms it with the same command.');
  await confirmTransfer(tx, open.id, ctx.who, ctx.now);
  await book(ctx, tx, open, line.reference);
  const booked = { amountCentavos: centavos(open.amount_centavos), paidOn: open.paid_on };
  if (open.complaint_id) await cases.answerBooked(ctx, tx, open.complaint_id, booked);
  return { outcome: 'booked', borrowerId: open.borrower_id, transferId: open.id, proposedBy: open.proposed_by };
}

type Said = Pick<TransferRow, 'code_id' | 'complaint_id' | 'amount_centavos' | 'paid_on'>;
const isSame = (a: Said, b: Said) =>
  a.code_id === b.code_id && a.complaint_id === b.complaint_id && a.amount_centavos === b.amount_centavos && a.paid_on.equals(b.paid_on);

/** Books the money as that of a permanent code: for the bill that is due first. */
async function book(
  { house, now, wall }: StaffCtx,
  tx: Tx,
  { code_id, borrower_id, amount_centavos, paid_on, bank_reference }: TransferRow,
  reference: string,
): Promise<void> {
  const receiptId = newId(now);
  // The statement knows the day alone: noon stands for it, and never a moment to come.
  const noon = paid_on.toZonedDateTime({ timeZone: manila, plainTime: '12:00' }).toInstant();
  const paidAt = Temporal.Instant.compare(noon, now) > 0 ? now : noon;
  const { entryId } = await bookMoney({ house, now, wall }, tx, {
    sourceId: receiptId,
    borrowerId: borrower_id,
    loanId: null,
    extensionId: null,
    amountCentavos: centavos(amount_centavos),
    from: 'bank.account',
    valueOn: wireDay(paid_on),
    paidAt,
  });
  await insertReceipt(tx, {
    id: receiptId,
    gateway: ownBank,
    gateway_payment_id: bank_reference,
    code_id,
    borrower_id,
    channel: 'offlineTransfer',
    code_typed: reference,
    currency: 'PHP',
    amount_centavos,
    paid_at: paidAt,
    value_on: paid_on,
    booked_at: now,
    entry_id: entryId,
  });
}
