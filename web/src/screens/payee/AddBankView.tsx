import type { DataOf } from '@sandali/contract/call.ts';
import type { bankList } from '@sandali/contract/payee.ts';
import type { ReactNode } from 'react';
import { offerReload } from '#/kit/program.ts';
import { useText } from '#/kit/text.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Mark } from '#/ui/Mark.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { SearchPicker } from '#/ui/SearchPicker.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { AccountCode, type CodeState } from './AccountCode.tsx';
import { accountDigits, type BankFields, type ProofBy } from './forms.ts';
import { NameMissing } from './NameMissing.tsx';

type Banks = DataOf<typeof bankList>['banks'];

export type FormOf<F> = {
  values: F;
  set(field: keyof F & string): (value: string) => void;
  error(field: keyof F & string): string | undefined;
};

export type AddBankViewProps = {
  banks: Banks;
  /** The borrower's own number, masked: where the code goes. */
  ownPhone: string;
  isNameKnown: boolean;
  by: ProofBy;
  fields: FormOf<BankFields>;
  sms: CodeState;
  isBusy: boolean;
  /** The button that adds it with a passkey, where the browser knows them and the borrower has one. */
  passkey?: ReactNode;
  onAskCode(): void;
  onSubmit(): void;
};

/** The form of a bank account, with the proof that it is the borrower who adds it. */
export function AddBankView(props: AddBankViewProps) {
  const text = useText();
  const { fields, by, isNameKnown } = props;
  const { values, set, error } = fields;
  return (
    <ScreenForm onSubmit={props.onSubmit}>
      <Page>
        {!isNameKnown && <NameMissing />}
        <TextField
          name="ownerName"
          label={text('payee.owner')}
          hint={text('payee.ownerHint')}
          autoComplete="name"
          autoCapitalize="words"
          value={values.ownerName}
          onChange={set('ownerName')}
          error={error('ownerName')}
        />
        <BankPicker banks={props.banks} value={values.bankId} onChange={set('bankId')} error={error('bankId')} />
        <TextField
          name="accountNumber"
          label={text('payee.number')}
          hint={text('payee.numberHint')}
          inputMode="numeric"
          autoComplete="off"
          value={values.accountNumber}
          onChange={(typed) => set('accountNumber')(accountDigits(typed))}
          error={error('accountNumber')}
        />
        <PhoneField
          name="phone"
          label={text('payee.bank.phone')}
          hint={text('payee.bank.phoneHint')}
          isBig={false}
          value={values.phone}
          onChange={set('phone')}
          error={error('phone')}
        />
        {by === 'code' ? (
          <AccountCode
            ownPhone={props.ownPhone}
            state={props.sms}
            value={values.code}
            onChange={set('code')}
            onSend={props.onAskCode}
            error={error('code')}
          />
        ) : (
          <Password value={values.password} onChange={set('password')} error={error('password')} />
        )}
        {props.passkey}
      </Page>
      <Foot>
        <Dock>
          <SubmitButton isBusy={props.isBusy || props.sms.isBusy} disabledReason={!isNameKnown && text('payee.nameFirst')}>
            {text(props.isBusy ? 'payee.adding' : 'payee.bank.addThis')}
          </SubmitButton>
        </Dock>
      </Foot>
    </ScreenForm>
  );
}

type Control = { value: string; onChange(value: string): void; error: string | undefined };

function BankPicker({ banks, ...control }: Control & { banks: Banks }) {
  const text = useText();
  const options = banks.map((bank) => ({
    value: bank.bankId,
    label: bank.name,
    also: bank.mark,
    letters: bank.mark,
    ...(bank.canBePaid ? {} : { detail: text('payee.laterPayable') }),
  }));
  return (
    <div data-field="bankId">
      <SearchPicker
        onCannotOpen={offerReload}
        {...control}
        label={text('payee.bank')}
        placeholder={text('payee.bank.choose')}
        options={options}
        renderMark={(bank) => <Mark letters={bank.letters} />}
        words={{
          title: text('payee.bank.chooseTitle'),
          searchLabel: text('payee.bank.search'),
          clearLabel: text('payee.bank.clear'),
          closeLabel: text('shell.close'),
          count: (found) => text('payee.bank.count', { count: found }),
          none: text('payee.bank.noneFound'),
        }}
      />
    </div>
  );
}

function Password(control: Control) {
  const text = useText();
  return (
    <PasswordField
      {...control}
      name="password"
      label={text('account.password')}
      hint={text('payee.passwordWhy')}
      autoComplete="current-password"
      showLabel={text('account.showPassword')}
      hideLabel={text('account.hidePassword')}
    />
  );
}
