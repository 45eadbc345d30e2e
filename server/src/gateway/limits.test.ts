import { type Centavos, centavos, formatPesos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import type { BankLimits } from '#/adapters/bank/port.ts';
import { xenditLimits } from '#/adapters/bank/xendit-channels.ts';
import type { Catalogue } from '#/data/catalogue.ts';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import { gapsOf, type LoanBy, servedCatalogue } from './limits.ts';

const pesos = (whole: number) => (whole * 100) as Centavos;
/**
 * Loans of these amounts through every channel. The arrival amount is 99 percent of the principal.
 */
const loansOf = ({ payoutChannels }: Catalogue, ...amounts: number[]): LoanBy[] =>
  amounts.flatMap((amount) =>
    payoutChannels.map(({ channel }) => ({
      principalCentavos: pesos(amount),
      channel,
      arrivalsCentavos: [centavos(amount * 99)],
    })),
  );
const limited = (
  payouts: BankLimits['payouts'],
  repayments: BankLimits['repayments'] = xenditLimits.repayments,
) => ({
  name: 'x',
  limits: { payouts, repayments },
});
const upTo = (most: number | null) => ({
  minimumCentavos: pesos(1),
  maximumCentavos: most === null ? null : pesos(most),
});

test('offers only the gateway’s channels, within their limits, and our own account', () => {
  const served = servedCatalogue(defaultCatalogue, xenditLimits);
  expect(served.payoutChannels.map((row) => [row.channel, row.maximumCentavos])).toEqual([
    ['bankCard', defaultCatalogue.amounts.maximumCentavos],
    ['wallet', pesos(50_000)],
  ]);
  const collected = new Map(
    served.repaymentChannels.map((row) => [row.channel, row.maximumCentavos]),
  );
  expect([...collected.keys()]).toEqual([
    ...[
      'gcash',
      'maya',
      'grabpay',
      'shopeepay',
      'qrph',
      'sevenEleven',
      'cliqqLifelong',
      'pawnshop',
      'remittance',
    ],
    'offlineTransfer',
  ]);
  expect(
    ['gcash', 'qrph', 'sevenEleven', 'pawnshop', 'remittance'].map((channel) =>
      collected.get(channel as 'gcash'),
    ),
  ).toEqual([100_000, 50_000, 50_000, 30_000, 20_000].map(pesos));
  expect(servedCatalogue(defaultCatalogue, null)).toBe(defaultCatalogue);
});

test('limits a repayment channel to amounts that both the catalogue and the gateway allow', () => {
  const limitsOf = (catalogue: typeof defaultCatalogue) =>
    Object.fromEntries(
      servedCatalogue(catalogue, xenditLimits).repaymentChannels.map((row) => [
        row.channel,
        [row.minimumCentavos, row.maximumCentavos].map((amount) =>
          formatPesos(amount, { drop00: true }),
        ),
      ]),
    );
  expect(limitsOf(defaultCatalogue)).toEqual({
    gcash: ['₱1', '₱100,000'],
    maya: ['₱1', '₱100,000'],
    grabpay: ['₱1', '₱100,000'],
    shopeepay: ['₱1', '₱100,000'],
    qrph: ['₱1', '₱50,000'],
    sevenEleven: ['₱50', '₱50,000'],
    cliqqLifelong: ['₱50', '₱50,000'],
    pawnshop: ['₱1', '₱30,000'],
    remittance: ['₱50', '₱20,000'],
    offlineTransfer: ['₱1', '₱600,000'],
  });
  const rows = smallTicketCatalogue.repaymentChannels.map((row) =>
    row.channel === 'remittance'
      ? { ...row, maximumCentavos: centavos(4_999) }
      : row.channel === 'maya'
        ? { ...row, maximumCentavos: centavos(9_900_000) }
        : row,
  );
  expect(limitsOf({ ...smallTicketCatalogue, repaymentChannels: rows })).toMatchObject({
    maya: ['₱1', '₱99,000'],
  });
  expect(limitsOf({ ...smallTicketCatalogue, repaymentChannels: rows })).not.toHaveProperty(
    'remittance',
  );
});

test('drops a channel if the gateway’s minimum exceeds the catalogue’s maximum for it', () => {
  const limits = {
    ...xenditLimits,
    payouts: { bankCard: { minimumCentavos: pesos(60_000), maximumCentavos: null } },
  };
  expect(servedCatalogue(smallTicketCatalogue, limits).payoutChannels).toEqual([]);
});

test('lists loans that one channel cannot pay out but another channel can', () => {
  const loans = loansOf(defaultCatalogue, 60_000, 70_000, 300_000);
  const { stops, reduced } = gapsOf(
    defaultCatalogue,
    limited({ bankCard: upTo(null), wallet: upTo(60_000) }),
    loans,
  );
  expect(stops).toBeNull();
  expect(reduced).toContain('pays out none above ₱60,000.00 by wallet, none by cashPickup');
  expect(reduced).not.toContain('bankCard, none');
  expect(
    gapsOf(defaultCatalogue, limited({ bankCard: upTo(null), wallet: upTo(50_000) }), loans)
      .reduced,
  ).toContain('pays out none by wallet, which takes ₱50,000.00 at once');
});

test('requires only one repayment channel, because it can collect a large debt in parts', () => {
  const loans = loansOf(defaultCatalogue, 60_000);
  const { stops, reduced } = gapsOf(
    defaultCatalogue,
    limited({ bankCard: upTo(null) }, { remittance: upTo(20_000) as never }),
    loans,
  );
  expect(stops).toBeNull();
  expect(reduced).toMatch(/more only in parts: above ₱20,000\.00 by remittance/);
  expect(gapsOf(defaultCatalogue, limited({ bankCard: upTo(null) }, {}), loans).stops).toMatch(
    /collects no loan by any channel/,
  );
});

test('refuses to start if a loan has no payout channel, and states the amount', () => {
  const loans = loansOf(defaultCatalogue, 60_000, 300_000);
  expect(gapsOf(defaultCatalogue, limited({ bankCard: upTo(60_000) }), loans).stops).toBe(
    'Of catalogue default, the gateway x pays out no loan of ₱300,000.00 by any channel. Set CATALOGUE.',
  );
  const shared = {
    bankCard: upTo(60_000),
    wallet: { minimumCentavos: pesos(100_000), maximumCentavos: null },
  };
  expect(gapsOf(defaultCatalogue, limited(shared), loans).stops).toBeNull();
  expect(gapsOf(defaultCatalogue, limited({}), loans).stops).toMatch(/no loan of ₱60,000\.00/);
  expect(gapsOf(defaultCatalogue, { name: 'sandbox', limits: null }, [])).toEqual({
    stops: null,
    reduced: null,
  });
});
