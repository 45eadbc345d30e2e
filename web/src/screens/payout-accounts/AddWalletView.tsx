import type { DataOf } from '@sandali/contract/call.ts';
import type { walletType } from '@sandali/contract/payoutAccounts.ts';
import { type Form, FormField, useField } from '#/client/useForm.tsx';
import { useText } from '#/i18n/text.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Field } from '#/ui/Field.tsx';
import { Page } from '#/ui/Layout.tsx';
import { RadioRows } from '#/ui/List.tsx';
import { Mark } from '#/ui/Mark.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { TextField } from '#/ui/TextField.tsx';
import type { WalletField } from './forms.ts';
import { NameMissing } from './NameMissing.tsx';

export type AddWalletViewProps = {
  wallets: DataOf<typeof walletType>['wallets'];
  isNameKnown: boolean;
  form: Form<WalletField>;
  isBusy: boolean;
};

/** The form of an e-wallet: which one, in whose name, and its number. */
export function AddWalletView({ wallets, isNameKnown, form, isBusy }: AddWalletViewProps) {
  const text = useText();
  const wallet = useField(form, 'walletId');
  const options = wallets.map((one) => ({
    value: one.walletId,
    title: one.name,
    mark: <Mark letters={one.mark} />,
    ...(one.canBePaid ? {} : { detail: text('payoutAccounts.laterPayable') }),
  }));
  return (
    <ScreenForm onSubmit={form.submit}>
      <Page>
        {!isNameKnown && <NameMissing />}
        <Field label={text('payoutAccounts.wallet')} error={wallet.error} isGroup>
          {() => (
            <div id={wallet.id}>
              <RadioRows label={text('payoutAccounts.wallet')} options={options} value={wallet.value} onChange={wallet.onChange} />
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
          <SubmitButton isBusy={isBusy} disabledReason={!isNameKnown && text('payoutAccounts.nameFirst')}>
            {text(isBusy ? 'payoutAccounts.adding' : 'payoutAccounts.wallet.addThis')}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}
