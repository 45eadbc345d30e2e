// The screens behind the login, loaded on demand.
import type { ReactNode } from 'react';
import type { GrowthProps } from '#/screens/limit/Growth.tsx';

export const signedInScreens = {
  home: () => import('#/screens/home/Home.tsx'),
  orders: () => import('#/screens/repayment/Orders.tsx'),
  my: () => import('#/screens/my/My.tsx'),
  coupons: () => import('#/screens/coupon/Coupons.tsx'),
  statusPage: () => import('#/screens/home/StatusPage.tsx'),
  addBank: () => import('#/screens/payout-accounts/AddBank.tsx'),
  addWallet: () => import('#/screens/payout-accounts/AddWallet.tsx'),
  accounts: () => import('#/screens/payout-accounts/Accounts.tsx'),
  billDetail: () => import('#/screens/repayment/BillDetail.tsx'),
  statement: () => import('#/screens/documents/AccountStatement.tsx'),
  personal: () => import('#/screens/credit/Personal.tsx'),
  contacts: () => import('#/screens/credit/Contacts.tsx'),
  work: () => import('#/screens/credit/Work.tsx'),
  identity: () => import('#/screens/credit/Identity.tsx'),
  creditStatus: () => import('#/screens/credit/Status.tsx'),
  limit: () => import('#/screens/limit/Limit.tsx'),
  loan: () => import('#/screens/loan/Loan.tsx'),
  loanConfirm: () => import('#/screens/loan/LoanConfirm.tsx'),
  loanResult: () => import('#/screens/loan/LoanResult.tsx'),
  changePhone: () => import('#/screens/account/ChangePhone.tsx'),
  changePassword: () => import('#/screens/account/ChangePassword.tsx'),
  devices: () => import('#/screens/account/devices/Devices.tsx'),
  passkeys: () => import('#/screens/account/passkeys/Passkeys.tsx'),
  documents: () => import('#/screens/documents/Documents.tsx'),
  complaints: () => import('#/screens/cases/Complaints.tsx'),
  case: () => import('#/screens/cases/Conversation.tsx'),
  notifications: () => import('#/screens/notifications/Notifications.tsx'),
  reminders: () => import('#/screens/notifications/Reminders.tsx'),
  privacy: () => import('#/screens/privacy/Privacy.tsx'),
  repayment: () => import('#/screens/repayment/Repayment.tsx'),
  extension: () => import('#/screens/extension/Extension.tsx'),
  refund: () => import('#/screens/repayment/Refund.tsx'),
};

/**
 * Loads the home screen's offer of a higher limit. Resolves to null if loading fails. It is in this
 * file because every file with dynamic imports carries a list of all imported chunks.
 */
export const loadGrowth = (props: GrowthProps): Promise<ReactNode> =>
  import('#/screens/limit/Growth.tsx').then((part) => part.growthAtHome(props)).catch(() => null);

export type SignedInScreen = keyof typeof signedInScreens;
