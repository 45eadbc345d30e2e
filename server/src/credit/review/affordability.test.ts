// Tests that the amount due within one pay period never exceeds the lender's share of the income.
import { creditQuery, identitySave, incomeBands, workSave } from '@sandali/contract/credit.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { defaultSettings } from '#/context/settings.ts';
import { decideManually, noteAllSeen } from '#/credit/credit.ts';
import { whyNotAfforded } from '#/credit/manual/rules.ts';
import { latestApplication } from '#/credit/store.ts';
import { creditTestContext, work } from '#/credit/testing.ts';
import { lineOf, openLine } from '#/credit-line/credit-line.ts';
import { affordabilityOn } from '#/data/affordability.ts';
import { catalogues } from '#/data/catalogues.ts';
import { inTx } from '#/db/database.ts';
import { dataOf } from '#/testing/context.ts';
import { dueMostOf, isBelowShare, leastIncomeOf, leastLimit, lineWithin } from './affordability.ts';

const { ask, person, fill, identity, submitted, reviewed, app, set, clocks } =
  await creditTestContext();
const { db } = app;
const today = Temporal.PlainDate.from('2026-11-23');
const share = defaultSettings.dueShareMostPercent;

test.each(catalogues.map((catalogue) => [catalogue.id, catalogue] as const))(
  'the catalogue %s grants no first limit above what the income supports',
  (_, catalogue) => {
    for (const band of incomeBands) {
      const dueMost = dueMostOf(band, affordabilityOn(today), share);
      const carried = lineWithin(catalogue, dueMost);
      const first = catalogue.line.firstLimitByIncome[band];
      expect(first, band).toBeLessThanOrEqual(carried);
      expect(first > 0, band).toBe(carried > 0);
      // The whole line, lent for 15 days at 0.20 % a day, falls due on one day.
      expect(carried + Math.floor((carried * 15) / 500)).toBeLessThanOrEqual(
        carried === 0 ? 0 : dueMost,
      );
    }
  },
);

test('a higher income band never leads to a smaller credit line', () => {
  const rules = affordabilityOn(today);
  const carried = incomeBands.map(
    (band) => lineWithin(app.catalogue, dueMostOf(band, rules, share)) / 100,
  );
  expect(carried).toEqual([0, 0, 0, 0, 0, 60_000, 90_000, 120_000, 300_000]);
  const small = catalogues.find((catalogue) => catalogue.id === 'small-ticket') ?? app.catalogue;
  const carriedOfSmall = incomeBands.map(
    (band) => lineWithin(small, dueMostOf(band, rules, share)) / 100,
  );
  expect(carriedOfSmall).toEqual([1000, 2000, 4500, 9500, 24_000, 25_000, 25_000, 25_000, 25_000]);
  expect(carried).toEqual(carried.toSorted((a, b) => a - b));
  expect(dueMostOf('from250to400k', rules, share)).toBe(62_500_00);
  expect(lineWithin(app.catalogue, centavos(61_799_99))).toBe(0);
  expect(lineWithin(app.catalogue, centavos(61_800_00))).toBe(60_000_00);
});

test('lists the minimum income for the smallest loan under each catalogue and share', () => {
  const set = affordabilityOn(today);
  const needs = catalogues.map((catalogue) =>
    [50, 38, 9].map((percent) => leastIncomeOf(catalogue, set, percent)),
  );
  const income = (loan: number, amount: number | null, sharePercent: number) => ({
    loanCentavos: loan * 100,
    incomeCentavos: amount && amount * 100,
    sharePercent,
  });
  expect(needs).toEqual([
    [income(60_000, 250_000, 50), income(60_000, 400_000, 38), income(60_000, null, 9)],
    [income(1000, 0, 50), income(1000, 10_000, 38), income(1000, 40_000, 9)],
  ]);
});

test('an income band is too low for any loan if and only if it begins below the minimum', () => {
  const set = affordabilityOn(today);
  for (const catalogue of catalogues) {
    let before = Number.POSITIVE_INFINITY;
    for (let percent = 1; percent <= 100; percent += 1) {
      const { incomeCentavos } = leastIncomeOf(catalogue, set, percent);
      const needed = incomeCentavos ?? Number.POSITIVE_INFINITY;
      for (const band of incomeBands) {
        const isBelow = isBelowShare(catalogue, set, percent, band);
        expect(isBelow, `${catalogue.id} ${percent} ${band}`).toBe(
          set.incomeCentavos[band] < needed,
        );
        const due = leastLimit(catalogue) + Math.floor((leastLimit(catalogue) * 15) / 500);
        if (catalogue.line.firstLimitByIncome[band] > 0)
          expect(isBelow).toBe(due > dueMostOf(band, set, percent));
      }
      // A higher share never requires a higher income.
      expect(needed).toBeLessThanOrEqual(before);
      before = needed;
    }
  }
});

test('the work step refuses an income that is too low for any loan', async () => {
  const anna = await person();
  await fill(anna);
  const answer = await ask(anna, workSave, { ...work, incomeBand: 'from20to40k' });
  expect(answer).toMatchObject({ name: 'incomeTooLow', values: { fits: '₱5,000' } });
  expect(dataOf(await ask(anna, creditQuery, {})).work?.incomeBand).toBe('from400to500k');
  expect((await ask(anna, workSave, { ...work, incomeBand: 'from250to400k' })).name).toBe(
    'success',
  );
});

slow('lowers the line or refuses an application if the share falls during review', async () => {
  const [anna, ben, carla, dora] = [await person(), await person(), await person(), await person()];
  await fill(carla);
  const last = await identity(carla);
  await submitted(anna);
  await set('dueShareMostPercent', 38);
  await reviewed();
  // 38 % of 200,000 is 76,000, and a line of 70,000 with interest falls due at 72,100.
  expect(await lineOf(db, anna.borrowerId)).toMatchObject({ limitCentavos: 70_000_00 });
  await submitted(ben);
  await set('dueShareMostPercent', 20);
  expect(await ask(carla, identitySave, last)).toMatchObject({
    name: 'incomeTooLow',
    values: { fits: '₱40,000' },
  });
  await reviewed();
  // The engine refers the application to a person, or rejects it if the setting forbids that.
  expect(dataOf(await ask(ben, creditQuery, {}))).toMatchObject({ state: 'manualReview' });
  await set('belowShare', 'refuse');
  await set('dueShareMostPercent', share);
  await submitted(dora);
  await set('dueShareMostPercent', 20);
  await reviewed();
  expect(dataOf(await ask(dora, creditQuery, {}))).toMatchObject({
    state: 'rejected',
    reasonGroup: 'income',
  });
  await set('dueShareMostPercent', share);
  await set('belowShare', 'person');
});

slow('stops a reviewer from granting a limit that is too high for the income', async () => {
  const anna = await person();
  await submitted(anna);
  const application = (await latestApplication(db, anna.borrowerId))?.row.id ?? '';
  const most = (amount: number, isBelowShare = false) => ({
    mostCentavos: centavos(amount),
    isBelowShare,
  });
  expect(whyNotAfforded(centavos(100_000_00), most(90_000_00))).toContain('at most ₱90,000');
  expect(whyNotAfforded(centavos(70_000_00), most(60_000_00, true))).toContain(
    'can grant the smallest, ₱60,000.',
  );
  expect(whyNotAfforded(centavos(60_000_00), most(0, true))).toContain('too low for any loan');
  expect(whyNotAfforded(centavos(90_000_00), most(90_000_00))).toBeNull();
  await inTx(db, (tx) => noteAllSeen(tx, application, { who: 'rosa', at: clocks.now() }));
  const give = (limitCentavos: number) =>
    inTx(db, (tx) =>
      decideManually(
        workCtx(app),
        tx,
        application,
        { outcome: 'approved', limitCentavos: centavos(limitCentavos) },
        'rosa',
        'why',
      ),
    );
  await expect(give(100_000_00)).rejects.toThrow(/credit_lines_affordable/);
  expect(await give(90_000_00)).toBe(true);
  const more = {
    borrowerId: anna.borrowerId,
    limitCentavos: centavos(2),
    affordableCentavos: centavos(1),
    isBelowShare: false,
    at: clocks.now(),
  };
  await expect(inTx(db, (tx) => openLine(tx, more))).rejects.toThrow();
});
