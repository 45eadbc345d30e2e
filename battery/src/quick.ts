/**
 * The batteries that `npm test` runs in their quick form, two rows beside each other; a name selects all that begin with it: crashes, repeats and whole
 * loans. `npm run check:full` runs all.
 */
export const quickBatteries = [
  ['payouts', 'kill', 'webhooks', 'two-people'],
  ['loans', 'amounts-and-days', 'dblaws', 'idem'],
] as const;
