// Tests that a production server with the default catalogue starts, logs which channels are
// limited, and pays out a loan of ₱60,000 over the live gateway's PESONet.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { loanApply, paychannelList, productCal } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { afterAll, expect, test } from 'vitest';
import type { Bank } from '#/adapters/bank/port.ts';
import { startXendit } from '#/adapters/bank/xendit.testing.ts';
import { createXenditBank } from '#/adapters/bank/xendit.ts';
import { xenditLimits } from '#/adapters/bank/xendit-channels.ts';
import { createApp, openCatalogue } from '#/app.ts';
import { payoutSteps } from '#/payout/testing.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import { type Config, readConfig } from '#/platform/config.ts';
import { companyEnv } from '#/platform/lender.testing.ts';
import { createLog } from '#/platform/log.ts';
import { testApp } from '#/testing/app.ts';
import { deviceOf, portsOf, timeOf } from '#/testing/server.ts';

const secrets = { apiKey: 'xnd_development_of_a_test', callbackToken: 'callback-token-of-a-test' };
const app = await testApp();
const { bankAccount, playRails, payoutOf } = payoutSteps(app);
const gateway = await startXendit(secrets);
afterAll(() => gateway.close());
const xendit = createXenditBank({
  baseUrl: gateway.url,
  ...secrets,
  timeoutMs: 5000,
  linkHosts: ['xendit.co'],
});

const rootKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
  type: 'spki',
  format: 'der',
});
const live = {
  SANDBOX: '0',
  ...companyEnv,
  DATABASE_URL: 'postgres://app@h/d',
  DATABASE_OWNER_URL: 'postgres://owner@h/d',
  ROOT_PUBLIC_KEY: rootKey.toString('base64url'),
  MASTER_KEY: randomBytes(32).toString('base64'),
  ORIGIN: 'https://app.example',
  TRUSTED_PROXIES: '1',
  SMS_GATEWAYS: 'semaphore',
  SEMAPHORE_API_KEY: 'a-key-of-a-test',
  SEMAPHORE_SENDER: 'SANDALI',
  BANK: 'xendit',
  XENDIT_API_KEY: secrets.apiKey,
  XENDIT_CALLBACK_TOKEN: secrets.callbackToken,
};

/** Creates a production server on this test's database. */
function start(
  env: Record<string, string>,
  bank: Bank,
): { app: ReturnType<typeof createApp>; config: Config; log: string[] } {
  const config = readConfig({ ...live, ...env });
  const log: string[] = [];
  const production = createApp({
    ...portsOf(app),
    config,
    bank,
    log: createLog('warn', (line) => log.push(JSON.parse(line).msg)),
  });
  return { app: production, config, log };
}

slow('production starts with the default catalogue and logs limited channels', async () => {
  const { app: production, config, log } = start({}, xendit);
  expect([config.isSandbox, config.catalogue, production.catalogue.id]).toEqual([
    false,
    'default',
    'default',
  ]);
  await openCatalogue(production);
  expect(log).toEqual([
    expect.stringMatching(
      /^Of catalogue default, the gateway xendit pays out none by wallet, which takes ₱50,000\.00 at once, none by cashPickup, none by pawnshop, none by remittance, none by cardless; collects none by bankTransfer, bankCard; collects more only in parts: above ₱100,000\.00 by gcash, .*, ₱20,000\.00 by remittance.*\.$/,
    ),
  ]);
});

slow('banks and wallets can pay out every loan in the small-ticket catalogue', () => {
  const { log } = start({ CATALOGUE: 'small-ticket' }, xendit);
  expect(log.join()).not.toMatch(/by bankCard|by wallet/);
});

test('the server does not start if no channel can pay out or collect the catalogue’s loans', () => {
  const small = {
    ...xendit,
    limits: {
      ...xenditLimits,
      payouts: { wallet: { minimumCentavos: centavos(100), maximumCentavos: centavos(5_000_000) } },
    },
  };
  expect(() => start({}, small)).toThrow(
    new CannotStart(
      'Of catalogue default, the gateway xendit pays out no loan of ₱60,000.00 by any channel. Set CATALOGUE.',
    ),
  );
  const deaf = { ...xendit, limits: { ...xenditLimits, repayments: {} } };
  expect(() => start({}, deaf)).toThrow(
    new CannotStart(
      'Of catalogue default, the gateway xendit collects no loan by any channel. Set CATALOGUE.',
    ),
  );
});

slow('the live gateway pays ₱60,000 to a bank over PESONet, but not to an e-wallet', async () => {
  const anna = await app.person({ withCredit: true });
  const accountId = await bankAccount(anna, '1000007701');
  await playRails(true);
  const server = await app.another({ bank: xendit, earlierBanks: [app.context.bank] });
  const client = deviceOf(server, app.setup, { deviceId: anna.client.deviceId });
  client.token = anna.client.token;
  const amountCentavos = centavos(6_000_000);
  const { channels } = await client.must(paychannelList, { amountCentavos });
  expect(
    channels.map(({ channel, isAvailable, whyNot, fittingCentavos }) => [
      channel,
      isAvailable,
      whyNot,
      fittingCentavos,
    ]),
  ).toEqual([
    ['bankCard', true, null, null],
    ['wallet', false, 'amountTooLarge', 5_000_000],
  ]);
  const wish = { amountCentavos, termDays: 8, channel: 'bankCard', accountId } as const;
  const { quoteId, disclosureHash, facts } = await client.must(productCal, wish);
  expect(facts.arrival).toMatchObject({ rail: 'pesonet' });
  const agreed = {
    disclosureRead: true,
    agreementAccepted: true,
    password: anna.life.password,
  } as const;
  const { loanId } = await client.must(loanApply, { quoteId, disclosureHash, ...agreed });
  const { until } = timeOf(server, app.setup);
  await until(
    'the order',
    async () => (await payoutOf(loanId).catch(() => null))?.gateway_id != null,
  );
  const payout = await payoutOf(loanId);
  expect([payout.gateway, payout.rail, payout.bank_code, payout.expected_on?.toString()]).toEqual([
    'xendit',
    'pesonet',
    'BNORPHMMXXX',
    facts.arrival.on,
  ]);
  const [order] = gateway.calls
    .filter(({ method, path }) => method === 'POST' && path === '/v2/payouts')
    .map(({ body }) => JSON.parse(body));
  expect(order).toMatchObject({
    reference_id: payout.id,
    channel_code: 'PH_BDO',
    amount: 59_390,
    currency: 'PHP',
  });
});
