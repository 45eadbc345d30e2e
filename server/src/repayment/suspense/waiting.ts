// The open proposals for money with an unknown owner, as the second person sees them.
import { unchanged, type Waiting, type WaitingAt } from '#/commands/command.ts';
import { amountIn, day, entity, inCurrency } from '#/commands/display.ts';
import type { Read } from '#/db/database.ts';
import { maskedNumbers } from '#/repayment/masked-numbers.ts';
import { decisionsWithIds } from './store.ts';

type Row = Awaited<ReturnType<typeof decisionsWithIds>>[number];

export async function waitingSuspense(read: Read, { app, ids }: WaitingAt): Promise<Waiting[]> {
  const rows = await decisionsWithIds(read, ids);
  const numbers = await maskedNumbers(
    app,
    read,
    rows.map((row) => row.borrower_id),
  );
  return rows.map((row) => ({
    id: row.id,
    confirmedBy: `suspense ${row.act}`,
    what: `${row.receipt_id}, ${inCurrency(row.currency, row.amount_centavos)}${row.borrower_id ? `, to ${row.borrower_id}` : ''}`,
    facts: [
      {
        name: 'in suspense',
        before: amountIn(row.currency, row.amount_centavos),
        after: amountIn(row.currency, 0),
      },
      unchanged('paid on', day(row.value_on)),
      unchanged('code', row.code_typed),
      ...(row.borrower_id ? ownerFacts(row, row.borrower_id, numbers) : []),
    ],
    input: {
      id: row.receipt_id,
      ...(row.borrower_id && { person: row.borrower_id }),
      ...(row.reference_no && { referenceNo: row.reference_no }),
    },
    about: { as: 'receipt', id: row.receipt_id },
  }));
}

const ownerFacts = (row: Row, borrowerId: string, numbers: ReadonlyMap<string, string>) => [
  { name: 'owner', before: null, after: entity('person', borrowerId) },
  { name: 'number of the owner', before: null, after: numbers.get(borrowerId) ?? null },
  { name: 'loan paid first', before: null, after: entity('loan', row.reference_no) },
];
