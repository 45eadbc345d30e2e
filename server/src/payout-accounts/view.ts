// Accounts as the wire shows them: four digits of a number, never more.
import type { BankCard, Wallet } from '@sandali/contract/payoutAccounts.ts';
import type { PayoutAccount } from './accounts.ts';
import { masked } from './rules.ts';

export function bankCardOf(account: PayoutAccount): BankCard {
  const { accountId, ownerName, mark, whyNotPaid, heldHours, isDefault } = account;
  return {
    accountId,
    cardType: 'bank',
    cardNo: masked(account.last4),
    bankId: account.providerId,
    bankName: account.providerName,
    mark,
    ownerName,
    whyNotPaid,
    heldHours,
    isDefault,
  };
}

export function walletOf(account: PayoutAccount): Wallet {
  const { accountId, mark, whyNotPaid, heldHours, isDefault } = account;
  return {
    accountId,
    walletId: account.providerId,
    walletName: account.providerName,
    mark,
    accountName: account.ownerName,
    phoneMasked: masked(account.last4),
    whyNotPaid,
    heldHours,
    isDefault,
  };
}
