// The appearance of repayment channels. Their limits and availability come from the server.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';

/**
 * Letters and a colour in place of a company's logo. White letters are legible on each colour.
 * Without letters, the initials of the name are used.
 */
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
