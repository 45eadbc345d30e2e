// The chart of accounts as data: each kind of account, its place in a trial balance, its owner, and
// the side on which its balance must stay. Balances are signed, debit above zero. The database
// holds `keeps` as a CHECK. Everybody posts on the float and on income: these have no balance in
// their row, for which all would wait, and are summed from days. Income is kept from being taken
// back twice on the account of the loan on which it is charged.

/** Which side a balance stays on; null lets it be either. */
type Keeps = 'debit' | 'credit' | null;
type Owner = 'company' | 'loan' | 'borrower';
/** What we have, what we owe, what we earned, and what we lost. */
export type AccountGroup = 'asset' | 'liability' | 'income' | 'expense';

export const chart = {
  /** Our money at the gateway: payouts leave it, repayments arrive in it. */
  'gateway.float': { group: 'asset', owner: 'company', keeps: null },
  /**
   * Our own account at a bank: transfers arrive in it that two people book from its statement, and
   * what of them has no owner leaves it again.
   */
  'bank.account': { group: 'asset', owner: 'company', keeps: null },
  /** What a borrower owes on one loan. */
  'loan.principal': { group: 'asset', owner: 'loan', keeps: 'debit' },
  'loan.interest': { group: 'asset', owner: 'loan', keeps: 'debit' },
  'loan.late': { group: 'asset', owner: 'loan', keeps: 'debit' },
  /** The fee of an extension: charged with the very money that pays it, so that nothing stays. */
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
  /** Money of a borrower that no bill asked for. */
  'borrower.refundable': { group: 'liability', owner: 'borrower', keeps: 'credit' },
  /**
   * Of that, what is on its way back to them: it has not left us before the gateway has paid it.
   */
  'borrower.refundOrdered': { group: 'liability', owner: 'borrower', keeps: 'credit' },
  /**
   * Reversed payments of a borrower that no bill owes: the bill is gone, or we had refunded the
   * money.
   */
  'borrower.takenBack': { group: 'asset', owner: 'borrower', keeps: 'debit' },
  /** Reversed payments without an owner that we had returned: whoever paid owes them. */
  'payment.takenBack': { group: 'asset', owner: 'company', keeps: 'debit' },
  /** Money whose owner is not known yet. */
  suspense: { group: 'liability', owner: 'company', keeps: 'credit' },
  /**
   * Our own account at a bank, outside of gateways: a manual return of money that came by a gateway
   * is paid from it.
   */
  'company.bank': { group: 'asset', owner: 'company', keeps: null },
  /** Money that a gateway paid out for a payout that had failed: the receiver owes it. */
  'payout.contested': { group: 'asset', owner: 'company', keeps: 'debit' },
  /** The written-off amount of a loan, less what was paid for it since: the present loss. */
  'loan.writtenOff': { group: 'expense', owner: 'loan', keeps: 'debit' },
  /** Remainders of less than a peso that were waived. */
  'loss.remainders': { group: 'expense', owner: 'company', keeps: 'debit' },
  /** Reversed payments that nobody will pay again. */
  'loss.takenBack': { group: 'expense', owner: 'company', keeps: 'debit' },
  /** Such money out of a payout that is not coming back. */
  'loss.payouts': { group: 'expense', owner: 'company', keeps: 'debit' },
  /**
   * Money in another currency than pesos, counted in its own hundredths: it is held at the gateway,
   * is no part of the float, and is sent back.
   */
  'gateway.otherCurrency': { group: 'asset', owner: 'company', keeps: null },
  'suspense.otherCurrency': { group: 'liability', owner: 'company', keeps: 'credit' },
} as const satisfies Record<
  string,
  { group: AccountGroup; owner: Owner; keeps: Keeps; chargedAs?: `loan.${string}` }
>;

export type AccountKind = keyof typeof chart;

/** The kind of a loan's account on which income is charged; null for what is no income. */
export function chargedAs(kind: AccountKind): AccountKind | null {
  const one = chart[kind];
  return 'chargedAs' in one ? one.chargedAs : null;
}

/** Whether the account's row has no balance, so that its lines are summed. */
export function isSummed(kind: AccountKind): boolean {
  return kind === 'gateway.float' || chargedAs(kind) !== null;
}

/** An account: its kind, and the loan or borrower it belongs to (null for the company's). */
export type Account = { kind: AccountKind; ownerId: string | null };

export function companyAccount(kind: AccountKind): Account {
  return { kind, ownerId: null };
}

export function ownedAccount(kind: AccountKind, ownerId: string): Account {
  return { kind, ownerId };
}
