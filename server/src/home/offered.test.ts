// Offers match the specification's table of constants (§9). The server refuses anything else.
import type { IncomeBand } from '@sandali/contract/credit.ts';
import { draftSave } from '@sandali/contract/draft.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { paychannelList, productCal, productList } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { repaymentApply, repaymentChannelList } from '@sandali/contract/repayment.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import { expect, test } from 'vitest';
import { addWallet } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor } = moneySteps(app);
const pesos = (amount: number) => centavos(amount * 100);

async function borrower() {
  const { client, life } = await app.person({ withCredit: true });
  const accountId = await addWallet(life);
  const quote = (amount: number, termDays: number) =>
    client.ask(productCal, {
      amountCentavos: pesos(amount),
      termDays,
      channel: 'wallet',
      accountId,
    } as never);
  return { client, quote };
}

test('offers loans above ₱50,000 in steps of ₱10,000', async () => {
  const { client, quote } = await borrower();
  expect(await client.must(productList, {})).toMatchObject({
    minimumCentavos: pesos(60_000),
    stepCentavos: pesos(10_000),
  });
  const names = await Promise.all(
    [40_000, 50_000, 60_000, 65_000, 70_000].map(async (amount) => (await quote(amount, 8)).name),
  );
  expect(names).toEqual([
    'amountNotOffered',
    'amountNotOffered',
    'success',
    'amountNotOffered',
    'success',
  ]);
});

test('offers terms of 8 and 15 days', async () => {
  const { client, quote } = await borrower();
  app.clocks.setNow('2026-11-20T02:00:00Z');
  const { terms, today } = await client.must(productList, {});
  expect([today, ...terms]).toEqual([
    '2026-11-20',
    { days: 8, dueOnIfToday: '2026-11-28' },
    { days: 15, dueOnIfToday: '2026-12-05' },
  ]);
  const names = await Promise.all(
    [7, 8, 9, 15, 30].map(async (days) => (await quote(60_000, days)).name),
  );
  expect(names).toEqual([
    'termNotOffered',
    'success',
    'termNotOffered',
    'success',
    'termNotOffered',
  ]);
});

test('a quote states the service fee of its term and the effective monthly rate', async () => {
  const { quote } = await borrower();
  const factsOf = async (days: number) => {
    const priced = await quote(60_000, days);
    if (priced.name !== 'success') throw new Error(`the price was refused: ${priced.name}`);
    const { serviceFeeBps, serviceFeeCentavos, interestCentavos, effectiveMonthlyRateHundredths } =
      priced.data.facts;
    return { serviceFeeBps, serviceFeeCentavos, interestCentavos, effectiveMonthlyRateHundredths };
  };
  expect(await factsOf(8)).toEqual({
    serviceFeeBps: 100,
    serviceFeeCentavos: pesos(600),
    interestCentavos: pesos(960),
    effectiveMonthlyRateHundredths: 1028,
  });
  expect(await factsOf(15)).toEqual({
    serviceFeeBps: 190,
    serviceFeeCentavos: pesos(1_140),
    interestCentavos: pesos(1_800),
    effectiveMonthlyRateHundredths: 1028,
  });
});

test('home adapts the range of a first limit to the income entered so far', async () => {
  const { client } = await app.person();
  const estimateWith = async (incomeBand: IncomeBand) => {
    await client.must(draftSave, { form: 'work', values: { incomeBand }, leftAt: null });
    return (await client.must(userMulti, {})).estimate;
  };
  expect(await estimateWith('from20to40k')).toBeNull();
  // Half of the ₱125,000 earned in half a month covers ₱60,000 with interest, but not ₱70,000.
  expect(await estimateWith('from250to400k')).toEqual({
    minimumCentavos: pesos(60_000),
    maximumCentavos: pesos(60_000),
  });
  expect(await estimateWith('from500to1300k')).toEqual({
    minimumCentavos: pesos(60_000),
    maximumCentavos: pesos(120_000),
  });
});

test('home shows the range of a first limit and the cost of a loan at both terms', async () => {
  const { client } = await app.person();
  const { estimate, offer } = await client.must(userMulti, {});
  expect(estimate).toEqual({ minimumCentavos: pesos(60_000), maximumCentavos: pesos(200_000) });
  expect(offer).toMatchObject({
    amountCentavos: pesos(60_000),
    terms: [
      {
        termDays: 8,
        receiveCentavos: pesos(59_390),
        repayCentavos: pesos(60_960),
        costCentavos: pesos(1_570),
      },
      {
        termDays: 15,
        receiveCentavos: pesos(58_850),
        repayCentavos: pesos(61_800),
        costCentavos: pesos(2_950),
      },
    ],
  });
});

test('the configuration states service hours, review minutes and arrival minutes', async () => {
  const { client } = await borrower();
  const { serviceHours, reviewMinutesMin, reviewMinutesMax } = await client.must(configQuery, {});
  expect({ serviceHours, reviewMinutesMin, reviewMinutesMax }).toEqual({
    serviceHours: '9:00–18:00',
    reviewMinutesMin: 2,
    reviewMinutesMax: 5,
  });
  const { channels } = await client.must(paychannelList, { amountCentavos: pesos(60_000) });
  expect(channels.map(({ channel, arrivalMinutes }) => [channel, arrivalMinutes])).toEqual(
    channels.map(({ channel }) => [channel, 10]),
  );
});

test('a partial repayment is at least ₱500', async () => {
  const { anna, loanId } = await debtor(8);
  const { client } = anna;
  expect((await client.must(repaymentChannelList, { loanId })).minimumCentavos).toBe(pesos(500));
  const applyFor = async (amount: number) =>
    (
      await client.ask(repaymentApply, {
        loanId,
        channel: 'sevenEleven',
        amountCentavos: pesos(amount),
      } as never)
    ).name;
  expect([await applyFor(499), await applyFor(500)]).toEqual(['repaymentTooSmall', 'success']);
});
