// Where the screens behind the login are. The icons that only they use come with them.
import '#/ui/moreIcons.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import type { ReactNode } from 'react';

export const screens = {
  home: () => import('./home/Home.tsx'),
  wealth: () => import('./repayment/Wealth.tsx'),
  my: () => import('./my/My.tsx'),
  vouchers: () => import('./vouchers/Vouchers.tsx'),
  passing: () => import('./status/Status.tsx'),
  addBank: () => import('./payee/AddBank.tsx'),
  addWallet: () => import('./payee/AddWallet.tsx'),
  accounts: () => import('./payee/Accounts.tsx'),
  billDetail: () => import('./repayment/BillDetail.tsx'),
  statement: () => import('./statement/Statement.tsx'),
  personal: () => import('./credit/Personal.tsx'),
  contacts: () => import('./credit/Contacts.tsx'),
  work: () => import('./credit/Work.tsx'),
  identity: () => import('./credit/Identity.tsx'),
  creditStatus: () => import('./credit/Status.tsx'),
  quota: () => import('./quota/Quota.tsx'),
  loan: () => import('./loan/Loan.tsx'),
  loanConfirm: () => import('./loan/LoanConfirm.tsx'),
  loanResult: () => import('./loan/LoanResult.tsx'),
  changePhone: () => import('./account/ChangePhone.tsx'),
  changePassword: () => import('./account/ChangePassword.tsx'),
  devices: () => import('./devices/Devices.tsx'),
  passkeys: () => import('./passkeys/Passkeys.tsx'),
  documents: () => import('./documents/Documents.tsx'),
  complaints: () => import('./complaint/Complaints.tsx'),
  notices: () => import('./notice/Notices.tsx'),
  reminders: () => import('./reminder/Reminders.tsx'),
  privacy: () => import('./privacy/Privacy.tsx'),
  repayment: () => import('./repayment/Repayment.tsx'),
  renew: () => import('./renew/Renew.tsx'),
  refund: () => import('./refund/Refund.tsx'),
};

/** What home says of a higher limit; null where it does not come. Here, because each file that loads others names all their files once more. */
export const bringGrowth = (offerCentavos: Centavos | null): Promise<ReactNode> =>
  import('./quota/atHome.tsx').then((part) => part.growthAtHome(offerCentavos)).catch(() => null);

export type InnerScreen = keyof typeof screens;
