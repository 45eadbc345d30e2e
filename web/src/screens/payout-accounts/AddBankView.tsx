import type { DataOf } from '@sandali/contract/call.ts';
import type { bankList } from '@sandali/contract/payoutAccounts.ts';
import type { ReactNode } from 'react';
import { offerReload } from '#/client/program.ts';
import { type Form, FormField, useField } from '#/client/useForm.tsx';
import { useText } from '#/i18n/text.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Mark } from '#/ui/Mark.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { SearchPicker } from '#/ui/SearchPicker.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { AccountCode, type CodeState } from './AccountCode.tsx';
import { accountDigits, type BankField, type ProofBy } from './forms.ts';
import { NameMissing } from './NameMissing.tsx';

type Banks = DataOf<typeof bankList>['banks'];

export type AddBankViewProps = {
  banks: Banks;
  /** The borrower's own number, masked: where the code goes. */
  ownPhone: string;
  isNameKnown: boolean;
  by: ProofBy;
  form: Form<BankField>;
  sms: CodeState;
  isBusy: boolean;
  /** The button that adds it with a passkey, where the browser knows them and the borrower has one. */
  passkey?: ReactNode;
  onAskCode(): void;
};

/** The form of a bank account, with the proof that it is the borrower who adds it. */
export function AddBankView(props: AddBankViewProps) {
  const text = useText();
  const { form, by, isNameKnown } = props;
  return (
    <ScreenForm onSubmit={form.submit}>
      <Page>
        {!isNameKnown && <NameMissing />}
        <FormField
          of={form}
          name="ownerName"
          as={TextField}
          label={text('payoutAccounts.owner')}
          hint={text('payoutAccounts.ownerHint')}
          autoComplete="name"
          autoCapitalize="words"
        />
        <BankPicker banks={props.banks} form={form} />
        <FormField
          of={form}
          name="accountNumber"
          as={TextField}
          label={text('payoutAccounts.number')}
          hint={text('payoutAccounts.numberHint')}
          inputMode="numeric"
          autoComplete="off"
          tidy={accountDigits}
        />
        <FormField
          of={form}
          name="phone"
          as={PhoneField}
          label={text('payoutAccounts.bank.phone')}
          hint={text('payoutAccounts.bank.phoneHint')}
          isBig={false}
        />
        {by === 'code' ? (
          <AccountCode ownPhone={props.ownPhone} state={props.sms} form={form} onSend={props.onAskCode} />
        ) : (
          <FormField
            of={form}
            name="password"
            as={PasswordField}
            label={text('account.password')}
            hint={text('payoutAccounts.passwordWhy')}
            autoComplete="current-password"
            showLabel={text('account.showPassword')}
            hideLabel={text('account.hidePassword')}
          />
        )}
        {props.passkey}
      </Page>
      <Footer>
        <Dock>
          <SubmitButton isBusy={props.isBusy || props.sms.isBusy} disabledReason={!isNameKnown && text('payoutAccounts.nameFirst')}>
            {text(props.isBusy ? 'payoutAccounts.adding' : 'payoutAccounts.bank.addThis')}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}

function BankPicker({ banks, form }: Pick<AddBankViewProps, 'banks' | 'form'>) {
  const text = useText();
  const options = banks.map((bank) => ({
    value: bank.bankId,
    label: bank.name,
    also: bank.mark,
    letters: bank.mark,
    ...(bank.canBePaid ? {} : { detail: text('payoutAccounts.laterPayable') }),
  }));
  return (
    <SearchPicker
      onCannotOpen={offerReload}
      {...useField(form, 'bankId')}
      label={text('payoutAccounts.bank')}
      placeholder={text('payoutAccounts.bank.choose')}
      options={options}
      renderMark={(bank) => <Mark letters={bank.letters} />}
      words={{
        title: text('payoutAccounts.bank.chooseTitle'),
        searchLabel: text('payoutAccounts.bank.search'),
        clearLabel: text('payoutAccounts.bank.clear'),
        closeLabel: text('shell.close'),
        count: (found) => text('payoutAccounts.bank.count', { count: found }),
        none: text('payoutAccounts.bank.noneFound'),
      }}
    />
  );
}
