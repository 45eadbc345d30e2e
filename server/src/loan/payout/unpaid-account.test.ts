// An account that cannot be paid now is listed with the reason, but no loan to it can be priced or
// signed. The same applies to a channel that the gateway does not serve.

import { basicSave } from '@sandali/contract/credit.ts';
import { examplePersonal } from '@sandali/contract/exampleAnswers.ts';
import { loanApply, paychannelList, productCal } from '@sandali/contract/loan.ts';
import { bankcardList, walletAdd } from '@sandali/contract/payoutAccounts.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { xenditLimits } from '#/adapters/bank/xendit-channels.ts';
import { place } from '#/credit/testing.ts';
import { servedCatalogue } from '#/gateway/limits.ts';
import { payoutSteps } from '#/payout/testing.ts';
import { applyForCredit } from '#/sandbox/credit-life.ts';
import { addWallet, reviewed } from '#/sandbox/life.ts';
import { testOps } from '#/staff/testing.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';

const app = await testApp();
const finance = await testOps(app.context).person('finance');
const { bankAccount } = payoutSteps(app);
const amountCentavos = 60_000 * 100;
const wish = { amountCentavos, termDays: 8 } as const;
const fine = { whyNotPaid: null, heldHours: 0 };

/** Imports a bank list with these lines. */
async function list(...lines: string[]) {
  const input = {
    gateway: 'sandbox',
    dated: app.clocks.now().toString().slice(0, 10),
    text: ['name,instapayCode', ...lines].join('\n'),
  };
  expect(
    await finance.ask('bank import', input, { reason: 'list of November, ticket 812' }),
  ).toMatchObject({ status: 200 });
}

async function accountsOf({ client }: Person, channel: 'bankCard' | 'wallet') {
  const { channels } = await client.must(paychannelList, { amountCentavos });
  return channels.find((listed) => listed.channel === channel)?.accounts;
}

slow('refuses to price or sign a loan paid out to a bank that the gateway cannot pay', async () => {
  const anna = await app.person({ withCredit: true });
  const [wallet, bank] = [await addWallet(anna.life), await bankAccount(anna, '1000007801')];
  const toBank = { ...wish, channel: 'bankCard', accountId: bank } as const;
  const { quoteId, disclosureHash } = await anna.client.must(productCal, toBank);
  const agreed = {
    ...agreedTo({ quoteId, disclosureHash }),
    password: anna.life.password,
  } as const;
  await list('GCash,GXCHPHM2XXX');
  const unpaid = { whyNotPaid: 'bankNotPaid', heldHours: 0 };
  const account = { accountId: bank, label: 'BDO Unibank', last4: '7801', mark: 'BDO' };
  expect(await accountsOf(anna, 'bankCard')).toEqual([
    { ...account, ...unpaid, arrival: null, fittingCentavos: null },
  ]);
  expect(await accountsOf(anna, 'wallet')).toMatchObject([{ accountId: wallet, ...fine }]);
  expect((await anna.client.must(bankcardList, {})).cards).toMatchObject([unpaid]);
  expect(await anna.client.ask(productCal, toBank)).toMatchObject({
    name: 'accountNotPaid',
    code: '4160',
  });
  expect(await anna.client.ask(loanApply, agreed)).toMatchObject({
    name: 'accountNotPaid',
    code: '4160',
  });
  await list('GCash,GXCHPHM2XXX', 'BDO Unibank,BNORPHMMXXX');
  expect(await accountsOf(anna, 'bankCard')).toMatchObject([{ accountId: bank, ...fine }]);
  expect((await anna.client.ask(loanApply, agreed)).name).toBe('success');
});

test('refuses to price a loan to an account whose name is not the approved name', async () => {
  const rosa = await app.person();
  const { client, life } = rosa;
  await client.must(basicSave, {
    ...examplePersonal,
    ...place,
    firstName: 'Rosa',
    middleName: null,
    lastName: life.lastName,
  });
  const { wallet } = await client.must(walletAdd, {
    ...{
      walletId: 'gcash',
      accountName: `Rosa ${life.lastName}`,
      phone: life.phone,
      password: life.password,
    },
  });
  await applyForCredit(life);
  await app.until('the review', async () => (await reviewed(life)) === 'approved');
  expect(await accountsOf(rosa, 'wallet')).toMatchObject([
    { whyNotPaid: 'nameDiffers', heldHours: 0 },
  ]);
  expect(
    await client.ask(productCal, { ...wish, channel: 'wallet', accountId: wallet.accountId }),
  ).toMatchObject({
    name: 'accountNameDiffers',
    code: '4161',
  });
});

test('neither offers nor prices a channel that the gateway does not serve', async () => {
  const ben = await app.person({ withCredit: true });
  const { catalogue } = app.context;
  Object.assign(app.context, { catalogue: servedCatalogue(catalogue, xenditLimits) });
  try {
    const { channels } = await ben.client.must(paychannelList, { amountCentavos });
    expect(channels.map((channel) => channel.channel)).toEqual(['bankCard', 'wallet']);
    expect(
      (await ben.client.ask(productCal, { ...wish, channel: 'cashPickup', accountId: null })).name,
    ).toBe('channelNotOffered');
    expect(
      (await ben.client.ask(productCal, { ...wish, channel: 'bankCard', accountId: null })).name,
    ).toBe('success');
    // The gateway serves wallets only up to InstaPay's limit.
    expect(
      (await ben.client.ask(productCal, { ...wish, channel: 'wallet', accountId: null })).name,
    ).toBe('channelLimit');
  } finally {
    Object.assign(app.context, { catalogue });
  }
});
