// The Philippine banks that a borrower can choose for a bank account. Sources and rules: banks.md.

/** Only a `bank` receives a bank-card payout. E-wallets are in wallets.ts. */
export type Bank = {
  /** Our own stable id, stored with the account and sent to the sandbox bank. */
  readonly id: string;
  readonly name: string;
  /** Two to four letters for the round mark in the list. */
  readonly mark: string;
  readonly cardType: 'bank';
  /**
   * The bank's confirmed InstaPay code. If null, the account can be saved, but no live gateway can
   * pay it.
   */
  readonly code: string | null;
  /** The PESONet code if it differs from `code`. Every bank is on both rails. */
  readonly pesonet?: string;
};

const bank = (id: string, mark: string, name: string, code: string | null = null): Bank => ({
  id,
  name,
  mark,
  cardType: 'bank',
  code,
});

/** All banks in display order: the largest banks, then the remaining ones by name. */
export const banks: readonly Bank[] = [
  bank('bdo', 'BDO', 'BDO Unibank', 'BNORPHMMXXX'),
  bank('bpi', 'BPI', 'Bank of the Philippine Islands (BPI)', 'BOPIPHMMXXX'),
  bank('metrobank', 'MB', 'Metrobank', 'MBTCPHMMXXX'),
  bank('landbank', 'LBP', 'Land Bank of the Philippines', 'TLBPPHMMXXX'),
  {
    ...bank('pnb', 'PNB', 'Philippine National Bank (PNB)', 'PNBMPHMMTOD'),
    pesonet: 'PNBMPHMMXXX',
  },
  bank('unionbank', 'UBP', 'UnionBank of the Philippines', 'UBPHPHMMXXX'),
  bank('chinabank', 'CBC', 'China Bank', 'CHBKPHMMXXX'),
  bank('securitybank', 'SBC', 'Security Bank', 'SETCPHMMXXX'),
  bank('rcbc', 'RCBC', 'RCBC'),
  bank('eastwest', 'EW', 'EastWest Bank'),
  bank('aub', 'AUB', 'Asia United Bank (AUB)'),
  bank('bankofcommerce', 'BOC', 'Bank of Commerce'),
  bank('cimb', 'CIMB', 'CIMB Bank Philippines'),
  bank('dbp', 'DBP', 'Development Bank of the Philippines'),
  bank('gotyme', 'GT', 'GoTyme Bank'),
  bank('mayabank', 'MYB', 'Maya Bank'),
  bank('maybank', 'MAY', 'Maybank Philippines'),
  bank('pbcom', 'PBC', 'Philippine Bank of Communications (PBCOM)'),
  bank('psbank', 'PSB', 'Philippine Savings Bank (PSBank)'),
  bank('robinsons', 'RSB', 'Robinsons Bank'),
  bank('seabank', 'SEA', 'SeaBank Philippines'),
  bank('sterling', 'SBA', 'Sterling Bank of Asia'),
  bank('tonik', 'TNK', 'Tonik Digital Bank'),
  bank('uno', 'UNO', 'UNO Digital Bank'),
  bank('veterans', 'PVB', 'Philippine Veterans Bank'),
];

const byId = new Map(banks.map((each) => [each.id, each]));

export function bankById(id: string): Bank | null {
  return byId.get(id) ?? null;
}
