// The batteries that `npm test` runs in their quick form.

/** They wait for silent banks and the dead more than they compute, so that two rows of them stand beside each other. A name stands for all that begin with it. */
export const quickRows: readonly (readonly string[])[] = [
  ['accounts-replays', 'accounts-mutations', 'dblaws', 'idem', 'kill', 'oddpay', 'days'],
  ['loans', 'payouts', 'uploads', 'webhooks', 'recon'],
];
