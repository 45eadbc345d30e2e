// Xendit's names of our channels, and its published limits. Sources: docs.xendit.co, the pages of
// the channels of the Philippines (7-eleven-cliqq, cebuana, palawan, qrph, gcash, maya, grabpay,
// shopeepay) and payouts-coverage-philippines, as stored in 2025 and 2026.
import type { PayoutChannel, RepaymentChannel } from '@sandali/contract/channel.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { BankLimits, ChannelLimits, PayoutLimits, RailTerms } from './port.ts';

/**
 * What a channel's payment request is: one payment on the wallet's page, one by a QR picture, or a
 * code that is presented at a counter.
 */
export type PaymentKind = 'link' | 'qr' | 'counter';

type Row = {
  channelCode: string;
  kind: PaymentKind;
  limits: ChannelLimits;
  /**
   * After how many minutes a payment request ends by itself ("Payment Request Expiry" of the
   * channel's page), where the page gives it.
   */
  minutes?: number;
};

/**
 * Not served: `bankTransfer` (the documents have no virtual account for pesos), `bankCard` (a
 * hosted page for cards is another product, Payment Sessions) and `offlineTransfer` (not a matter
 * of a gateway). `pawnshop` is Cebuana and `remittance` is Palawan.
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
 * Its two rails, as payouts-coverage-philippines has them: InstaPay to ₱50,000 within 15 minutes,
 * PESONet without a limit on the same day, cut-off 14:00 Manila time. unverified: whether PESONet
 * reaches e-wallets (the networks name some of them as members, its page none), so that wallets are
 * paid by InstaPay alone; what it does on days that are no working days, for which the networks'
 * own pages say the next banking day (philpayments.org.ph, digital-payments).
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

/** What the rails of a channel take together. Pickups: not served by this adapter. */
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
 * The channel code of a receiving bank or wallet. Codes of Xendit's list (`PH_…`) are used
 * unchanged; InstaPay's codes only if a document shows both (PH_GCASH, PH_BDO, PH_BPI, PH_SEC and
 * PH_UBP in payouts-coverage-philippines). Null for all others.
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

/**
 * Our channel of a payment. Money by a channel that we never asked for must be booked all the same:
 * it counts as a transfer.
 */
export function repaymentChannelOf(channelCode: string): RepaymentChannel {
  const found = Object.entries(repaymentRows).find(([, row]) => row.channelCode === channelCode);
  return (found?.[0] as RepaymentChannel | undefined) ?? 'bankTransfer';
}

function pesos(minimum: number, maximum: number): ChannelLimits {
  return { minimumCentavos: centavos(minimum * 100), maximumCentavos: centavos(maximum * 100) };
}
