// While the gateway is switched off, requests for codes are refused and change nothing. The channel
// list already shows that the channels are paused.
import { billCancel } from '@sandali/contract/cancel.ts';
import { repaymentChannels } from '@sandali/contract/channel.ts';
import { renewApply } from '@sandali/contract/extension.ts';
import {
  repaymentApply,
  repaymentChannelList,
  repaymentStatus,
} from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { inTx } from '#/db/database.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { acceptanceOf, extensionSteps } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp();
const money = moneySteps(app);
const { debtor, codeFor, billRow } = money;
const { ways, rowsOf, dueDebtor, extend } = extensionSteps(app, money);
const peso = 100;

async function turn(isOn: boolean): Promise<void> {
  const off = isOn ? [] : [`bank.${app.context.bank.name}`];
  await inTx(app.db, (tx) => storeSetting(tx, 'gatewaysOff', off, 'test', app.clocks.wall()));
  app.context.settings.forget();
}

const codesOf = async (loanId: string) =>
  await app.db
    .selectFrom('repayment_codes')
    .select(['id', 'replaced_at'])
    .where('loan_id', '=', loanId)
    .execute();

const unavailable = async ({ client }: Person, loanId: string) =>
  Object.fromEntries(
    (await client.must(repaymentChannelList, { loanId })).channels
      .filter(({ isAvailable }) => !isAvailable)
      .map(({ channel, whyNot }) => [channel, whyNot]),
  );

slow('pauses all channels except our own account and existing permanent codes', async () => {
  const { anna, loanId } = await debtor();
  const ask = async (channel: (typeof repaymentChannels)[number]) =>
    await anna.client.ask(repaymentApply, { loanId, channel, amountCentavos: 1_000 * peso });
  await turn(false);
  const allPaused = Object.fromEntries(repaymentChannels.map((channel) => [channel, 'paused']));
  const { offlineTransfer: _, ...ofGateway } = allPaused;
  expect(await unavailable(anna, loanId)).toEqual(ofGateway);
  for (const channel of ['sevenEleven', 'gcash', 'cliqqLifelong'] as const)
    expect([channel, (await ask(channel)).name]).toEqual([channel, 'systemBusy']);
  expect((await ask('offlineTransfer')).name).toBe('success');
  await turn(true);
  const { repaymentId } = await anna.client.must(repaymentApply, {
    loanId,
    channel: 'cliqqLifelong',
    amountCentavos: 1_000 * peso,
  });
  // The code has been requested but not issued yet.
  await turn(false);
  expect(await unavailable(anna, loanId)).toEqual(ofGateway);
  await turn(true);
  await app.until(
    'a code',
    async () => (await anna.client.must(repaymentStatus, { repaymentId })).code,
  );
  await turn(false);
  const { cliqqLifelong: __, ...others } = ofGateway;
  expect(await unavailable(anna, loanId)).toEqual(others);
  expect((await ask('cliqqLifelong')).name).toBe('success');
  await turn(true);
  expect(await unavailable(anna, loanId)).toEqual({});
});

slow('a refused return request does not replace the loan’s code', async () => {
  const { anna, loanId } = await debtor(8);
  await codeFor(anna, loanId, 1_000 * peso);
  const before = await codesOf(loanId);
  await turn(false);
  expect((await anna.client.ask(billCancel, { loanId, channel: 'sevenEleven' })).name).toBe(
    'systemBusy',
  );
  expect((await billRow(loanId)).return_asked_at).toBeNull();
  expect(await codesOf(loanId)).toEqual(before);
  await turn(true);
  expect((await anna.client.must(billCancel, { loanId, channel: 'sevenEleven' })).outcome).toBe(
    'codeAsked',
  );
});

test('reports that a code is taking long if it is not issued within 20 seconds', async () => {
  const { anna, loanId } = await debtor();
  for (const channel of ['sevenEleven', 'bankTransfer'] as const) {
    const { repaymentId } = await anna.client.must(repaymentApply, {
      loanId,
      channel,
      amountCentavos: 1_000 * peso,
    });
    const status = async () => await anna.client.must(repaymentStatus, { repaymentId, loanId });
    await turn(false);
    app.clocks.addMs(20_000);
    await app.work();
    expect(await status()).toMatchObject({ state: 'asked', takesLong: false });
    app.clocks.addMs(1);
    expect(await status()).toMatchObject({ state: 'asked', takesLong: true });
    await turn(true);
    await app.until('a code', async () => (await status()).code);
    expect(await status()).toMatchObject({ state: 'given', takesLong: false });
  }
});

// This test runs last because business time only moves forward.
slow('refuses an extension while the gateway is switched off', async () => {
  const { anna, loanId } = await dueDebtor();
  const offer = (await ways(anna, loanId)).extension;
  await turn(false);
  const wish = { loanId, channel: 'sevenEleven', ...(offer && acceptanceOf(offer)) } as never;
  expect((await anna.client.ask(renewApply, wish)).name).toBe('systemBusy');
  expect([await rowsOf(loanId), await codesOf(loanId)]).toEqual([[], []]);
  expect(await ways(anna, loanId)).toMatchObject({ extension: offer, feeCode: null });
  await turn(true);
  await extend(anna, loanId);
});
