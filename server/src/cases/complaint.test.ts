import { caseSymbols, readNumber } from '@sandali/contract/caseNumber.ts';
import { complaintCreate, complaintDetail, complaintList } from '@sandali/contract/cases.ts';
import { expect, test } from 'vitest';
import { creditTestContext, type Person } from '#/credit/testing.ts';
import { inTx } from '#/db/database.ts';
import { newId, newIdFor } from '#/platform/random.ts';
import { dataOf } from '#/testing/context.ts';
import { caseCalls } from './calls.ts';
import { complaintsADay } from './create.ts';
import { findComplaint, insertComplaint } from './store.ts';
import { complaintInWords, paymentNotShown } from './testing.ts';

const { ask, person, clocks, app } = await creditTestContext(caseCalls);
const { db } = app;
const today = '2026-04-01';
const create = async (who: Person, input = paymentNotShown(today)) =>
  dataOf(await ask(who, complaintCreate, input));
const listOf = async (who: Person) => dataOf(await ask(who, complaintList, {})).complaints;

test('a new complaint has a number, two deadlines and a sealed text', async () => {
  clocks.setNow('2026-04-01T02:00:00Z');
  const anna = await person();
  const { complaintId, number, ...days } = await create(anna);
  expect(readNumber('CS', number)).toBe(number);
  expect(days).toEqual({ acknowledgeOn: '2026-04-03', resolveOn: '2026-05-01' });
  expect(await listOf(anna)).toMatchObject([
    {
      complaintId,
      number,
      kind: 'paymentNotShown',
      state: 'open',
      last: { by: 'borrower', words: null },
    },
  ]);
  expect(dataOf(await ask(anna, complaintDetail, { complaintId }))).toMatchObject({
    payment: { reference: 'OR 8831-22' },
    picturesLeft: 10,
    turns: [{ turn: 0, by: 'borrower', words: null }],
  });
  const row = await findComplaint(db, complaintId);
  expect(row?.details_sealed?.toString('latin1')).not.toContain('8831');
  const trail = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('act', '=', 'complaintMade')
    .where('subject', '=', anna.borrowerId)
    .execute();
  expect(trail).toMatchObject([
    { who: 'the borrower', detail: { complaint: complaintId, kind: 'paymentNotShown' } },
  ]);
});

test('a complaint requires payment details or a text, depending on its kind', async () => {
  const anna = await person();
  const codeOf = async (input: object) =>
    (await ask(anna, complaintCreate, { ...paymentNotShown(today), ...input } as never)).name;
  expect(await codeOf({ payment: null })).toBe('inputInvalid');
  expect(await codeOf({ ...complaintInWords('Bakit may dagdag?'), words: null })).toBe(
    'inputInvalid',
  );
  expect(await codeOf({ kind: 'charges' })).toBe('inputInvalid');
  expect(await codeOf({ ...complaintInWords('x'.repeat(1001)) })).toBe('inputInvalid');
  expect(await codeOf({ ...complaintInWords('Bakit may dagdag?') })).toBe('success');
  expect((await listOf(anna))[0]).toMatchObject({
    kind: 'charges',
    last: { words: 'Bakit may dagdag?' },
  });
});

test('refuses complaints about future or too old payments and unknown loans', async () => {
  const anna = await person();
  const codeOf = async (paidOn: string, more = {}) =>
    (await ask(anna, complaintCreate, { ...paymentNotShown(paidOn), ...more })).name;
  expect(await codeOf('2026-04-02')).toBe('complaintDayWrong');
  expect(await codeOf('2025-03-30')).toBe('complaintDayWrong');
  expect(await codeOf('2025-03-31')).toBe('success');
  expect(await codeOf(today, { loanId: newId(clocks.now()) })).toBe('loanUnknown');
});

test('a borrower can send five complaints per day, and only one per request id', async () => {
  const anna = await person();
  const id = newId(clocks.wall());
  const input = paymentNotShown(today);
  const same = await Promise.all([
    ask(anna, complaintCreate, input, id),
    ask(anna, complaintCreate, input, id),
  ]);
  expect(new Set(same.map((answer) => dataOf(answer).number)).size).toBe(1);
  const more = await Promise.all(
    Array.from({ length: complaintsADay }, () => ask(anna, complaintCreate, input)),
  );
  expect(more.filter((answer) => answer.name === 'success')).toHaveLength(complaintsADay - 1);
  expect(more.filter((answer) => answer.name === 'complaintsSpent')).toHaveLength(1);
  expect(await listOf(anna)).toHaveLength(complaintsADay);
  clocks.addMs(24 * 60 * 60 * 1000);
  expect((await ask(anna, complaintCreate, paymentNotShown('2026-04-02'))).name).toBe('success');
  clocks.setNow('2026-04-01T02:00:00Z');
});

test('a new complaint gets a random number that no other complaint has', async () => {
  const anna = await person();
  const numbers = new Set<string>();
  for (let day = 0; day < 20; day += 1) {
    clocks.addMs(24 * 60 * 60 * 1000);
    for (const { number } of await Promise.all(
      Array.from({ length: complaintsADay }, () => create(anna)),
    ))
      numbers.add(number);
  }
  expect(numbers.size).toBe(20 * complaintsADay);
  // Among a hundred numbers, no first symbol is more frequent than is likely by chance, and rises
  // and falls between consecutive numbers are about equally frequent.
  const values = [...numbers].map((number) =>
    [...number.replace(/^CS-|-/g, '')].reduce(
      (sum, symbol) => sum * 31 + caseSymbols.indexOf(symbol),
      0,
    ),
  );
  const firsts = [...numbers].map((number) => number.charAt(3));
  expect(
    Math.max(
      ...caseSymbols.split('').map((symbol) => firsts.filter((first) => first === symbol).length),
    ),
  ).toBeLessThan(20);
  const rising = values.filter((value, at) => at > 0 && value > (values[at - 1] ?? 0)).length;
  expect(rising).toBeGreaterThan(20);
  expect(rising).toBeLessThan(79);
  const [used = ''] = numbers;
  const row = await db
    .selectFrom('complaints')
    .selectAll()
    .where('number', '=', used)
    .executeTakeFirstOrThrow();
  const free = ['CS-2222-2222', used, used];
  await inTx(app.db, async (tx) => {
    await insertComplaint(
      tx,
      { ...row, id: newIdFor(row.borrower_id, clocks.now()) },
      () => free.pop() ?? '',
    );
  });
  expect(free).toEqual([]);
  clocks.setNow('2026-04-01T02:00:00Z');
});

test('only its own borrower can see a complaint, and its contents never change', async () => {
  const [anna, ben] = [await person(), await person()];
  const { complaintId } = await create(anna);
  expect(await listOf(ben)).toEqual([]);
  expect((await ask(ben, complaintDetail, { complaintId })).name).toBe('complaintUnknown');
  const change = (set: object) =>
    db.updateTable('complaints').set(set).where('id', '=', complaintId).execute();
  await expect(change({ kind: 'other' })).rejects.toThrow(/permission denied/);
  await expect(change({ closed_at: clocks.now(), closed_by: 'Rosa' })).rejects.toThrow(
    'a complaint cannot change from open to closed',
  );
  await expect(db.deleteFrom('complaints').where('id', '=', complaintId).execute()).rejects.toThrow(
    /permission denied/,
  );
});
