// How a repayment channel looks and how one pays through it. Its limits and whether it serves come from the server.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';

/** Letters and colour in place of a company's logo; white letters are readable on each of them. Without letters: the first ones of its name. */
export const marks: Record<RepaymentChannel, { letters?: string; colour: string }> = {
  gcash: { letters: 'GC', colour: '#0b57b7' },
  maya: { letters: 'MY', colour: '#1d6b35' },
  grabpay: { letters: 'GP', colour: '#00693b' },
  shopeepay: { letters: 'SP', colour: '#b0371a' },
  qrph: { letters: 'QR', colour: '#053f3d' },
  sevenEleven: { letters: '7', colour: '#0b6b3a' },
  cliqqLifelong: { letters: 'CQ', colour: '#0b6b3a' },
  pawnshop: { colour: '#8d1f2d' },
  remittance: { colour: '#8a4b00' },
  bankTransfer: { letters: 'BT', colour: '#33508c' },
  bankCard: { letters: 'BC', colour: '#33508c' },
  offlineTransfer: { letters: 'TR', colour: '#4a5a59' },
};

/** Where a code is used: at a kiosk, at a counter, in an app, as the account that a transfer goes to, or as the reference of one whose receipt is sent to us. */
export type Place = 'kiosk' | 'counter' | 'app' | 'transfer' | 'receipt';

/** Whether a channel is paid on its own page, which a link opens; it has no code to show. */
export function paysByLink(channel: RepaymentChannel): boolean {
  return placeOf(channel) === 'app' && channel !== 'qrph';
}

/** Where a channel's code is used. */
export function placeOf(channel: RepaymentChannel): Place {
  if (channel === 'sevenEleven' || channel === 'cliqqLifelong') return 'kiosk';
  if (channel === 'bankTransfer') return 'transfer';
  if (channel === 'offlineTransfer') return 'receipt';
  return channel === 'pawnshop' || channel === 'remittance' ? 'counter' : 'app';
}

/** What is drawn of a code: the drawings that are scanned there, or the digits alone. */
export const shapeOf = { kiosk: 'both', counter: 'both', app: 'qr', transfer: 'digits', receipt: 'digits' } as const satisfies Record<
  Place,
  string
>;
