// The open bill that somebody on staff names.
import * as v from 'valibot';
import { lockBorrower } from '#/account/account.ts';
import { Declined } from '#/commands/command.ts';
import { lockLine } from '#/credit/credit.ts';
import type { Tx } from '#/db/database.ts';
import { findLoanByReference } from './store.relief.ts';
import { type BillRecord, billsOf } from './store.ts';

/** A loan, by the ten digits of its reference number. */
export const zReference = v.pipe(v.string(), v.regex(/^[1-9]\d{9}$/, 'must be the ten digits of a reference number'));

/** The open bill of a loan, behind the locks of its borrower and line. @throws Declined where there is none. */
export async function lockOpenBill(tx: Tx, reference: string): Promise<BillRecord> {
  const loan = await findLoanByReference(tx, reference);
  if (!loan) throw new Declined(`There is no loan ${reference}.`);
  await lockBorrower(tx, loan.borrower_id);
  await lockLine(tx, loan.borrower_id);
  const [row] = await billsOf(tx, loan.borrower_id, { loanId: loan.id }, true);
  if (!row) throw new Declined('This loan has no bill: its money has not arrived.');
  if (row.settled_as) throw new Declined(`This bill is ${row.settled_as} already.`);
  return row;
}
