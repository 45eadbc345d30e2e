// The chart of accounts as data: what each kind of account is, whose it is, and which side it may never leave.
// Balances are signed, debit above zero. The database holds `keeps` as a CHECK.

/** Which side a balance stays on; null lets it be either. */
type Keeps = 'debit' | 'credit' | null;
type Owner = 'company' | 'loan' | 'borrower';

export const chart = {
  /** Our money at the gateway: payouts leave it, repayments arrive in it. */
  'gateway.float': { owner: 'company', keeps: null },
  /** What a borrower owes on one loan. */
  'loan.principal': { owner: 'loan', keeps: 'debit' },
  'loan.interest': { owner: 'loan', keeps: 'debit' },
  'loan.late': { owner: 'loan', keeps: 'debit' },
  'income.interest': { owner: 'company', keeps: 'credit' },
  'income.serviceFee': { owner: 'company', keeps: 'credit' },
  'income.channelFee': { owner: 'company', keeps: 'credit' },
  'income.late': { owner: 'company', keeps: 'credit' },
  /** Money of a borrower that no bill asked for. */
  'borrower.refundable': { owner: 'borrower', keeps: 'credit' },
  /** Money whose owner is not known yet. */
  suspense: { owner: 'company', keeps: 'credit' },
  /** Money in another currency than pesos, counted in its own hundredths: it lies at the gateway, is no part of the float, and goes back. */
  'gateway.otherCurrency': { owner: 'company', keeps: null },
  'suspense.otherCurrency': { owner: 'company', keeps: 'credit' },
} as const satisfies Record<string, { owner: Owner; keeps: Keeps }>;

export type AccountKind = keyof typeof chart;

/** An account: its kind, and the loan or borrower it belongs to (null for the company's). */
export type Account = { kind: AccountKind; ownerId: string | null };

export function companyAccount(kind: AccountKind): Account {
  return { kind, ownerId: null };
}

export function ownedAccount(kind: AccountKind, ownerId: string): Account {
  return { kind, ownerId };
}
