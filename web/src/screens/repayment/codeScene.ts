// Derives the scene of a payment code's screen from the states of the code and its bill.
import type { Status } from './answers.ts';
import { isSettled } from './settled.ts';

/**
 * `closed`: the bill was settled in another way, so the code must not be paid. `received`: money
 * arrived for a written-off loan or a returned payout; the bill shows what remains.
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

/**
 * Returns the scene to show. Booked money takes precedence, because an expired code may have been
 * paid in time.
 */
export function codeScene({ state, code, bill, amountCentavos, extension }: Facts): CodeScene {
  if (state === 'booked' && bill.state === 'cooledOff') return 'returned';
  if (state === 'booked' && isSettled(bill.state))
    return bill.state === 'repaid' ? 'repaid' : 'received';
  if (state === 'booked') return extension?.state === 'success' ? 'extended' : 'partlyPaid';
  // A permanent code stays valid for the next bill, so it is not closed when a bill is repaid.
  if (amountCentavos === null && bill.state === 'repaid') return 'repaid';
  if (isSettled(bill.state)) return 'closed';
  if (state === 'refused' || state === 'expired' || state === 'declined') return state;
  // Another payment was booked on the bill, so paying this code no longer extends the bill.
  if (extension?.state === 'lapsed') return 'expired';
  if (code === null) return 'making';
  return state === 'inProgress' ? 'onItsWay' : 'ready';
}

/**
 * Whether the state may still change. An expired code's state may, because the code may have been
 * paid just before it expired.
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
