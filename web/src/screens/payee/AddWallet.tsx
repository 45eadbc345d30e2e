import { userInfo } from '@sandali/contract/account.ts';
import { walletAdd, walletType } from '@sandali/contract/payee.ts';
import { useSearch } from '#/kit/location.ts';
import { useAsk } from '#/kit/query.ts';
import { useText } from '#/kit/text.ts';
import { useWrite } from '#/kit/write.ts';
import { usePasswordSheet } from '#/screens/proof/usePasswordSheet.tsx';
import { AddWalletView } from './AddWalletView.tsx';
import { afterAdding } from './afterAdding.ts';
import { FormWaiting } from './FormWaiting.tsx';
import { readWallet } from './forms.ts';
import { useFields } from './useFields.ts';

const refusalFields = {
  ownerNameDiffers: 'accountName',
  nameNotKnownYet: 'accountName',
  walletUnknown: 'walletId',
  accountAlreadyAdded: 'phone',
  passwordWrong: 'password',
} as const;

/** Adds an e-wallet in the borrower's own name (spec §5). */
export default function AddWallet() {
  const text = useText();
  const types = useAsk(walletType, {});
  const me = useAsk(userInfo, {});
  const isForLoan = useSearch().get('for') === 'loan';
  const add = useWrite(walletAdd, {
    fields: refusalFields,
    onFailed: ({ name }) => {
      if (name === 'passwordNeeded') proof.ask();
      return name === 'passwordNeeded';
    },
    onDone: ({ wallet }) => {
      proof.close();
      afterAdding(isForLoan, { channel: 'wallet', accountId: wallet.accountId }, text('payee.added'));
    },
  });
  const proof = usePasswordSheet(add, { onPassword: (password) => send({ password }) });
  const fields = useFields({ walletId: '', accountName: me.data?.name ?? '', phone: '' }, add);

  const send = (given: { password?: string } = {}) => {
    const { input, errors } = readWallet(fields.values);
    if (input) void add.send({ ...input, ...given });
    else fields.fail(errors);
  };
  if (!types.data || !me.data) return <FormWaiting reads={[types, me]} />;
  const { wallets } = types.data;
  const isNameKnown = me.data.name !== null;
  return (
    <>
      <AddWalletView wallets={wallets} isNameKnown={isNameKnown} fields={fields} isBusy={add.isBusy} onSubmit={() => send()} />
      {proof.sheet}
    </>
  );
}
