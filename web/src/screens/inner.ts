// Where the screens behind the login are. The icons that only they use come with them.
import '#/ui/moreIcons.ts';

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
  personal: () => import('./credit/Personal.tsx'),
  contacts: () => import('./credit/Contacts.tsx'),
  work: () => import('./credit/Work.tsx'),
  identity: () => import('./credit/Identity.tsx'),
  creditStatus: () => import('./credit/Status.tsx'),
  loan: () => import('./loan/Loan.tsx'),
  loanConfirm: () => import('./loan/LoanConfirm.tsx'),
  loanResult: () => import('./loan/LoanResult.tsx'),
  changePhone: () => import('./account/ChangePhone.tsx'),
  changePassword: () => import('./account/ChangePassword.tsx'),
  devices: () => import('./devices/Devices.tsx'),
  passkeys: () => import('./passkeys/Passkeys.tsx'),
  privacy: () => import('./privacy/Privacy.tsx'),
  repayment: () => import('./repayment/Repayment.tsx'),
};

export type InnerScreen = keyof typeof screens;
