/**
 * The batteries that `npm test` runs in their quick form, two rows beside each other; a name
 * selects all that begin with it: payouts and webhooks with a program that is killed, amounts over
 * all days, and what the database refuses. `npm run check:full` runs all.
 */
export const quickBatteries = [
  ['payouts', 'webhooks'],
  ['amounts-and-days', 'dblaws'],
] as const;
