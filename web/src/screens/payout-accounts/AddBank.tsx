import { userInfo } from '@sandali/contract/account.ts';
import type { Assertion } from '@sandali/contract/assertion.ts';
import type { DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { bankcardAdd, bankList } from '@sandali/contract/payoutAccounts.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { type ReactNode, useEffect } from 'react';
import { safeParse } from 'valibot';
import { useConfig } from '#/client/config.ts';
import { supportsPasskeys } from '#/client/passkeys.ts';
import { useProgram } from '#/client/program.ts';
import { useServerQuery } from '#/client/query.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { type Form, FormField, useField, useForm } from '#/client/useForm.tsx';
import { useLazy } from '#/client/useLazy.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { useSmsCode } from '#/screens/account/useSmsCode.ts';
import { ReceiverMark } from '#/screens/ReceiverMark.tsx';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { SearchPicker } from '#/ui/SearchPicker.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { AccountCode, type CodeState } from './AccountCode.tsx';
import { FormLoading, finishAdding, NameMissing } from './AddAccountParts.tsx';
import {
  accountDigits,
  accountFields,
  accountForm,
  type BankField,
  bankForm,
  type ProofBy,
} from './accountForms.ts';

const refusalFields = {
  ownerNameDiffers: 'ownerName',
  nameNotKnownYet: 'ownerName',
  bankUnknown: 'bankId',
  accountNumberInvalid: 'accountNumber',
  accountAlreadyAdded: 'accountNumber',
  codeWrong: 'code',
  passwordWrong: 'password',
} as const;

/** Adds a bank account in the borrower's own name (spec §5). */
export default function AddBank() {
  const text = useText();
  const banks = useServerQuery(bankList, {});
  const me = useServerQuery(userInfo, {});
  if (!banks.data || !me.data)
    return <FormLoading reads={[banks, me]} failedTitle={text('payoutAccounts.bankFailed')} />;
  const { name, hasPasskey, phoneMasked } = me.data;
  return (
    <BankForm
      {...banks.data}
      name={name}
      hasPasskey={hasPasskey}
      ownPhone={unbreakable(phoneMasked)}
    />
  );
}

type BankFormProps = Pick<AddBankViewProps, 'banks' | 'feeCentavos' | 'ownPhone'> & {
  name: string | null;
  hasPasskey: boolean;
};

function BankForm({ banks, feeCentavos, name, hasPasskey, ownPhone }: BankFormProps) {
  const text = useText();
  const { part, load } = useLazy(() => import('./BankPasskey.tsx'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, in parallel with the form
  useEffect(() => {
    if (hasPasskey && supportsPasskeys()) void load();
  }, []);
  const by = (useConfig()?.smsSwitch ?? true) ? 'code' : 'password';
  const isForLoan = useSearch().get('for') === 'loan';
  const sms = useSmsCode('bankAccount');
  const add = useWrite(bankcardAdd, {
    fields: refusalFields,
    onDone: ({ card }) =>
      finishAdding(
        isForLoan,
        { channel: 'bankCard', accountId: card.accountId },
        text('payoutAccounts.added'),
      ),
  });
  const form = useForm<BankField, RequestInputOf<typeof bankcardAdd>>({
    schema: bankForm(by, sms.sent?.challengeId ?? null),
    start: {
      ownerName: name ?? '',
      bankId: '',
      accountNumber: '',
      phone: '',
      code: '',
      password: '',
    },
    refused: add,
    onInput: (input) => void add.send(input),
  });
  const readAccount = () => {
    const read = safeParse(accountForm, form.values());
    if (read.success) return read.output;
    void form.holds(accountFields);
    return null;
  };
  const addByPasskey = (answer: Assertion) => {
    const account = readAccount();
    if (account) return add.send({ ...account, proof: { by: 'passkey', ...answer } });
  };
  const askCode = () => {
    const phone = parsePhilippineMobile(form.values().phone);
    if (!phone) return void form.holds(['phone']);
    // The typed code belongs to an earlier SMS, so clear it.
    form.change({ code: '' });
    void sms.send(phone);
  };
  return (
    <AddBankView
      banks={banks}
      feeCentavos={feeCentavos}
      ownPhone={ownPhone}
      isNameKnown={name !== null}
      by={by}
      form={form}
      sms={{
        hasSent: sms.sent !== null,
        secondsLeft: sms.secondsLeft,
        isBusy: sms.isBusy,
        picture: sms.picture,
      }}
      isBusy={add.isBusy}
      passkey={
        part && (
          <part.BankPasskey
            readNumber={() => readAccount()?.accountNumber ?? null}
            onAnswer={addByPasskey}
          />
        )
      }
      onAskCode={askCode}
    />
  );
}

type Banks = DataOf<typeof bankList>['banks'];

type AddBankViewProps = {
  banks: Banks;
  /** The fee for a payout to the account; null if there is no such payout. */
  feeCentavos: Centavos | null;
  /** The borrower's own masked number, which receives the code. */
  ownPhone: string;
  isNameKnown: boolean;
  by: ProofBy;
  form: Form<BankField>;
  sms: CodeState;
  isBusy: boolean;
  /**
   * The button that adds the account with a passkey, if the browser supports passkeys and the
   * borrower has one.
   */
  passkey?: ReactNode;
  onAskCode(): void;
};

/** The form for adding a bank account, with proof that the borrower is the one adding it. */
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
        <BankPicker banks={props.banks} feeCentavos={props.feeCentavos} form={form} />
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
          <AccountCode
            ownPhone={props.ownPhone}
            state={props.sms}
            form={form}
            onSend={props.onAskCode}
          />
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
          <SubmitButton
            isBusy={props.isBusy || props.sms.isBusy}
            disabledReason={!isNameKnown && text('payoutAccounts.nameFirst')}
          >
            {text(props.isBusy ? 'payoutAccounts.adding' : 'payoutAccounts.bank.addThis')}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}

function BankPicker({
  banks,
  feeCentavos,
  form,
}: Pick<AddBankViewProps, 'banks' | 'feeCentavos' | 'form'>) {
  const text = useText();
  const { offerReload } = useProgram();
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
      hint={
        feeCentavos === null
          ? undefined
          : text('payoutAccounts.fee', { fee: formatPesos(feeCentavos) })
      }
      placeholder={text('payoutAccounts.bank.choose')}
      options={options}
      renderMark={(bank) => <ReceiverMark mark={bank.letters} />}
      words={{
        title: text('payoutAccounts.bank.chooseTitle'),
        searchLabel: text('payoutAccounts.bank.search'),
        clearLabel: text('payoutAccounts.bank.clear'),
        closeLabel: text('shell.close'),
        count: (count) => text('payoutAccounts.bank.count', { count }),
        none: text('payoutAccounts.bank.noneFound'),
      }}
    />
  );
}
