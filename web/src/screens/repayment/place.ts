// Where a repayment channel's code is used, and in which form.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';

/**
 * Where a code is used: at a kiosk, at a counter or in an app; as the account number of a transfer;
 * or as the reference of a transfer whose receipt goes to customer service.
 */
export type Place = 'kiosk' | 'counter' | 'app' | 'transfer' | 'receipt';

export function placeOf(channel: RepaymentChannel): Place {
  if (channel === 'sevenEleven' || channel === 'cliqqLifelong') return 'kiosk';
  if (channel === 'bankTransfer') return 'transfer';
  if (channel === 'offlineTransfer') return 'receipt';
  return channel === 'pawnshop' || channel === 'remittance' ? 'counter' : 'app';
}

/** The form of a code at each place: barcode and QR code, QR code only, or digits only. */
export const shapeOf = {
  kiosk: 'both',
  counter: 'both',
  app: 'qr',
  transfer: 'digits',
  receipt: 'digits',
} as const satisfies Record<Place, string>;
