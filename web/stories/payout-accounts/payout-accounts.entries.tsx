import type { AccountId } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { BankCard, Wallet } from '@sandali/contract/payoutAccounts.ts';
import type { ReactNode } from 'react';
import { unbreakable } from '#/client/unbreakable.ts';
import type { Values } from '#/client/useForm.tsx';
import { getText } from '#/i18n/text.ts';
import { PasskeyButton } from '#/screens/account/PasskeyButton.tsx';
import {
  type AccountFacts,
  AccountPanel,
  DeletePanel,
} from '#/screens/payout-accounts/AccountSheet.tsx';
import { AccountsView, type AccountsViewProps } from '#/screens/payout-accounts/Accounts.tsx';
import { FormLoading } from '#/screens/payout-accounts/AddAccountParts.tsx';
import { AddBankView } from '#/screens/payout-accounts/AddBank.tsx';
import { AddWalletView } from '#/screens/payout-accounts/AddWallet.tsx';
import type { BankField, WalletField } from '#/screens/payout-accounts/accountForms.ts';
import type { QueryState } from '#/shell/Query.tsx';
import { useFilledForm } from '#stories/controlled.tsx';
import type { Entry } from '#stories/entries.ts';
import { banks, nothing } from '#stories/fixtures.ts';
import { failed, loaded, pending as loading } from '#stories/queries.ts';
import { ShellBar } from '#stories/ShellBar.tsx';

const ownerName = 'Ligaya Halimbawa';
const accountId = (n: number) => `0198a000-0000-7000-8000-00000000010${n}` as AccountId;
const payable = { whyNotPaid: null, heldHours: 0 } as const;
const card = (n: number, over: Partial<BankCard>): BankCard => ({
  accountId: accountId(n),
  cardType: 'bank',
  cardNo: '•••• 4821',
  bankId: 'bdo',
  bankName: 'BDO Unibank',
  mark: 'BDO',
  ownerName,
  ...payable,
  isDefault: false,
  ...over,
});
const cards = [
  card(1, { isDefault: true }),
  card(2, { bankName: 'Bank of the Philippine Islands (BPI)', mark: 'BPI', cardNo: '•••• 0937' }),
  card(3, { bankName: 'RCBC', mark: 'RCBC', cardNo: '•••• 1188', whyNotPaid: 'bankNotPaid' }),
];
const unpaidCards = [
  ...cards.slice(2),
  card(4, {
    bankName: 'Land Bank of the Philippines',
    mark: 'LBP',
    cardNo: '•••• 7730',
    whyNotPaid: 'held',
    heldHours: 17,
  }),
  card(5, {
    bankName: 'Philippine National Bank (PNB)',
    mark: 'PNB',
    cardNo: '•••• 2214',
    whyNotPaid: 'nameDiffers',
  }),
];
const wallets: Wallet[] = [
  {
    accountId: accountId(4),
    walletId: 'gcash',
    walletName: 'GCash',
    mark: 'GC',
    accountName: ownerName,
    phoneMasked: '•••• 0142',
    ...payable,
    isDefault: true,
  },
];

const accounts = (over: Partial<AccountsViewProps>): ReactNode => (
  <>
    <ShellBar title="title.accounts" />
    <AccountsView
      kind="bank"
      onKind={nothing}
      cards={loaded({ cards })}
      wallets={loaded({ wallets })}
      ownerName={ownerName}
      onOpen={nothing}
      {...over}
    />
  </>
);

type BankState = {
  start?: Partial<Values<BankField>>;
  errors?: Partial<Values<BankField>>;
  by?: 'code' | 'password';
  hasSent?: boolean;
  isBusy?: boolean;
  isNameKnown?: boolean;
  hasPasskey?: boolean;
};

function Bank({
  start = {},
  errors = {},
  by = 'code',
  hasSent = false,
  isBusy = false,
  isNameKnown = true,
  hasPasskey,
}: BankState) {
  const empty = {
    ownerName: isNameKnown ? ownerName : '',
    bankId: '',
    accountNumber: '',
    phone: '',
    code: '',
    password: '',
  };
  return (
    <>
      <ShellBar title="title.addBank" />
      <AddBankView
        banks={banks.map(({ value, label, letters }) => ({
          bankId: value,
          name: label,
          mark: letters,
          canBePaid: value !== 'cb',
        }))}
        feeCentavos={centavos(1_000)}
        ownPhone={unbreakable('0917 ••• 0142')}
        isNameKnown={isNameKnown}
        by={by}
        form={useFilledForm<BankField>({ ...empty, ...start }, errors)}
        sms={{ hasSent, secondsLeft: hasSent ? 48 : 0, isBusy: false }}
        isBusy={isBusy}
        passkey={hasPasskey && <PasskeyButton option={{ isBusy: false, onUse: nothing }} />}
        onAskCode={nothing}
      />
    </>
  );
}

function AnyWallet({
  start = {},
  errors = {},
}: {
  start?: Partial<Values<WalletField>>;
  errors?: Partial<Values<WalletField>>;
}) {
  return (
    <>
      <ShellBar title="title.addWallet" />
      <AddWalletView
        wallets={[
          { walletId: 'gcash', name: 'GCash', mark: 'GC', canBePaid: true },
          { walletId: 'maya', name: 'Maya', mark: 'MY', canBePaid: true },
          { walletId: 'grabpay', name: 'GrabPay', mark: 'GP', canBePaid: false },
        ]}
        feeCentavos={centavos(1_000)}
        isNameKnown
        form={useFilledForm<WalletField>(
          { walletId: '', accountName: ownerName, phone: '', ...start },
          errors,
        )}
        isBusy={false}
      />
    </>
  );
}

const waiting = (read: QueryState<never>) => (
  <>
    <ShellBar title="title.addBank" />
    <FormLoading reads={[read]} failedTitle={getText('payoutAccounts.bankFailed')} />
  </>
);

const opened: AccountFacts = {
  kind: 'bank',
  id: accountId(2),
  mark: 'BPI',
  title: 'Bank of the Philippine Islands (BPI)',
  number: '•••• 0937',
  ...payable,
  isDefault: false,
};

const full = { bankId: 'bdo', accountNumber: '001234567890', phone: '9175550142' };
const screen = (name: string, draw: () => ReactNode): Entry => ({
  group: 'Accounts',
  name,
  isScreen: true,
  draw,
});

export const entries: Entry[] = [
  screen('banks', () => accounts({})),
  screen('banks that cannot be paid', () => accounts({ cards: loaded({ cards: unpaidCards }) })),
  screen('wallets', () => accounts({ kind: 'wallet' })),
  screen('no bank', () => accounts({ cards: loaded({ cards: [] }) })),
  screen('no wallet', () => accounts({ kind: 'wallet', wallets: loaded({ wallets: [] }) })),
  screen('loading', () => accounts({ cards: loading })),
  screen('not loaded', () => accounts({ cards: failed() })),
  {
    group: 'Accounts',
    name: 'an account opened',
    draw: () => (
      <AccountPanel
        account={opened}
        isBusy={false}
        onClose={nothing}
        onFirst={nothing}
        onDelete={nothing}
      />
    ),
  },
  {
    group: 'Accounts',
    name: 'deleting an account',
    draw: () => <DeletePanel account={opened} isBusy={false} onKeep={nothing} onDelete={nothing} />,
  },
  screen('add bank', () => <Bank />),
  screen('add bank, code sent', () => <Bank start={{ ...full, code: '731' }} hasSent />),
  screen('add bank, with a passkey', () => <Bank start={full} hasPasskey />),
  screen('add bank, by password', () => <Bank start={full} by="password" isBusy />),
  screen('add bank, refused', () => (
    <Bank
      start={{ ...full, ownerName: 'Juan Iba', code: '123456' }}
      hasSent
      errors={{
        ownerName: 'The account owner name must match the borrower. Enter it as it is on your ID.',
        bankId: 'Choose your bank.',
        accountNumber: 'Enter the account number, 6 to 20 digits.',
        code: 'The code is wrong or has expired. Check it, or ask for a new one.',
      }}
    />
  )),
  screen('add bank, name not known', () => <Bank isNameKnown={false} />),
  screen('add bank, loading', () => waiting(loading)),
  screen('add bank, not loaded', () => waiting(failed())),
  screen('add wallet', () => <AnyWallet />),
  screen('add wallet, letters of no paper', () => (
    <AnyWallet
      start={{ accountName: '김 Tao' }}
      errors={{ accountName: getText('payoutAccounts.ownerLetters', { letters: '김' }) }}
    />
  )),
  screen('add wallet, refused', () => (
    <AnyWallet
      start={{ phone: '91755' }}
      errors={{
        walletId: getText('payoutAccounts.walletMissing'),
        phone: getText('payoutAccounts.phoneMissing'),
      }}
    />
  )),
];
