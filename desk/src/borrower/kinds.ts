// The kinds of event on a timeline, as a person chooses among them.

/** The kinds of each filter, as `person timeline --only` names them; null for all. */
export const filters = {
  All: null,
  Loans: ['loan', 'bill', 'extension', 'promise', 'relief', 'coupon'],
  Money: ['payout', 'code', 'payment', 'transfer', 'suspense', 'reversal', 'refund', 'claim'],
  Credit: ['application', 'decision', 'photo', 'limit', 'limitRequest'],
  Access: ['account', 'session', 'passkey', 'number', 'recovery', 'correction'],
  Messages: ['message', 'call'],
  Cases: ['complaint', 'feedback', 'dispute', 'request'],
  Staff: ['staff'],
} as const;
export type Filter = keyof typeof filters;

/** Returns the filter that a kind belongs to, for its colour. */
export function toneOf(kind: string): string {
  const entry = Object.entries(filters).find(([, kinds]) =>
    (kinds as readonly string[] | null)?.includes(kind),
  );
  return entry?.[0] ?? 'All';
}

/** Whether the state of an event says more than its words. */
export function addsState(kind: string): boolean {
  return ['payout', 'message', 'code', 'coupon', 'claim', 'complaint', 'feedback'].includes(kind);
}
