// Which test of the battery must find which planted bug.

/** Mutants of battery/mutants, and the name of the test that fails on each. */
export const caughtBy: readonly (readonly [mutant: string, battery: string])[] = [
  ['M1', 'payouts'],
  ['M1', 'kill'],
  ['M2', 'uploads'],
  ['M3', 'payouts'],
  ['M4', 'webhooks'],
  ['M5', 'oddpay'],
  ['M8', 'days'],
  ['M9', 'recon'],
  ['M10', 'loans-machine'],
  ['M20', 'amounts-and-days'],
  ['M21', 'amounts-and-days'],
  ['M22', 'gateways'],
  ['M26', 'farming'],
  ['M27', 'farming'],
  ['M28', 'returns'],
  ['M29', 'returns'],
  ['M30', 'two-people'],
];
