import { userInfo } from '@sandali/contract/account.ts';
import type { Assertion } from '@sandali/contract/assertion.ts';
import type { RequestInputOf } from '@sandali/contract/call.ts';
import { bankcardAdd, bankList } from '@sandali/contract/payoutAccounts.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { useEffect } from 'react';
import { safeParse } from 'valibot';
import { useConfig } from '#/client/config.ts';
import { supportsPasskeys } from '#/client/passkeys.ts';
import { useServerQuery } from '#/client/query.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { useForm } from '#/client/useForm.tsx';
import { useLazy } from '#/client/useLazy.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { useSmsCode } from '#/screens/account/useSmsCode.ts';
import { AddBankView, type AddBankViewProps } from './AddBankView.tsx';
import { FormLoading } from './FormLoading.tsx';
import { finishAdding } from './finishAdding.ts';
import { accountFields, accountForm, type BankField, bankForm } from './forms.ts';

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
  if (!banks.data || !me.data) return <FormLoading reads={[banks, me]} failedTitle={text('payoutAccounts.bankFailed')} />;
  return <BankForm banks={banks.data.banks} name={me.data.name} ownPhone={unbreakable(me.data.phoneMasked)} />;
}

function BankForm({ banks, name, ownPhone }: Pick<AddBankViewProps, 'banks' | 'ownPhone'> & { name: string | null }) {
  const text = useText();
  const { part, load } = useLazy(() => import('./BankPasskey.tsx'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, beside the form
  useEffect(() => {
    if (supportsPasskeys()) void load();
  }, []);
  const by = (useConfig()?.smsSwitch ?? true) ? 'code' : 'password';
  const isForLoan = useSearch().get('for') === 'loan';
  const sms = useSmsCode('bankAccount');
  const add = useWrite(bankcardAdd, {
    fields: refusalFields,
    onDone: ({ card }) => finishAdding(isForLoan, { channel: 'bankCard', accountId: card.accountId }, text('payoutAccounts.added')),
  });
  const form = useForm<BankField, RequestInputOf<typeof bankcardAdd>>({
    schema: bankForm(by, sms.sent?.challengeId ?? null),
    start: { ownerName: name ?? '', bankId: '', accountNumber: '', phone: '', code: '', password: '' },
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
    // What was typed belongs to an earlier code.
    form.change({ code: '' });
    void sms.send(phone);
  };
  return (
    <AddBankView
      banks={banks}
      ownPhone={ownPhone}
      isNameKnown={name !== null}
      by={by}
      form={form}
      sms={{ hasSent: sms.sent !== null, secondsLeft: sms.secondsLeft, isBusy: sms.isBusy, picture: sms.picture }}
      isBusy={add.isBusy}
      passkey={part && <part.BankPasskey readNumber={() => readAccount()?.accountNumber ?? null} onAnswer={addByPasskey} />}
      onAskCode={askCode}
    />
  );
}
