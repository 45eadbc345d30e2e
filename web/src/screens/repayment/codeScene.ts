// Derives the scene of a payment code's screen from the states of the code and its bill.
import type { Status } from './answers.ts';
import { isSettled } from './settled.ts';

/**
 * `closed`: the bill was settled otherwise; do not pay this code. `received`: money arrived for a
 * loan that was written off or whose payout was returned; the bill shows what remains.
 */
type CodeScene =
  | 'making'
  | 'ready'
  | 'onItsWay'
  | 'repaid'
  | 'returned'
  | 'extended'
  | 'partlyPaid'
  | 'received'
  | 'expired'
  | 'refused'
  | 'declined'
  | 'closed';

type Facts = Pick<Status, 'state' | 'code' | 'bill' | 'amountCentavos' | 'extension'>;

/** The scene to show. Booked money comes first: an expired code may have been paid in time. */
export function codeScene({ state, code, bill, amountCentavos, extension }: Facts): CodeScene {
  if (state === 'booked' && bill.state === 'cooledOff') return 'returned';
  if (state === 'booked' && isSettled(bill.state))
    return bill.state === 'repaid' ? 'repaid' : 'received';
  if (state === 'booked') return extension?.state === 'success' ? 'extended' : 'partlyPaid';
  // A permanent code is also valid for the next bill; for this one, only its payment matters.
  if (amountCentavos === null && bill.state === 'repaid') return 'repaid';
  if (isSettled(bill.state)) return 'closed';
  if (state === 'refused' || state === 'expired' || state === 'declined') return state;
  // Other money was booked on the bill, so this payment no longer extends it.
  if (extension?.state === 'lapsed') return 'expired';
  if (code === null) return 'making';
  return state === 'inProgress' ? 'onItsWay' : 'ready';
}

/**
 * Whether the state may still change, even of an expired code, which may have been paid just
 * before.
 */
export function mayChange(status: Status): boolean {
  return ![
    'repaid',
    'returned',
    'extended',
    'partlyPaid',
    'received',
    'refused',
    'declined',
    'closed',
  ].includes(codeScene(status));
}
