// The messages shown after an action. The URL contains only a message's key, so that a forged link
// cannot make the page show other text.

const flashes = {
  moved: ['Business time has moved.', true],
  paid: ['Paid at the kiosk. The bank notifies the server in a moment.', true],
  taken: [
    'The counter took the money anyway. The bank notifies the server in a moment. Then refresh and look under Books.',
    true,
  ],
  collected: ['Collected at the counter. The bank notifies the server in a moment.', true],
  reversed: ['The bank has reversed the payout.', true],
  takenBack: [
    'The payment is reversed. The bank notifies the server in a moment, and the amount is due again.',
    true,
  ],
  claimed: [
    'The webhook is sent, but the bank does not confirm it. No money moves, and the log has a warning.',
    true,
  ],
  held: ['Payouts are held until you release them.', true],
  railsSimulated: [
    'Payouts up to ₱50,000 go by InstaPay, larger ones by PESONet: on the same day until 14:00, then on the next working day.',
    true,
  ],
  railsOff: ['Payouts of any amount arrive within minutes.', true],
  settled: ['The bank has settled the payout. It notifies the server in a moment.', true],
  unsettled: [
    'The receiving bank rejected the payout. The bank notifies the server in a moment.',
    true,
  ],
  released: ['Payouts are released.', true],
  approved: ['Approved.', true],
  rejected: ['Rejected.', true],
  'pay.unknownCode': ['The kiosk does not know this code.', false],
  'pay.expired': ['The kiosk refused the payment, because the code has expired.', false],
  'pay.alreadyPaid': ['The kiosk refused the payment, because this code is already paid.', false],
  'pay.amountNeeded': ['This code has no amount. Enter one.', false],
  'pay.malformed': ['The code or the amount is invalid.', false],
  'reverse.notPaid': ['Only a paid payout can be reversed.', false],
  'reverse.unknownPayout': ['The bank does not know this payout.', false],
  'takeBack.nothingLeft': ['The amount exceeds the rest of this payment.', false],
  'takeBack.unknownPayment': ['The bank does not know this payment.', false],
  'settle.notPending': ['This payout is already settled.', false],
  'settle.unknownPayout': ['The bank does not know this payout.', false],
  'collect.notReady': ['This pickup is not ready. It was collected or cancelled.', false],
  'collect.unknownPayout': ['The bank does not know this payout.', false],
  'review.gone': ['This application is already decided.', false],
  'review.limit': ['One person cannot give this limit. See the note under the name.', false],
  'review.reason': ['An income below the share needs a reason, which is stored.', false],
  'move.wrong': ['Business time only moves forward.', false],
  'bank.away': ['The bank simulator does not answer.', false],
} as const satisfies Record<string, readonly [words: string, isGood: boolean]>;

export type FlashKey = keyof typeof flashes;

/** Returns the message with this key, or null if the key is unknown. */
export function flashOf(key: string | undefined): { words: string; isGood: boolean } | null {
  if (key === undefined || !Object.hasOwn(flashes, key)) return null;
  const [words, isGood] = flashes[key as FlashKey];
  return { words, isGood };
}

/** Returns the key of a refusal's message, or 'bank.away' if the refusal has no message. */
export function refusedKey(
  action: 'pay' | 'reverse' | 'takeBack' | 'collect' | 'settle',
  refused: string,
): FlashKey {
  const key = `${action}.${refused}`;
  return Object.hasOwn(flashes, key) ? (key as FlashKey) : 'bank.away';
}
