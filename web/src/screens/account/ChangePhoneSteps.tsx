import type { DataOf } from '@sandali/contract/call.ts';
import type { MobileNumber } from '@sandali/contract/mobile.ts';
import type { changePhone, changePhoneQuery } from '@sandali/contract/phoneChange.ts';
import { back } from '#/kit/location.ts';
import { useText } from '#/kit/text.ts';
import { CodeStep } from './CodeStep.tsx';
import { IdProofStep } from './IdProofStep.tsx';
import { NumberStep } from './NumberStep.tsx';
import { type ChangePhoneForm, useChangePhoneForm } from './useChangePhoneForm.ts';
import type { SmsCodeState } from './useSmsCode.ts';
import { WayStep } from './WayStep.tsx';

type Props = {
  begin: DataOf<typeof changePhoneQuery>;
  onDone(done: DataOf<typeof changePhone>): void;
  onLater(): void;
};

/** The steps: the way, its proof, the new number, the code to it. */
export function ChangePhoneSteps({ begin, onDone, onLater }: Props) {
  const form = useChangePhoneForm({ onDone, onLater });
  const { step, typed, set, oldSms, newSms, change } = form;
  if (step === 'way') {
    return (
      <WayStep
        {...begin}
        way={typed.way}
        onWay={(way) => set({ way })}
        isBusy={oldSms.isBusy}
        picture={oldSms.picture}
        onNext={() => void form.afterWay()}
      />
    );
  }
  if (step === 'old') return <OldCode form={form} phoneMasked={begin.phoneMasked} />;
  if (step === 'id') {
    const refusals = { idNumber: change.said('idNumberWrong', 'idNumberSpent', 'idNumberUnknown'), password: change.said('passwordWrong') };
    const onChange = (field: 'idNumber' | 'password', value: string) => set({ [field]: value });
    return (
      <IdProofStep
        typed={typed}
        onChange={onChange}
        refusals={refusals}
        isBusy={change.write.isBusy}
        onOtherWay={change.said('idNumberSpent') === undefined ? undefined : form.byOldNumber}
        onNext={() => form.afterProof()}
      />
    );
  }
  if (step === 'number' || !newSms.sent) return <NewNumber form={form} />;
  return <NewCode form={form} phone={newSms.sent.phone} />;
}

function OldCode({ form, phoneMasked }: { form: ChangePhoneForm; phoneMasked: string }) {
  const text = useText();
  const { typed, set, oldSms, change } = form;
  return (
    <CodeStep
      step={2}
      of={4}
      title={text('account.newPhone.oldTitle')}
      phone={{ masked: phoneMasked }}
      code={typed.oldCode}
      onCode={(oldCode) => set({ oldCode })}
      error={change.said('oldCodeWrong')}
      {...sendingOf(oldSms)}
      onSend={() => void oldSms.send(null)}
      onDone={(oldCode) => form.afterProof({ oldCode })}
      isBusy={change.write.isBusy}
    />
  );
}

function NewNumber({ form }: { form: ChangePhoneForm }) {
  const text = useText();
  const { typed, set, newSms, change } = form;
  return (
    <NumberStep
      step={3}
      of={4}
      title={text('account.newPhone.numberTitle')}
      why={text('account.register.phoneWhy')}
      phone={typed.phone}
      onPhone={(phone) => set({ phone })}
      phoneError={form.isNumberWrong ? text('account.phoneWrong') : change.said('phoneTaken', 'phoneSame')}
      isBusy={newSms.isBusy}
      picture={newSms.picture}
      onSubmit={(fields) => void form.afterNumber(fields)}
    />
  );
}

function NewCode({ form, phone }: { form: ChangePhoneForm; phone: MobileNumber }) {
  const text = useText();
  const { typed, set, newSms, change } = form;
  return (
    <CodeStep
      step={4}
      of={4}
      phone={phone}
      code={typed.code}
      onCode={(code) => set({ code })}
      error={change.said('codeWrong')}
      {...sendingOf(newSms)}
      onSend={() => void newSms.send(phone)}
      onChangeNumber={back}
      onDone={(code) => form.send({ code })}
      consequence={text('account.newPhone.effect')}
      submit={text(change.write.isBusy ? 'account.newPhone.busy' : 'account.newPhone.submit')}
      isBusy={change.write.isBusy}
    />
  );
}

function sendingOf({ secondsLeft, isBusy, picture }: Pick<SmsCodeState, 'secondsLeft' | 'isBusy' | 'picture'>) {
  return { secondsLeft, isSending: isBusy, picture };
}
