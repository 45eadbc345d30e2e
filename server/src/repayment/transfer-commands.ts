// What staff does about transfers to our own account: two people book each from the bank's statement.
import { zComplaintNumber, zTransferReference } from '@sandali/contract/caseNumber.ts';
import { zDay } from '@sandali/contract/day.ts';
import { centavos, formatPesos, zPositiveCentavos } from '@sandali/contract/money.ts';
import { zLine } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { Declined, type StaffCommand, staffCommand } from '#/commands/command.ts';
import { wireDay, wireInstant } from '#/kit/days.ts';
import { openTransfers, transferOf } from './transfer.store.ts';
import { bookTransfer, type Cases } from './transfer.ts';
import { bookUnmatched } from './transfer-unmatched.ts';

const listLength = 200;
/** As the bank writes it; typed in small letters or with other spaces it is the same, so that no line is booked twice. */
const zBankReference = v.pipe(zLine(60), v.toUpperCase(), v.minLength(3));
/** What a payer wrote, as a code would be: no names of people, which are kept sealed or not at all. */
const zTyped = v.pipe(zLine(40), v.toUpperCase(), v.regex(/^[0-9A-Z][0-9A-Z -]*$/));
const finance = { roles: ['finance'] } as const;

/** The commands over transfers; `cases` is what customer service has to do with them. */
export function transferCommands(cases: Cases): StaffCommand[] {
  return [
    staffCommand({
      name: 'transfer list',
      kind: 'look',
      roles: ['finance', 'support'],
      request: v.strictObject({}),
      run: async (_ctx, tx) => ({ data: { transfers: (await openTransfers(tx, listLength)).map(listed) } }),
    }),
    staffCommand({
      name: 'transfer book',
      kind: 'change',
      ...finance,
      request: v.strictObject({
        reference: zTransferReference,
        amountCentavos: zPositiveCentavos,
        paidOn: zDay,
        bankReference: zBankReference,
        caseNumber: v.optional(zComplaintNumber),
      }),
      run: async (ctx, tx, { caseNumber = null, paidOn, ...line }) => {
        const done = await bookTransfer(ctx, tx, { ...line, caseNumber, paidOn: Temporal.PlainDate.from(paidOn) }, cases);
        const { outcome, borrowerId, transferId, proposedBy } = done;
        const data = { transfer: { bankReference: line.bankReference, outcome, amount: formatPesos(line.amountCentavos) } };
        const detail = { transfer: transferId, outcome, amountCentavos: line.amountCentavos, proposedBy };
        return { data, subject: borrowerId, detail };
      },
      after: ({ house }) => house.wake(),
    }),
    staffCommand({
      name: 'transfer unmatched',
      kind: 'change',
      ...finance,
      request: v.strictObject({
        code: v.optional(zTyped),
        amountCentavos: zPositiveCentavos,
        paidOn: zDay,
        bankReference: zBankReference,
      }),
      run: async (ctx, tx, { code: codeTyped = null, paidOn, ...line }) => {
        const done = await bookUnmatched(ctx, tx, { ...line, codeTyped, paidOn: Temporal.PlainDate.from(paidOn) });
        const { outcome, transferId, proposedBy } = done;
        const data = { transfer: { bankReference: line.bankReference, outcome, amount: formatPesos(line.amountCentavos) } };
        return { data, detail: { transfer: transferId, outcome, amountCentavos: line.amountCentavos, proposedBy } };
      },
    }),
    staffCommand({
      name: 'transfer drop',
      kind: 'change',
      ...finance,
      request: v.strictObject({ bankReference: zBankReference }),
      run: async ({ approvals }, tx, { bankReference }) => {
        const open = await transferOf(tx, bankReference);
        if (!open) throw new Declined(`Nothing is proposed for the bank's ${bankReference}.`);
        if (open.state === 'confirmed') throw new Declined(`The bank's ${bankReference} is booked already.`);
        await approvals.drop(tx, open.id);
        return {
          data: { transfer: { bankReference, outcome: 'dropped' } },
          ...(open.borrower_id && { subject: open.borrower_id }),
          detail: { transfer: open.id },
        };
      },
    }),
  ];
}

function listed(row: Awaited<ReturnType<typeof openTransfers>>[number]) {
  return {
    bankReference: row.bank_reference,
    reference: row.reference,
    person: row.borrower_id,
    amount: formatPesos(centavos(row.amount_centavos)),
    paidOn: wireDay(row.paid_on),
    proposedBy: row.proposed_by,
    proposedAt: wireInstant(row.proposed_at),
  };
}
