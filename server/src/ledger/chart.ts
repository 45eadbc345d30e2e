// The chart of accounts. Balances are signed, with debits positive. The float and income accounts
// store no balance, because every posting would wait for the same row; their lines are summed by
// day.

/** The side on which a CHECK keeps the balance; null if the balance may have either sign. */
type Keeps = 'debit' | 'credit' | null;
type Owner = 'company' | 'loan' | 'borrower';
/** The section of the trial balance in which an account appears. */
export type AccountGroup = 'asset' | 'liability' | 'income' | 'expense';

export const chart = {
  /** Our money at the gateway: payouts leave it, repayments enter it. */
  'gateway.float': { group: 'asset', owner: 'company', keeps: null },
  /**
   * Our own bank account for transfers. Two members of staff book each transfer from its statement.
   */
  'bank.account': { group: 'asset', owner: 'company', keeps: null },
  /** The unpaid principal of one loan. */
  'loan.principal': { group: 'asset', owner: 'loan', keeps: 'debit' },
  'loan.interest': { group: 'asset', owner: 'loan', keeps: 'debit' },
  'loan.late': { group: 'asset', owner: 'loan', keeps: 'debit' },
  /** An extension's fee. It is charged together with its payment, so the balance is always zero. */
  'loan.extensionFee': { group: 'asset', owner: 'loan', keeps: 'debit' },
  'income.interest': { group: 'income', owner: 'company', keeps: null, chargedAs: 'loan.interest' },
  'income.serviceFee': {
    group: 'income',
    owner: 'company',
    keeps: null,
    chargedAs: 'loan.principal',
  },
  'income.channelFee': {
    group: 'income',
    owner: 'company',
    keeps: null,
    chargedAs: 'loan.principal',
  },
  'income.late': { group: 'income', owner: 'company', keeps: null, chargedAs: 'loan.late' },
  'income.extensionFee': {
    group: 'income',
    owner: 'company',
    keeps: null,
    chargedAs: 'loan.extensionFee',
  },
  /** A borrower's money that no bill needs. */
  'borrower.refundable': { group: 'liability', owner: 'borrower', keeps: 'credit' },
  /** A borrower's money in a refund that the gateway has not paid yet. */
  'borrower.refundOrdered': { group: 'liability', owner: 'borrower', keeps: 'credit' },
  /** Reversed payments that a borrower owes and that no bill owes. */
  'borrower.takenBack': { group: 'asset', owner: 'borrower', keeps: 'debit' },
  /** Reversed payments of unknown payers, where we had already sent the money back. */
  'payment.takenBack': { group: 'asset', owner: 'company', keeps: 'debit' },
  /** Money with an unknown owner. */
  suspense: { group: 'liability', owner: 'company', keeps: 'credit' },
  /**
   * Our bank account outside the gateways. Staff use it to send back unmatched money that a gateway
   * received.
   */
  'company.bank': { group: 'asset', owner: 'company', keeps: null },
  /**
   * Money that a gateway paid for a payout that had failed or been reversed. The receiver owes it.
   */
  'payout.contested': { group: 'asset', owner: 'company', keeps: 'debit' },
  /** A loan's written-off amount less later payments, which is the current loss. */
  'loan.writtenOff': { group: 'expense', owner: 'loan', keeps: 'debit' },
  /** Waived remainders below one peso. */
  'loss.remainders': { group: 'expense', owner: 'company', keeps: 'debit' },
  /** Written-off claims for reversed payments. */
  'loss.takenBack': { group: 'expense', owner: 'company', keeps: 'debit' },
  /** Contested payout money that was written off. */
  'loss.payouts': { group: 'expense', owner: 'company', keeps: 'debit' },
  /** Money in other currencies, in hundredths. It stays at the gateway until it is sent back. */
  'gateway.otherCurrency': { group: 'asset', owner: 'company', keeps: null },
  'suspense.otherCurrency': { group: 'liability', owner: 'company', keeps: 'credit' },
} as const satisfies Record<
  string,
  { group: AccountGroup; owner: Owner; keeps: Keeps; chargedAs?: `loan.${string}` }
>;

export type AccountKind = keyof typeof chart;

/** Returns the kind of loan account to which this income is charged; null for other kinds. */
export function chargedAs(kind: AccountKind): AccountKind | null {
  const row = chart[kind];
  return 'chargedAs' in row ? row.chargedAs : null;
}

/** Whether the account stores no balance: its lines must be summed instead. */
export function isSummed(kind: AccountKind): boolean {
  return kind === 'gateway.float' || chargedAs(kind) !== null;
}

/** An account: its kind, and the loan or borrower it belongs to (null for the company). */
export type Account = { kind: AccountKind; ownerId: string | null };

export function companyAccount(kind: AccountKind): Account {
  return { kind, ownerId: null };
}

export function ownedAccount(kind: AccountKind, ownerId: string): Account {
  return { kind, ownerId };
}
