// The batteries that `npm test` runs in their quick form.

/** They wait for silent banks and the dead more than they compute, so that three rows of them stand beside each other. A name stands for all that begin with it. */
export const quickRows: readonly (readonly string[])[] = [
  ['accounts-replays', 'accounts-mutations', 'dblaws', 'idem', 'oddpay', 'days', 'webhooks'],
  ['loans', 'payouts', 'recon'],
  ['kill', 'uploads'],
];
