import { userInfo } from '@sandali/contract/account.ts';
import type { Assertion } from '@sandali/contract/assertion.ts';
import { bankcardAdd, bankList } from '@sandali/contract/payee.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { useEffect } from 'react';
import { useConfig } from '#/kit/config.ts';
import { useSearch } from '#/kit/location.ts';
import { onePiece } from '#/kit/onePiece.ts';
import { canUsePasskeys } from '#/kit/passkeys.ts';
import { useAsk } from '#/kit/query.ts';
import { useText } from '#/kit/text.ts';
import { useLater } from '#/kit/useLater.ts';
import { useWrite } from '#/kit/write.ts';
import { useSmsCode } from '#/screens/account/useSmsCode.ts';
import { AddBankView } from './AddBankView.tsx';
import { afterAdding } from './afterAdding.ts';
import { FormWaiting } from './FormWaiting.tsx';
import { readAccount, readBank } from './forms.ts';
import { useFields } from './useFields.ts';

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
  const banks = useAsk(bankList, {});
  const me = useAsk(userInfo, {});
  const { part, bring } = useLater(() => import('./BankPasskey.tsx'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, beside the form
  useEffect(() => {
    if (canUsePasskeys()) void bring();
  }, []);
  const by = (useConfig()?.smsSwitch ?? true) ? 'code' : 'password';
  const isForLoan = useSearch().get('for') === 'loan';
  const sms = useSmsCode('bankAccount');
  const add = useWrite(bankcardAdd, {
    fields: refusalFields,
    onDone: ({ card }) => afterAdding(isForLoan, { channel: 'bankCard', accountId: card.accountId }, text('payee.added')),
  });
  const start = { ownerName: me.data?.name ?? '', bankId: '', accountNumber: '', phone: '', code: '', password: '' };
  const fields = useFields(start, add);
  if (!banks.data || !me.data) return <FormWaiting reads={[banks, me]} failedTitle={text('payee.bankFailed')} />;
  const send = () => {
    const { input, errors } = readBank(fields.values, by, sms.sent?.challengeId ?? null);
    if (input) void add.send(input);
    else fields.fail(errors);
  };
  const readNumber = () => {
    const { input, errors } = readAccount(fields.values);
    if (input) return input.accountNumber;
    fields.fail(errors);
    return null;
  };
  const addByPasskey = (answer: Assertion) => {
    const { input } = readAccount(fields.values);
    if (input) return add.send({ ...input, proof: { by: 'passkey', ...answer } });
  };
  const askCode = () => {
    const phone = parsePhilippineMobile(fields.values.phone);
    if (!phone) return fields.fail({ phone: 'payee.phoneMissing' });
    // What was typed belongs to an earlier code.
    fields.set('code')('');
    void sms.send(phone);
  };
  return (
    <AddBankView
      banks={banks.data.banks}
      ownPhone={onePiece(me.data.phoneMasked)}
      isNameKnown={me.data.name !== null}
      by={by}
      fields={fields}
      sms={{ hasSent: sms.sent !== null, secondsLeft: sms.secondsLeft, isBusy: sms.isBusy, picture: sms.picture }}
      isBusy={add.isBusy}
      passkey={part && <part.BankPasskey readNumber={readNumber} onAnswer={addByPasskey} />}
      onAskCode={askCode}
      onSubmit={send}
    />
  );
}
