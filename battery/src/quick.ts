/** The batteries that `npm test` runs in their quick form, two rows beside each other. A name stands for all that begin with it. */
export const quickBatteries = [
  ['payouts', 'gateways', 'kill', 'dblaws', 'idem', 'oddpay', 'days', 'webhooks', 'recon', 'two-people'],
  ['loans', 'amounts-and-days', 'farming', 'returns', 'uploads', 'accounts-replays', 'accounts-mutations'],
] as const;
