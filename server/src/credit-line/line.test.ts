import { type Centavos, centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { creditTestContext } from '#/credit/testing.ts';
import { inTx, type Tx } from '#/db/database.ts';
import {
  holdCreditQuery,
  lineChangesOf,
  lineOf,
  lockLine,
  lowerLine,
  releaseHeldCredit,
  releaseUsedCredit,
  useHeldCredit,
} from './line.ts';

const { person, submitted, reviewed, app } = await creditTestContext();
const { db } = app;
const at = Temporal.Instant.from('2026-11-20T02:00:00Z');
const pesos = (amount: number) => centavos(amount * 100);
const holdCredit = async (tx: Tx, borrowerId: string, amount: Centavos) =>
  void (await tx.executeQuery(holdCreditQuery(tx, borrowerId, amount)));
const inOne = async <T>(work: (tx: Tx) => Promise<T>) => await inTx(db, work);

async function withLine(): Promise<string> {
  const anna = await person();
  await submitted(anna);
  await reviewed();
  return anna.borrowerId;
}

slow('holding, using and releasing credit updates the amounts of the line', async () => {
  const anna = await withLine();
  const steps: [(tx: Tx) => Promise<void>, number, number, number][] = [
    [(tx) => holdCredit(tx, anna, pesos(60_000)), 0, 60_000, 20_000],
    [(tx) => useHeldCredit(tx, anna, pesos(60_000)), 60_000, 0, 20_000],
    [(tx) => holdCredit(tx, anna, pesos(20_000)), 60_000, 20_000, 0],
    [(tx) => releaseHeldCredit(tx, anna, pesos(20_000), at), 60_000, 0, 20_000],
    [(tx) => releaseUsedCredit(tx, anna, pesos(60_000), at), 0, 0, 80_000],
  ];
  for (const [step, used, held, available] of steps) {
    await inOne(step);
    const line = {
      usedCentavos: pesos(used),
      heldCentavos: pesos(held),
      availableCentavos: pesos(available),
    };
    expect(await lineOf(db, anna)).toEqual({
      limitCentavos: pesos(80_000),
      loweringCentavos: 0,
      ...line,
    });
  }
});

test('refuses to hold, use or release more credit than the line has', async () => {
  const anna = await withLine();
  const refused = async (step: (tx: Tx) => Promise<void>) =>
    await expect(inOne(step)).rejects.toThrow(/must not happen/);
  await refused((tx) => holdCredit(tx, anna, centavos(80_000_01)));
  await refused((tx) => useHeldCredit(tx, anna, centavos(1)));
  await refused((tx) => releaseHeldCredit(tx, anna, centavos(1), at));
  await refused((tx) => releaseUsedCredit(tx, anna, centavos(1), at));
  await refused((tx) => holdCredit(tx, anna, centavos(-1)));
  const nobody = (await person()).borrowerId;
  await refused((tx) => holdCredit(tx, nobody, centavos(1)));
  expect(await inOne((tx) => lockLine(tx, nobody))).toBeNull();
  const direct = db
    .updateTable('credit_lines')
    .set({ used_centavos: 80_000_01n })
    .where('borrower_id', '=', anna)
    .execute();
  await expect(direct).rejects.toThrow(/check constraint/);
});

test('concurrent holds stay within the limit', async () => {
  const anna = await withLine();
  const ends = await Promise.allSettled(
    Array.from({ length: 20 }, () => inOne((tx) => holdCredit(tx, anna, pesos(10_000)))),
  );
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(8);
  expect(await lineOf(db, anna)).toMatchObject({
    heldCentavos: pesos(80_000),
    availableCentavos: 0,
  });
});

test('lowers a limit by its unused part now, and by the rest as credit is released', async () => {
  const anna = await withLine();
  const lowers = async (by: number) =>
    await inOne((tx) => lowerLine(tx, { borrowerId: anna, by: pesos(by), who: 'a test', at }));
  const expectLine = async (limit: number, lowering: number) =>
    expect(await lineOf(db, anna)).toMatchObject({
      limitCentavos: pesos(limit),
      loweringCentavos: pesos(lowering),
      availableCentavos: pesos(0),
    });
  await inOne((tx) => holdCredit(tx, anna, pesos(75_000)));
  expect(await lowers(10_000)).toBe(pesos(5_000));
  await expectLine(75_000, 5_000);
  await expect(inOne((tx) => holdCredit(tx, anna, centavos(1)))).rejects.toThrow(/must not happen/);
  expect(await lowers(3_000)).toBe(pesos(8_000));
  await inOne((tx) => useHeldCredit(tx, anna, pesos(75_000)));
  await inOne((tx) => releaseUsedCredit(tx, anna, pesos(6_000), at));
  await expectLine(69_000, 2_000);
  await inOne((tx) => releaseUsedCredit(tx, anna, pesos(10_000), at));
  expect(await lineOf(db, anna)).toMatchObject({
    limitCentavos: pesos(67_000),
    loweringCentavos: 0,
    availableCentavos: pesos(8_000),
  });
  const changes = (await lineChangesOf(db, anna)).map(({ reason, to_centavos }) => [
    reason,
    Number(to_centavos) / 100,
  ]);
  expect(changes).toEqual([
    ['opened', 80_000],
    ['takenBack', 75_000],
    ['takenBack', 69_000],
    ['takenBack', 67_000],
  ]);
  const later = db
    .updateTable('credit_lines')
    .set({ pending_decrease_centavos: 1n })
    .where('borrower_id', '=', anna)
    .execute();
  await expect(later).rejects.toThrow(/credit_lines_lowering/);
});
