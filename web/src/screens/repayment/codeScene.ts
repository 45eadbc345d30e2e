// What the screen of a payment code is about, from the states of the code and of its bill.
import type { Status } from './answers.ts';
import { isSettled } from './settled.ts';

/**
 * `closed`: the bill was settled in another way, and this code is not to be paid any more.
 * `received`: money came for a loan that was written off, or whose payout came back; its bill says
 * what is left.
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
 * What to show. Money that was booked comes first: a code that ended may have been paid in time.
 */
export function codeScene({ state, code, bill, amountCentavos, extension }: Facts): CodeScene {
  if (state === 'booked' && bill.state === 'cooledOff') return 'returned';
  if (state === 'booked' && isSettled(bill.state))
    return bill.state === 'repaid' ? 'repaid' : 'received';
  if (state === 'booked') return extension?.state === 'success' ? 'extended' : 'partlyPaid';
  // A permanent code is good for the next bill too: of this one it only matters that it is paid.
  if (amountCentavos === null && bill.state === 'repaid') return 'repaid';
  if (isSettled(bill.state)) return 'closed';
  if (state === 'refused' || state === 'expired' || state === 'declined') return state;
  // Other money was booked on the bill: what is paid now extends nothing any more.
  if (extension?.state === 'lapsed') return 'expired';
  if (code === null) return 'making';
  return state === 'inProgress' ? 'onItsWay' : 'ready';
}

/** Whether it may still change by itself. A code that has ended may have been paid just before. */
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
