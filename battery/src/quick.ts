/**
 * The batteries that `npm test` runs in their quick form, in two parallel queues. A name also
 * selects all batteries whose names begin with it. `npm run check:full` runs all batteries.
 */
export const quickBatteries = [
  ['payouts', 'webhooks'],
  ['amounts-and-days', 'dblaws'],
] as const;
