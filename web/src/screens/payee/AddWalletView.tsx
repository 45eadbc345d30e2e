import type { DataOf } from '@sandali/contract/call.ts';
import type { walletType } from '@sandali/contract/payee.ts';
import { useText } from '#/kit/text.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Field } from '#/ui/Field.tsx';
import { Page } from '#/ui/Layout.tsx';
import { RadioRows } from '#/ui/List.tsx';
import { Mark } from '#/ui/Mark.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { TextField } from '#/ui/TextField.tsx';
import type { FormOf } from './AddBankView.tsx';
import type { WalletFields } from './forms.ts';
import { NameMissing } from './NameMissing.tsx';

export type AddWalletViewProps = {
  wallets: DataOf<typeof walletType>['wallets'];
  isNameKnown: boolean;
  fields: FormOf<WalletFields>;
  isBusy: boolean;
  onSubmit(): void;
};

/** The form of an e-wallet: which one, in whose name, and its number. */
export function AddWalletView({ wallets, isNameKnown, fields, isBusy, onSubmit }: AddWalletViewProps) {
  const text = useText();
  const { values, set, error } = fields;
  const options = wallets.map((one) => ({
    value: one.walletId,
    title: one.name,
    mark: <Mark letters={one.mark} />,
    ...(one.canBePaid ? {} : { detail: text('payee.laterPayable') }),
  }));
  return (
    <ScreenForm onSubmit={onSubmit}>
      <Page>
        {!isNameKnown && <NameMissing />}
        <Field label={text('payee.wallet')} error={error('walletId')} isGroup>
          {() => (
            <div data-field="walletId">
              <RadioRows label={text('payee.wallet')} options={options} value={values.walletId} onChange={set('walletId')} />
            </div>
          )}
        </Field>
        <TextField
          name="accountName"
          label={text('payee.wallet.name')}
          hint={text('payee.ownerHint')}
          autoComplete="name"
          autoCapitalize="words"
          value={values.accountName}
          onChange={set('accountName')}
          error={error('accountName')}
        />
        <PhoneField
          name="phone"
          label={text('payee.wallet.phone')}
          hint={text('payee.wallet.phoneHint')}
          isBig={false}
          value={values.phone}
          onChange={set('phone')}
          error={error('phone')}
        />
      </Page>
      <Foot>
        <Dock>
          <SubmitButton isBusy={isBusy} disabledReason={!isNameKnown && text('payee.nameFirst')}>
            {text(isBusy ? 'payee.adding' : 'payee.wallet.addThis')}
          </SubmitButton>
        </Dock>
      </Foot>
    </ScreenForm>
  );
}
