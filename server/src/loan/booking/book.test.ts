// The order in which bills receive money that is not meant for a particular bill: money paid with a
// permanent code, or left over from another bill.
import { addDays } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import type { BillRecord } from '#/loan/bill.store.ts';
import { rowOf } from '#/loan/bill.testing.ts';
import { billOf, monday, noHolidays, pesos } from '#/loan/rules/testing.ts';
import { allocateOver, inAllocationOrder } from './book.ts';

const paidOn = addDays(monday, 1);
const bill = (id: string, principal: number, termDays: number): BillRecord => ({
  ...rowOf(
    billOf({ catalogue: smallTicketCatalogue, principalCentavos: pesos(principal), termDays }),
    [],
  ),
  id,
});
const [early, later] = [bill('early', 1000, 8), bill('later', 2000, 15)];
const idsOf = (rows: readonly Pick<BillRecord, 'id'>[]) => rows.map(({ id }) => id);
const offered = (rows: readonly BillRecord[], amount: number) => {
  const money = [{ sourceId: 'receipt', paidOn, amountCentavos: pesos(amount) }];
  const { changes, leftCentavos } = allocateOver(inAllocationOrder(rows), money, noHolidays);
  return { changes, ids: idsOf(changes.map(({ row }) => row)), leftCentavos };
};

test('pays bills in the order of their due dates and makes the remainder refundable', () => {
  const { changes, ids, leftCentavos } = offered([later, early], 4000);
  expect(ids).toEqual(['early', 'later']);
  expect(changes[0]?.after.postings).toMatchObject([
    { interestCentavos: pesos(2), principalCentavos: pesos(1000) },
  ]);
  expect(leftCentavos).toBe(pesos(4000 - 1002 - 2004));
});

test('leaves a bill unpaid if the money is used up before its turn', () => {
  expect(offered([later, early], 300)).toMatchObject({ ids: ['early'], leftCentavos: 0 });
  expect(offered([], 300)).toEqual({ changes: [], ids: [], leftCentavos: pesos(300) });
});

test('pays bills with the same due date in the given order, and written-off bills last', () => {
  const lost = { ...bill('lost', 1000, 8), settled_as: 'writtenOff' as const };
  expect(idsOf(inAllocationOrder([lost, later, early, bill('second', 1000, 8)]))).toEqual([
    'early',
    'second',
    'later',
    'lost',
  ]);
});
