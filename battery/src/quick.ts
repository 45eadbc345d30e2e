/** The batteries that `npm test` runs in their quick form, one after the other. A name stands for all that begin with it. */
export const quickBatteries = [
  ...['loans', 'payouts', 'kill', 'uploads', 'accounts-replays', 'accounts-mutations'],
  ...['dblaws', 'idem', 'oddpay', 'days', 'webhooks', 'recon'],
] as const;
