// The e-wallets that a borrower can choose. A wallet's account is a mobile number. Sources:
// banks.md.

export type Wallet = {
  /** Our own stable id, stored with the account and sent to the sandbox bank. */
  readonly id: string;
  readonly name: string;
  /** Two to four letters for the round mark in the list. */
  readonly mark: string;
  readonly cardType: 'wallet';
  /**
   * The confirmed InstaPay code. If null, the wallet can be saved, but no live gateway can pay it.
   */
  readonly code: string | null;
  /** Whether PESONet also reaches the wallet, according to a source in banks.md. */
  readonly pesonet?: true;
};

const wallet = (id: string, mark: string, name: string, code: string | null = null): Wallet => ({
  id,
  name,
  mark,
  cardType: 'wallet',
  code,
});

/** All wallets in display order. */
export const wallets: readonly Wallet[] = [
  wallet('gcash', 'GC', 'GCash', 'GXCHPHM2XXX'),
  wallet('maya', 'MY', 'Maya'),
  wallet('grabpay', 'GP', 'GrabPay'),
  wallet('shopeepay', 'SP', 'ShopeePay'),
  { ...wallet('coins', 'CO', 'Coins.ph'), pesonet: true },
];

const byId = new Map(wallets.map((each) => [each.id, each]));

export function walletById(id: string): Wallet | null {
  return byId.get(id) ?? null;
}
