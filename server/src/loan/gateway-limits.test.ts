// A gateway's own limits: no server starts that would order what its gateway does not take, and what it does not pay at all is not offered.
import { paychannelList, productCal } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import { createApp, type Ports } from '#/app.ts';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import { testApp } from '#/testing/app.ts';
import { whyGatewayTooSmall } from './rules/gateway-limits.ts';

const app = await testApp();
const { payoutLimits } = app.house.bank;
const upTo = (pesos: number, from = 1) => ({ minimumCentavos: centavos(from), maximumCentavos: centavos(pesos * 100) });
const gateway = (over: Partial<typeof payoutLimits>) => ({ name: 'small', payoutLimits: { ...payoutLimits, ...over } });

test('limits that fit, to the centavo, start; wider ones do not, and the sentence says which', () => {
  expect(whyGatewayTooSmall(defaultCatalogue, gateway({}))).toBeNull();
  expect(whyGatewayTooSmall(smallTicketCatalogue, gateway({ bankCard: upTo(50_000, 100) }))).toBeNull();
  expect(whyGatewayTooSmall(smallTicketCatalogue, gateway({ bankCard: upTo(49_999) }))).toBe(
    'Catalogue small-ticket pays ₱1.00 to ₱50,000.00 by bankCard, but the gateway small takes ₱0.01 to ₱49,999.00. Set CATALOGUE.',
  );
  expect(whyGatewayTooSmall(smallTicketCatalogue, gateway({ wallet: upTo(50_000, 101) }))).toContain('by wallet');
  expect(whyGatewayTooSmall(smallTicketCatalogue, gateway({ cardless: null }))).toBeNull();
});

test('a server does not start above its gateway', () => {
  const ports = (over: Partial<typeof payoutLimits>) =>
    ({ ...app.house, bank: { ...app.house.bank, ...gateway(over) } }) as unknown as Ports;
  expect(() => createApp(ports({ pawnshop: upTo(10_000) }))).toThrow('by pawnshop, but the gateway small takes ₱0.01 to ₱10,000.00');
});

test('what the gateway does not pay is not offered', async () => {
  const anna = await app.person({ withCredit: true });
  Object.assign(app.house.bank, gateway({ cashPickup: null }), { name: 'sandbox' });
  const { channels } = await anna.client.must(paychannelList, { amountCentavos: 6_000_000 });
  expect(channels.find((one) => one.channel === 'cashPickup')).toMatchObject({ isAvailable: false, whyNot: 'paused' });
  const wish = { amountCentavos: 6_000_000, termDays: 8, channel: 'cashPickup', accountId: null } as const;
  expect((await anna.client.ask(productCal, wish)).name).toBe('channelNotOffered');
});
