import { paychannelList } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import { testApp } from '#/testing/app.ts';

const app = await testApp();
const { client } = await app.person({ withCredit: true });
const { catalogue } = app.context;
const peso = 100;

async function fitOf(amountCentavos: number) {
  const { channels } = await client.must(paychannelList, { amountCentavos: centavos(amountCentavos) });
  const bank = channels.find((one) => one.channel === 'bankCard');
  return [bank?.isAvailable, bank?.whyNot, bank?.fittingCentavos];
}

test('a channel says why it cannot serve an amount, and which one it could', async () => {
  expect(await fitOf(0)).toEqual([false, 'amountTooSmall', 1 * peso]);
  expect(await fitOf(60_000 * peso)).toEqual([true, null, null]);
  expect(await fitOf(310_000 * peso)).toEqual([false, 'amountTooLarge', 300_000 * peso]);
});

test('the limits of a channel are held against what arrives, at every term', async () => {
  const within = async (minimum: number, maximum: number) => {
    const limits = { minimumCentavos: centavos(minimum * peso), maximumCentavos: centavos(maximum * peso) };
    app.context.catalogue = { ...catalogue, payoutChannels: catalogue.payoutChannels.map((row) => ({ ...row, ...limits })) };
    return await fitOf(60_000 * peso);
  };
  // By bank 60,000 arrive as 59,390 for 8 days, and as 58,850 for 15.
  expect(await within(58_851, 300_000)).toEqual([false, 'amountTooSmall', 58_851 * peso]);
  expect(await within(1, 59_389)).toEqual([false, 'amountTooLarge', 59_389 * peso]);
  expect(await within(58_850, 59_390)).toEqual([true, null, null]);
});
