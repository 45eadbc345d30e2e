// Messages after an action. The address carries only their key, so that a link cannot make the page
// show a text of its own.

const flashes = {
  moved: ['Business time has moved.', true],
  paid: ['Paid at the kiosk. The bank tells the server in a moment.', true],
  taken: [
    'The counter took it all the same. The bank tells the server in a moment: refresh, and look under Books.',
    true,
  ],
  collected: ['Collected at the counter. The bank tells the server in a moment.', true],
  reversed: ['The bank has taken the payout back.', true],
  takenBack: [
    'The payment was taken back. The bank tells the server in a moment: the bill asks for it again.',
    true,
  ],
  claimed: [
    'A webhook claims it and the bank does not confirm it: no money moves, and the log says so.',
    true,
  ],
  held: ['No payout leaves until you let them go.', true],
  railsPlayed: [
    'Payouts go by InstaPay up to ₱50,000, and above it by PESONet: the same day until 14:00, else the next working day.',
    true,
  ],
  railsOff: ['Every amount goes by every way, within minutes.', true],
  settled: ['The bank has settled it. The bank tells the server in a moment.', true],
  unsettled: ['The receiving bank did not take it. The bank tells the server in a moment.', true],
  letGo: ['Payouts leave again.', true],
  approved: ['Approved by hand.', true],
  rejected: ['Rejected by hand.', true],
  'pay.unknownCode': ['The kiosk does not know this code.', false],
  'pay.expired': ['The kiosk turned it away: the code has ended.', false],
  'pay.alreadyPaid': ['The kiosk turned it away: this code was paid before.', false],
  'pay.amountNeeded': ['This code has no amount of its own: type one.', false],
  'pay.malformed': ['That is no code, or no amount.', false],
  'reverse.notPaid': ['Only a paid payout can be taken back.', false],
  'reverse.unknownPayout': ['The bank knows no such payout.', false],
  'takeBack.nothingLeft': ['So much of this payment is not left.', false],
  'takeBack.unknownPayment': ['The bank knows no such payment.', false],
  'settle.notPending': ['It waits no more.', false],
  'settle.unknownPayout': ['The bank knows no such payout.', false],
  'collect.notReady': ['It does not lie ready: it was collected, or given back.', false],
  'collect.unknownPayout': ['The bank knows no such payout.', false],
  'review.gone': ['This application was decided meanwhile.', false],
  'review.limit': ['This limit cannot be given by one person: see the note under the name.', false],
  'review.reason': ['Say why, below the share of an income: the reason is kept.', false],
  'move.wrong': ['Business time moves forward only.', false],
  'bank.away': ['The bank simulator does not answer.', false],
} as const satisfies Record<string, readonly [words: string, isGood: boolean]>;

export type FlashKey = keyof typeof flashes;

/** Returns the message of a key, or null for an unknown key. */
export function flashOf(key: string | undefined): { words: string; isGood: boolean } | null {
  if (key === undefined || !Object.hasOwn(flashes, key)) return null;
  const [words, isGood] = flashes[key as FlashKey];
  return { words, isGood };
}

/** Returns the key of a refusal, or 'bank.away' if the refusal has no message. */
export function refusedKey(
  action: 'pay' | 'reverse' | 'takeBack' | 'collect' | 'settle',
  refused: string,
): FlashKey {
  const key = `${action}.${refused}`;
  return Object.hasOwn(flashes, key) ? (key as FlashKey) : 'bank.away';
}
