import { userInfo } from '@sandali/contract/account.ts';
import type { DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { walletAdd, walletType } from '@sandali/contract/payoutAccounts.ts';
import { parse } from 'valibot';
import { useServerQuery } from '#/client/query.ts';
import { type Form, FormField, useField, useForm } from '#/client/useForm.tsx';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { usePasswordSheet } from '#/screens/account/usePasswordSheet.tsx';
import { ReceiverMark } from '#/screens/ReceiverMark.tsx';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Field } from '#/ui/Field.tsx';
import { Page } from '#/ui/Layout.tsx';
import { RadioRows } from '#/ui/List.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { FormLoading, finishAdding, NameMissing } from './AddAccountParts.tsx';
import { type WalletField, walletForm } from './accountForms.ts';

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
  return <WalletForm {...types.data} name={me.data.name} />;
}

type WalletFormProps = DataOf<typeof walletType> & { name: string | null };

/** The form, prefilled with the borrower's own name and number. The number can be changed. */
function WalletForm({ wallets, feeCentavos, ownPhone, name }: WalletFormProps) {
  const text = useText();
  const search = useSearch();
  const isForLoan = search.get('for') === 'loan';
  const preset = wallets.find((wallet) => wallet.walletId === search.get('wallet'));
  const add = useWrite(walletAdd, {
    fields: refusalFields,
    onFailed: ({ name }) => {
      if (name === 'passwordNeeded') proof.ask();
      return name === 'passwordNeeded';
    },
    onDone: ({ wallet }) => {
      proof.close();
      finishAdding(
        isForLoan,
        { channel: 'wallet', accountId: wallet.accountId },
        text('payoutAccounts.added'),
      );
    },
  });
  const form = useForm<WalletField, RequestInputOf<typeof walletAdd>>({
    schema: walletForm,
    start: {
      walletId: preset?.walletId ?? '',
      accountName: name ?? '',
      phone: ownPhone.replace('+63', ''),
    },
    refused: add,
    onInput: (input) => void add.send(input),
  });
  const proof = usePasswordSheet(add, {
    onPassword: (password) => void add.send({ ...parse(walletForm, form.values()), password }),
  });
  return (
    <>
      <AddWalletView
        wallets={wallets}
        feeCentavos={feeCentavos}
        isNameKnown={name !== null}
        form={form}
        isBusy={add.isBusy}
      />
      {proof.sheet}
    </>
  );
}

type AddWalletViewProps = {
  wallets: DataOf<typeof walletType>['wallets'];
  /** The fee for a payout to the e-wallet; null if there is no such payout. */
  feeCentavos: Centavos | null;
  isNameKnown: boolean;
  form: Form<WalletField>;
  isBusy: boolean;
};

/** The form for adding an e-wallet: the provider, and the owner's name and number. */
export function AddWalletView({
  wallets,
  feeCentavos,
  isNameKnown,
  form,
  isBusy,
}: AddWalletViewProps) {
  const text = useText();
  const wallet = useField(form, 'walletId');
  const options = wallets.map((wallet) => ({
    value: wallet.walletId,
    title: wallet.name,
    mark: <ReceiverMark mark={wallet.mark} />,
    ...(wallet.canBePaid ? {} : { detail: text('payoutAccounts.laterPayable') }),
  }));
  return (
    <ScreenForm onSubmit={form.submit}>
      <Page>
        {!isNameKnown && <NameMissing />}
        <Field
          label={text('payoutAccounts.wallet')}
          hint={
            feeCentavos === null
              ? undefined
              : text('payoutAccounts.fee', { fee: formatPesos(feeCentavos) })
          }
          error={wallet.error}
          isGroup
        >
          {() => (
            <div id={wallet.id}>
              <RadioRows
                label={text('payoutAccounts.wallet')}
                options={options}
                value={wallet.value}
                onChange={wallet.onChange}
              />
            </div>
          )}
        </Field>
        <FormField
          of={form}
          name="accountName"
          as={TextField}
          label={text('payoutAccounts.wallet.name')}
          hint={text('payoutAccounts.ownerHint')}
          autoComplete="name"
          autoCapitalize="words"
        />
        <FormField
          of={form}
          name="phone"
          as={PhoneField}
          label={text('payoutAccounts.wallet.phone')}
          hint={text('payoutAccounts.wallet.phoneHint')}
          isBig={false}
        />
      </Page>
      <Footer>
        <Dock>
          <SubmitButton
            isBusy={isBusy}
            disabledReason={!isNameKnown && text('payoutAccounts.nameFirst')}
          >
            {text(isBusy ? 'payoutAccounts.adding' : 'payoutAccounts.wallet.addThis')}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}
