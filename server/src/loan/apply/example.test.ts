// Tests that the example prices shown before login equal the prices of a borrower's later quote.
import { isPickup } from '@sandali/contract/channel.ts';
import { productExample } from '@sandali/contract/example.ts';
import { paychannelList } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp();
const { debtor, widenLine } = moneySteps(app);
const peso = 100;
const stranger = app.device();

test('lists an example per amount and term, smallest amount and shortest term first', async () => {
  const { stepCentavos, examples, income } = await stranger.must(productExample, {});
  expect(stepCentavos).toBe(10_000 * peso);
  expect(income).toEqual({
    loanCentavos: 60_000 * peso,
    incomeCentavos: 250_000 * peso,
    sharePercent: 50,
  });
  const amounts = Array.from({ length: 15 }, (_, nth) => (60_000 + nth * 10_000) * peso);
  expect(examples.map((example) => [example.amountCentavos, example.termDays])).toEqual(
    amounts.flatMap((amount) => [8, 15].map((days) => [amount, days])),
  );
});

test('the examples state the rates and the lender, as the disclosure statement does', async () => {
  const { interestPerDayBps, lender, examples } = await stranger.must(productExample, {});
  const { companyName, companyRegNumber, companyAuthNumber } = await app.context.settings.all();
  const named = {
    name: companyName,
    registrationNumber: companyRegNumber,
    authorityNumber: companyAuthNumber,
  };
  expect([interestPerDayBps, lender]).toEqual([20, named]);
  expect(Object.values(lender).every((value) => value !== '')).toBe(true);
  const rates = examples
    .slice(0, 2)
    .map((example) => [example.simpleAnnualRateHundredths, example.effectiveMonthlyRateHundredths]);
  expect(rates).toEqual([
    [11_939, 1_028],
    [11_964, 1_028],
  ]);
});

test('an example equals the price of a borrower without a coupon', async () => {
  const { anna, loanId } = await debtor();
  await widenLine(loanId, 300_000 * peso);
  const { examples } = await stranger.must(productExample, {});
  for (const amount of [60_000, 70_000, 110_000, 200_000]) {
    const wish = {
      amountCentavos: (amount * peso) as never,
      channel: 'wallet' as const,
      voucherId: null,
    };
    const { prices } = await anna.client.must(paychannelList, wish);
    const own = prices.flatMap(({ termDays, price }) => {
      if (!price) return [];
      const {
        principalCentavos,
        arrivalCentavos,
        repayCentavos,
        financeChargeCentavos,
        dueOnIfToday,
      } = price.facts;
      const { simpleAnnualRateHundredths, effectiveMonthlyRateHundredths } = price.facts;
      const rates = { simpleAnnualRateHundredths, effectiveMonthlyRateHundredths };
      const sums = {
        receiveCentavos: arrivalCentavos,
        repayCentavos,
        costCentavos: financeChargeCentavos,
      };
      const figures = { ...sums, ...rates, dueOn: dueOnIfToday };
      return [{ amountCentavos: principalCentavos, termDays, ...figures }];
    });
    expect(own).toHaveLength(2);
    expect(examples.filter((example) => example.amountCentavos === amount * peso)).toEqual(own);
  }
});

test('an example’s due date is later by as many days as the payout takes to arrive', async () => {
  await storeSetting(app.db, 'sandboxRails', true, 'test', app.clocks.wall());
  app.context.settings.forget();
  const dueDays = async () => {
    const { today, examples } = await stranger.must(productExample, {});
    return [
      today,
      ...examples
        .filter((example) => example.amountCentavos === 60_000 * peso)
        .map((example) => example.dueOn),
    ];
  };
  app.clocks.setNow('2026-11-19T02:00:00Z');
  expect(await dueDays()).toEqual(['2026-11-19', '2026-11-27', '2026-12-04']);
  // By 16:00 on this Thursday, the last batch of the day has already been sent.
  app.clocks.setNow('2026-11-19T08:00:00Z');
  expect(await dueDays()).toEqual(['2026-11-19', '2026-11-28', '2026-12-05']);
  app.clocks.setNow('2026-11-20T16:30:00Z');
  expect((await dueDays())[0]).toBe('2026-11-21');
});

test('lists no example if no channel pays into an account, or if the fee is too high', async () => {
  const { catalogue } = app.context;
  const onDay = async (day: string, payoutChannels: typeof catalogue.payoutChannels) => {
    app.clocks.setNow(`${day}T02:00:00Z`);
    app.context.catalogue = { ...catalogue, payoutChannels };
    const { examples } = await stranger.must(productExample, {});
    return [...new Set(examples.map((example) => example.amountCentavos / peso))];
  };
  const costly = catalogue.payoutChannels.map((row) => ({
    ...row,
    feeCentavos: centavos(1_000 * peso),
  }));
  const least = (await onDay('2026-11-24', costly))[0];
  expect(least).toBeGreaterThan(60_000);
  expect(
    await onDay(
      '2026-11-25',
      catalogue.payoutChannels.filter((row) => isPickup(row.channel)),
    ),
  ).toEqual([]);
  expect((await onDay('2026-11-26', catalogue.payoutChannels))[0]).toBe(60_000);
});
