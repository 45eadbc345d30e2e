import { paychannelList, productCal } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import { addWallet } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp();
const { client } = await app.person({ withCredit: true });
const { catalogue } = app.context;
const peso = 100;

async function fitOf(amountCentavos: number) {
  const { channels } = await client.must(paychannelList, {
    amountCentavos: centavos(amountCentavos),
  });
  const bank = channels.find((row) => row.channel === 'bankCard');
  return [bank?.isAvailable, bank?.whyNot, bank?.fittingCentavos];
}

test('a channel states why it cannot pay an amount, and which amount it could pay', async () => {
  expect(await fitOf(0)).toEqual([false, 'amountTooSmall', 1 * peso]);
  expect(await fitOf(60_000 * peso)).toEqual([true, null, null]);
  expect(await fitOf(310_000 * peso)).toEqual([false, 'amountTooLarge', 300_000 * peso]);
});

test('a channel’s limits apply to the arrival amount at every term', async () => {
  const within = async (minimum: number, maximum: number) => {
    const limits = {
      minimumCentavos: centavos(minimum * peso),
      maximumCentavos: centavos(maximum * peso),
    };
    app.context.catalogue = {
      ...catalogue,
      payoutChannels: catalogue.payoutChannels.map((row) => ({ ...row, ...limits })),
    };
    return await fitOf(60_000 * peso);
  };
  // By bank, a loan of 60,000 arrives as 59,390 if it is for 8 days, and as 58,850 if for 15 days.
  expect(await within(58_851, 300_000)).toEqual([false, 'amountTooSmall', 58_851 * peso]);
  expect(await within(1, 59_389)).toEqual([false, 'amountTooLarge', 59_389 * peso]);
  expect(await within(58_850, 59_390)).toEqual([true, null, null]);
});

test('lists the price of the smallest loan at each term, for the preselected channel', async () => {
  const { client: rosa, life } = await app.person({ withCredit: true });
  const accountId = await addWallet(life);
  app.context.catalogue = catalogue;
  const priced = await rosa.must(paychannelList, {});
  expect(priced.prices.map(({ termDays }) => termDays)).toEqual(
    catalogue.terms.map(({ days }) => days),
  );
  for (const { termDays, price } of priced.prices) {
    const wish = {
      amountCentavos: centavos(60_000 * peso),
      termDays,
      channel: 'wallet',
      accountId,
      voucherId: 'best',
    } as const;
    const { facts, voucherId } = await rosa.must(productCal, wish);
    expect(price).toEqual({ facts, voucherId });
    expect(voucherId).not.toBeNull();
  }
});

test('lists the text of the refusal instead of a price if an amount cannot be quoted', async () => {
  const { prices } = await client.must(paychannelList, {
    amountCentavos: centavos(65_000 * peso),
    channel: 'cashPickup',
  });
  const wish = {
    amountCentavos: centavos(65_000 * peso),
    termDays: 15,
    channel: 'cashPickup',
    accountId: null,
  } as const;
  const refused = await client.ask(productCal, wish);
  expect(refused.code).not.toBe('0000');
  for (const price of prices) expect(price).toMatchObject({ price: null, whyNot: refused.message });
});
