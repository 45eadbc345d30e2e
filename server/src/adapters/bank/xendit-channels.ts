// Xendit's names for our channels, and its published limits. Sources: docs.xendit.co, the pages of
// the Philippine channels and payouts-coverage-philippines, as of 2025 and 2026.
import type { PayoutChannel, RepaymentChannel } from '@sandali/contract/channel.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { BankLimits, ChannelLimits, PayoutLimits, RailTerms } from './port.ts';

/**
 * How a payer uses a channel: on the wallet's page, by scanning a QR code, or with a code at a
 * counter.
 */
export type PaymentKind = 'link' | 'qr' | 'counter';

type Row = {
  channelCode: string;
  kind: PaymentKind;
  limits: ChannelLimits;
  /** The "Payment Request Expiry" on the channel's page, in minutes, if the page states one. */
  minutes?: number;
};

/**
 * Omits `bankTransfer` (no virtual accounts in pesos), `bankCard` (needs another product, Payment
 * Sessions) and `offlineTransfer` (does not use a gateway).
 */
export const repaymentRows: Readonly<Partial<Record<RepaymentChannel, Row>>> = {
  gcash: { channelCode: 'GCASH', kind: 'link', limits: pesos(1, 100_000), minutes: 15 },
  maya: { channelCode: 'PAYMAYA', kind: 'link', limits: pesos(1, 100_000), minutes: 15 },
  grabpay: { channelCode: 'GRABPAY', kind: 'link', limits: pesos(1, 100_000), minutes: 15 },
  shopeepay: { channelCode: 'SHOPEEPAY', kind: 'link', limits: pesos(1, 100_000) },
  qrph: { channelCode: 'QRPH', kind: 'qr', limits: pesos(1, 50_000) },
  sevenEleven: { channelCode: '7ELEVEN_CLIQQ', kind: 'counter', limits: pesos(50, 50_000) },
  cliqqLifelong: { channelCode: '7ELEVEN_CLIQQ', kind: 'counter', limits: pesos(50, 50_000) },
  pawnshop: { channelCode: 'CEBUANA', kind: 'counter', limits: pesos(1, 30_000) },
  remittance: { channelCode: 'PALAWAN', kind: 'counter', limits: pesos(50, 20_000) },
};

/**
 * The rails according to payouts-coverage-philippines. unverified: whether PESONet reaches
 * e-wallets (so they are paid only through InstaPay), and what it does on non-working days.
 */
export const xenditRails: RailTerms = {
  instapay: {
    ...pesos(1, 50_000),
    channels: ['bankCard', 'wallet'],
    arrives: { withinMinutes: 15 },
  },
  pesonet: {
    minimumCentavos: centavos(100),
    maximumCentavos: null,
    channels: ['bankCard'],
    arrives: { cutOff: '14:00' },
  },
};

/** The combined limits of a channel's rails. This adapter does not serve pickups. */
const payoutLimits: Partial<Record<PayoutChannel, PayoutLimits>> = {
  bankCard: { minimumCentavos: centavos(100), maximumCentavos: null },
  wallet: pesos(1, 50_000),
};

export const xenditLimits: BankLimits = {
  payouts: payoutLimits,
  repayments: Object.fromEntries(
    Object.entries(repaymentRows).map(([channel, row]) => [channel, row.limits]),
  ),
};

/**
 * Returns Xendit's code (`PH_…`) for a receiving bank or wallet, or null if it is unknown. Maps an
 * InstaPay code only if payouts-coverage-philippines lists both codes.
 */
export function payoutChannelCode(bankCode: string | null): string | null {
  if (bankCode === null) return null;
  return /^PH_[A-Z0-9_]{2,40}$/.test(bankCode) ? bankCode : (byInstaPayCode[bankCode] ?? null);
}

const byInstaPayCode: Readonly<Record<string, string>> = {
  GXCHPHM2XXX: 'PH_GCASH',
  BNORPHMMXXX: 'PH_BDO',
  BOPIPHMMXXX: 'PH_BPI',
  SETCPHMMXXX: 'PH_SEC',
  UBPHPHMMXXX: 'PH_UBP',
};

/** Returns our channel for a payment. An unknown channel is treated as a transfer. */
export function repaymentChannelOf(channelCode: string): RepaymentChannel {
  const [channel] =
    Object.entries(repaymentRows).find(([, row]) => row.channelCode === channelCode) ?? [];
  return (channel as RepaymentChannel | undefined) ?? 'bankTransfer';
}

function pesos(minimum: number, maximum: number): ChannelLimits {
  return { minimumCentavos: centavos(minimum * 100), maximumCentavos: centavos(maximum * 100) };
}
