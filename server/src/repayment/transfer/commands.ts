// Staff commands for transfers to our own account: two people book each transfer from the bank's
// statement.

import { zComplaintNumber, zTransferReference } from '@sandali/contract/caseNumber.ts';
import { zLine } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { day, idOf, option, optional, pesos, text, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, type Waiting, type WaitingAt } from '#/commands/command.ts';
import { entity, inPesos, money } from '#/commands/display.ts';
import { afterRow, paged, pageLength, pageOf } from '#/commands/page.ts';
import type { Read } from '#/db/database.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { maskedNumbers } from '#/repayment/masked-numbers.ts';
import { openTransfers, transferOf, transfersWithIds } from './store.ts';
import { bookTransfer, type Cases } from './transfer.ts';
import { bookUnmatched } from './unmatched.ts';

/** Normalizes case and spaces, so that the same line of the statement is never booked twice. */
const zBankReference = v.pipe(zLine(60), v.toUpperCase(), v.minLength(3));
/**
 * The text that the payer typed, if it looks like a code. The text is stored unsealed, so it must
 * not contain a name.
 */
const zTyped = v.pipe(zLine(40), v.toUpperCase(), v.regex(/^[0-9A-Z][0-9A-Z -]*$/));
/** The bank's reference for a transfer on its statement. */
export const bankReference = text(zBankReference, 'reference');
const finance = { kind: 'change', roles: ['finance'] } as const;
const bookOptions = { ...finance, twoPeople: { act: 'transfer', waiting } } as const;
const line = {
  amountCentavos: option(pesos, 'the amount on the statement', 'amount'),
  paidOn: option(day, 'the day on the statement'),
  bankReference: option(bankReference, 'the reference on the statement', 'bank-ref'),
};

/**
 * Returns the staff commands for transfers. `cases` replies to the case that a transfer refers to.
 */
export function transferCommands(cases: Cases): StaffCommand[] {
  return [transferList, transferBook(cases), transferUnmatched, transferDrop];
}

const transferList = command({
  name: 'transfer list',
  menu: 'Money',
  label: 'List proposed transfers',
  about:
    'Lists the transfers to our own account that wait for a second person, oldest first. Shows the line of the statement to its proposer alone, because another person retypes it.',
  examples: ['transfer list', 'transfer list --after 019a9f00-0000-7000-8000-000000000001'],
  kind: 'look',
  roles: ['finance', 'support'],
  arguments: afterRow(idOf('approval')),
  run: async ({ who }, tx, { after = null }) => {
    const rows = await openTransfers(tx, { after, limit: pageLength + 1 });
    const { page, next } = pageOf(rows, ({ id }) => id);
    return { data: { transfers: page.map((row) => listRow(row, who)), next } };
  },
  shows: ({ table }) =>
    table(
      (data) => data.transfers,
      {
        id: (row) => entity('approval', row.id),
        reference: (row) => row.reference,
        person: (row) => entity('person', row.person),
        'proposed by': (row) => row.proposedBy,
        at: (row) => row.proposedAt,
        'bank reference': (row) => row.line?.bankReference ?? null,
        amount: (row) => money(row.line?.amountCentavos ?? null),
        'paid on': (row) => row.line?.paidOn ?? null,
      },
      { none: 'Nothing waits for a second person.', ...paged('transfer list') },
    ),
});

const transferBook = (cases: Cases) =>
  command({
    ...bookOptions,
    name: 'transfer book',
    menu: 'Money',
    label: 'Book a bank transfer',
    seenFirst: {
      notNeeded: 'the second person retypes amount, day and reference from the statement',
    },
    about: 'Books a transfer to our own account as it is on the bank’s statement.',
    examples: [
      'transfer book --reference TR-7KQ2-M4XX --amount 1,500.00 --paid-on 2026-11-20 --bank-ref FT2632500018 --reason "line 12 of 20 November"',
      'transfer book --reference TR-7KQ2-M4XX --amount 61800 --paid-on 2026-11-20 --bank-ref FT2632500019 --case CS-7KQ2-M4XX --reason "line 13"',
    ],
    arguments: {
      reference: option(text(zTransferReference, 'TR-…'), 'the borrower’s reference'),
      ...line,
      caseNumber: optional(
        option(
          text(zComplaintNumber, 'CS-…'),
          'the case with the receipt, which the booking answers',
          'case',
        ),
      ),
    },
    run: async (ctx, tx, { caseNumber = null, paidOn, ...line }) => {
      const result = await bookTransfer(
        ctx,
        tx,
        { ...line, caseNumber, paidOn: Temporal.PlainDate.from(paidOn) },
        cases,
      );
      const { outcome, borrowerId, transferId, proposedBy } = result;
      const data = {
        transfer: {
          bankReference: line.bankReference,
          outcome,
          amountCentavos: line.amountCentavos,
        },
      };
      const detail = {
        transfer: transferId,
        outcome,
        amountCentavos: line.amountCentavos,
        proposedBy,
      };
      return { data, person: borrowerId, detail };
    },
    after: ({ app }) => app.wake(),
    shows: ({ lines }) =>
      lines(({ transfer: { bankReference, outcome, amountCentavos } }) =>
        outcome === 'proposed'
          ? `${inPesos(amountCentavos)} of ${bankReference} is proposed; another person confirms it`
          : `${inPesos(amountCentavos)} of ${bankReference} is booked`,
      ),
  });

const transferUnmatched = command({
  ...bookOptions,
  name: 'transfer unmatched',
  menu: 'Money',
  label: 'Book a transfer to suspense',
  seenFirst: {
    notNeeded: 'the second person retypes amount, day and reference from the statement',
  },
  about:
    'Books money on our own account whose owner is unknown, as it is on the bank’s statement. Then suspense list shows it.',
  examples: [
    'transfer unmatched --amount 1,500.00 --paid-on 2026-11-20 --bank-ref FT2632500021 --reason "line 15, no reference"',
    'transfer unmatched --amount 1,500.00 --paid-on 2026-11-20 --bank-ref FT2632500022 --code "TR-7KQ2-M4X" --reason "line 16"',
  ],
  arguments: {
    ...line,
    code: optional(option(text(zTyped), 'the reference that the payer wrote, never a name')),
  },
  run: async (ctx, tx, { code: codeTyped = null, paidOn, ...line }) => {
    const result = await bookUnmatched(ctx, tx, {
      ...line,
      codeTyped,
      paidOn: Temporal.PlainDate.from(paidOn),
    });
    const { outcome, transferId, proposedBy } = result;
    const data = {
      transfer: {
        bankReference: line.bankReference,
        outcome,
        amountCentavos: line.amountCentavos,
      },
    };
    return {
      data,
      detail: { transfer: transferId, outcome, amountCentavos: line.amountCentavos, proposedBy },
    };
  },
  shows: ({ lines }) =>
    lines(({ transfer: { bankReference, outcome, amountCentavos } }) =>
      outcome === 'proposed'
        ? `${inPesos(amountCentavos)} of ${bankReference} is proposed for suspense; another person confirms it`
        : `${inPesos(amountCentavos)} of ${bankReference} is in suspense`,
    ),
});

const transferDrop = command({
  ...finance,
  name: 'transfer drop',
  menu: 'Money',
  label: 'Drop a proposed transfer',
  seenFirst: { notNeeded: 'it books nothing, and the line can be proposed again' },
  about: 'Withdraws a proposed transfer. A booked transfer stays.',
  examples: ['transfer drop FT2632500018 --reason "wrong line"'],
  arguments: { bankReference: word(bankReference, 'the reference on the statement', 'bank-ref') },
  run: async ({ approvals }, tx, { bankReference }) => {
    const open = await transferOf(tx, bankReference);
    if (!open) throw new Declined(`Transfer ${bankReference} is not proposed.`);
    if (open.state === 'confirmed')
      throw new Declined(`Transfer ${bankReference} is already booked.`);
    await approvals.drop(tx, open.id);
    return {
      data: { transfer: { bankReference, outcome: 'dropped' } },
      person: open.borrower_id,
      detail: { transfer: open.id },
    };
  },
  shows: ({ lines }) => lines(({ transfer }) => `${transfer.bankReference} is dropped`),
});

/**
 * Returns the proposals without what the second person types from the statement: the amount, the
 * day, the bank's reference, and the payer's text.
 */
async function waiting(read: Read, { app, ids }: WaitingAt): Promise<Waiting[]> {
  const rows = await transfersWithIds(read, ids);
  const numbers = await maskedNumbers(
    app,
    read,
    rows.map((row) => row.borrower_id),
  );
  return rows.map((row) =>
    row.borrower_id === null
      ? {
          id: row.id,
          confirmedBy: 'transfer unmatched',
          what: 'a transfer without an owner',
          facts: [{ name: 'booked to', before: null, after: 'suspense' }],
          input: {},
          typed: statementLine(row),
          about: null,
        }
      : {
          id: row.id,
          confirmedBy: 'transfer book',
          what: `a transfer with the reference ${row.reference}`,
          facts: [
            { name: 'owner', before: null, after: entity('person', row.borrower_id) },
            {
              name: 'number of the owner',
              before: null,
              after: numbers.get(row.borrower_id) ?? null,
            },
            { name: 'answers', before: null, after: entity('case', row.case_number) },
          ],
          input: {
            reference: row.reference,
            ...(row.case_number && { caseNumber: row.case_number }),
          },
          typed: statementLine(row),
          about: { as: 'person', id: row.borrower_id },
        },
  );
}

type Proposed = Awaited<ReturnType<typeof transfersWithIds>>[number];

/** Returns what the second person types from the statement. */
const statementLine = (row: Proposed) => ({
  amountCentavos: Number(row.amount_centavos),
  paidOn: wireDay(row.paid_on),
  bankReference: row.bank_reference,
});

function listRow(row: Awaited<ReturnType<typeof openTransfers>>[number], who: string) {
  const isOwn = row.proposed_by === who;
  return {
    id: row.id,
    // Without an owner, the reference is the payer's text, which the second person types too.
    reference: isOwn || row.borrower_id !== null ? row.reference : null,
    person: row.borrower_id,
    case: row.case_number,
    proposedBy: row.proposed_by,
    proposedAt: wireInstant(row.proposed_at),
    line: isOwn ? statementLine(row) : null,
  };
}
