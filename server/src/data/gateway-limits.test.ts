import { centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import { xenditLimits } from '#/adapters/bank/xendit-channels.ts';
import { defaultCatalogue } from './catalogues/default.ts';
import { smallTicketCatalogue } from './catalogues/small-ticket.ts';
import { servedOf, whyBeyondGateway } from './gateway-limits.ts';

const xendit = { name: 'xendit', limits: xenditLimits };

test('the small catalogue fits the live gateway, which serves these channels of it; a transfer to our own account needs none', () => {
  expect(whyBeyondGateway(smallTicketCatalogue, xendit)).toBeNull();
  const served = servedOf(smallTicketCatalogue, xenditLimits);
  expect(served.payoutChannels.map((row) => row.channel)).toEqual(['bankCard', 'wallet']);
  expect(served.repaymentChannels.map((row) => row.channel)).toEqual([
    ...['gcash', 'maya', 'grabpay', 'shopeepay', 'qrph', 'sevenEleven', 'cliqqLifelong', 'pawnshop', 'remittance'],
    'offlineTransfer',
  ]);
});

test('a catalogue with amounts above the gateway’s own stops the start and says which', () => {
  expect(whyBeyondGateway(defaultCatalogue, xendit)).toBe(
    'Catalogue default pays out ₱1.00 to ₱300,000.00 by bankCard, and the gateway xendit takes ₱1.00 to ₱50,000.00. Set CATALOGUE.',
  );
  const lower = smallTicketCatalogue.repaymentChannels.map((row) =>
    row.channel === 'remittance' ? { ...row, minimumCentavos: centavos(4999) } : row,
  );
  const why = whyBeyondGateway({ ...smallTicketCatalogue, repaymentChannels: lower }, xendit);
  expect(why).toMatch(/collects ₱49\.99 to ₱20,000\.00 by remittance, and the gateway xendit takes ₱50\.00 to ₱20,000\.00/);
});

test('a gateway that serves no way out or in is none for this catalogue, and one without limits takes everything', () => {
  expect(whyBeyondGateway(smallTicketCatalogue, { name: 'x', limits: { payouts: {}, repayments: {} } })).toMatch(/pays out by no channel/);
  const onlyOut = { ...xenditLimits, repayments: {} };
  expect(whyBeyondGateway(smallTicketCatalogue, { name: 'x', limits: onlyOut })).toMatch(/collects by no channel/);
  expect(whyBeyondGateway(defaultCatalogue, { name: 'sandbox', limits: null })).toBeNull();
  expect(servedOf(defaultCatalogue, null)).toBe(defaultCatalogue);
});
