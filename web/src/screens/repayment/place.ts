// How one pays through a repayment channel.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';

/**
 * Where a code is used: at a kiosk, at a counter, in an app, as the account that a transfer goes
 * to, or as the reference of one whose receipt is sent to us.
 */
export type Place = 'kiosk' | 'counter' | 'app' | 'transfer' | 'receipt';

/** Where a channel's code is used. */
export function placeOf(channel: RepaymentChannel): Place {
  if (channel === 'sevenEleven' || channel === 'cliqqLifelong') return 'kiosk';
  if (channel === 'bankTransfer') return 'transfer';
  if (channel === 'offlineTransfer') return 'receipt';
  return channel === 'pawnshop' || channel === 'remittance' ? 'counter' : 'app';
}

/** What is drawn of a code: the drawings that are scanned there, or the digits alone. */
export const shapeOf = {
  kiosk: 'both',
  counter: 'both',
  app: 'qr',
  transfer: 'digits',
  receipt: 'digits',
} as const satisfies Record<Place, string>;
