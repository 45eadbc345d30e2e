import { userInfo } from '@sandali/contract/account.ts';
import type { RequestInputOf } from '@sandali/contract/call.ts';
import { walletAdd, walletType } from '@sandali/contract/payoutAccounts.ts';
import { parse } from 'valibot';
import { useServerQuery } from '#/client/query.ts';
import { useForm } from '#/client/useForm.tsx';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { usePasswordSheet } from '#/screens/account/usePasswordSheet.tsx';
import { AddWalletView, type AddWalletViewProps } from './AddWalletView.tsx';
import { FormLoading } from './FormLoading.tsx';
import { finishAdding } from './finishAdding.ts';
import { type WalletField, walletForm } from './forms.ts';

const refusalFields = {
  ownerNameDiffers: 'accountName',
  nameNotKnownYet: 'accountName',
  walletUnknown: 'walletId',
  accountAlreadyAdded: 'phone',
  passwordWrong: 'password',
} as const;

/** Adds an e-wallet in the borrower's own name (spec §5). */
export default function AddWallet() {
  const types = useServerQuery(walletType, {});
  const me = useServerQuery(userInfo, {});
  if (!types.data || !me.data) return <FormLoading reads={[types, me]} />;
  return <WalletForm wallets={types.data.wallets} name={me.data.name} />;
}

function WalletForm({ wallets, name }: { wallets: AddWalletViewProps['wallets']; name: string | null }) {
  const text = useText();
  const isForLoan = useSearch().get('for') === 'loan';
  const add = useWrite(walletAdd, {
    fields: refusalFields,
    onFailed: ({ name }) => {
      if (name === 'passwordNeeded') proof.ask();
      return name === 'passwordNeeded';
    },
    onDone: ({ wallet }) => {
      proof.close();
      finishAdding(isForLoan, { channel: 'wallet', accountId: wallet.accountId }, text('payoutAccounts.added'));
    },
  });
  const form = useForm<WalletField, RequestInputOf<typeof walletAdd>>({
    schema: walletForm,
    start: { walletId: '', accountName: name ?? '', phone: '' },
    refused: add,
    onInput: (input) => void add.send(input),
  });
  const proof = usePasswordSheet(add, { onPassword: (password) => void add.send({ ...parse(walletForm, form.values()), password }) });
  return (
    <>
      <AddWalletView wallets={wallets} isNameKnown={name !== null} form={form} isBusy={add.isBusy} />
      {proof.sheet}
    </>
  );
}
