// E-wallets to pick from when adding a wallet. A wallet's account is the mobile number it is
// registered with. Sources: banks.md.

export type Wallet = {
  /** Ours, stable, stored with the account; also what the sandbox bank gets. */
  readonly id: string;
  readonly name: string;
  /** Two to four letters for the list's round mark. */
  readonly mark: string;
  readonly cardType: 'wallet';
  /**
   * The institution's code on InstaPay, exactly as confirmed; null: the wallet can be saved but not
   * paid by a live gateway.
   */
  readonly code: string | null;
  /** Whether a document shows that it is reached by PESONet too (banks.md). */
  readonly pesonet?: true;
};

const wallet = (id: string, mark: string, name: string, code: string | null = null): Wallet => ({
  id,
  name,
  mark,
  cardType: 'wallet',
  code,
});

/** All wallets, in the order in which they are offered. */
export const wallets: readonly Wallet[] = [
  wallet('gcash', 'GC', 'GCash', 'GXCHPHM2XXX'),
  wallet('maya', 'MY', 'Maya'),
  wallet('grabpay', 'GP', 'GrabPay'),
  wallet('shopeepay', 'SP', 'ShopeePay'),
  { ...wallet('coins', 'CO', 'Coins.ph'), pesonet: true },
];

const byId = new Map(wallets.map((one) => [one.id, one]));

/** The wallet of an id, or null. */
export function walletById(id: string): Wallet | null {
  return byId.get(id) ?? null;
}
