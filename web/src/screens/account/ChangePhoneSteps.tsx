import type { DataOf } from '@sandali/contract/call.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import type { changePhone, changePhoneQuery } from '@sandali/contract/phoneChange.ts';
import { useField } from '#/client/useForm.tsx';
import { useText } from '#/i18n/text.ts';
import { goBack } from '#/routes/navigation.ts';
import { CodeStep } from './CodeStep.tsx';
import type { ChangePhoneMethod } from './changePhoneForm.ts';
import { IdProofStep } from './IdProofStep.tsx';
import { MethodStep } from './MethodStep.tsx';
import { NumberStep } from './NumberStep.tsx';
import { type ChangePhoneForm, useChangePhoneForm } from './useChangePhoneForm.ts';
import type { SmsCodeState } from './useSmsCode.ts';

type Props = {
  begin: DataOf<typeof changePhoneQuery>;
  onDone(done: DataOf<typeof changePhone>): void;
  onLater(): void;
};

/**
 * The steps for changing a number: the method, its proof, the new number, and the code sent to it.
 */
export function ChangePhoneSteps({ begin, onDone, onLater }: Props) {
  const steps = useChangePhoneForm({ onDone, onLater });
  const { form, step, typed, oldSms, newSms, change } = steps;
  if (step === 'way') {
    return (
      <MethodStep
        {...begin}
        way={typed.way as ChangePhoneMethod | ''}
        onWay={(way) => form.change({ way })}
        isBusy={oldSms.isBusy}
        picture={oldSms.picture}
        onNext={() => void steps.afterWay()}
      />
    );
  }
  if (step === 'old') return <OldCode steps={steps} phoneMasked={begin.phoneMasked} />;
  if (step === 'id') {
    return (
      <IdProofStep
        form={form}
        isBusy={change.write.isBusy}
        onOtherWay={change.isIdSpent ? steps.byOldNumber : undefined}
        onNext={() => void steps.afterId()}
      />
    );
  }
  if (step === 'number' || !newSms.sent) return <NewNumber steps={steps} />;
  return <NewCode steps={steps} phone={newSms.sent.phone} />;
}

function OldCode({ steps, phoneMasked }: { steps: ChangePhoneForm; phoneMasked: string }) {
  const text = useText();
  const { form, oldSms, change } = steps;
  const bound = useField(form, 'oldCode');
  return (
    <CodeStep
      step={2}
      of={4}
      title={text('account.newPhone.oldTitle')}
      phone={{ masked: phoneMasked }}
      code={bound.value}
      onCode={bound.onChange}
      error={bound.error}
      {...sendingOf(oldSms)}
      onSend={() => void oldSms.send(null)}
      onDone={(oldCode) => steps.afterProof({ oldCode })}
      isBusy={change.write.isBusy}
    />
  );
}

function NewNumber({ steps }: { steps: ChangePhoneForm }) {
  const text = useText();
  const { form, newSms } = steps;
  const bound = useField(form, 'phone');
  return (
    <NumberStep
      step={3}
      of={4}
      title={text('account.newPhone.numberTitle')}
      reason={text('account.register.phoneWhy')}
      phone={bound.value}
      onPhone={bound.onChange}
      phoneError={bound.error}
      isBusy={newSms.isBusy}
      picture={newSms.picture}
      onSubmit={() => void steps.afterNumber()}
    />
  );
}

function NewCode({ steps, phone }: { steps: ChangePhoneForm; phone: MobileNumber }) {
  const text = useText();
  const { form, newSms, change } = steps;
  const bound = useField(form, 'code');
  return (
    <CodeStep
      step={4}
      of={4}
      phone={phone}
      code={bound.value}
      onCode={bound.onChange}
      error={bound.error}
      {...sendingOf(newSms)}
      onSend={() => void newSms.send(phone)}
      onChangeNumber={goBack}
      onDone={(code) => steps.send({ code })}
      consequence={text('account.newPhone.effect')}
      submit={text(change.write.isBusy ? 'account.newPhone.busy' : 'account.newPhone.submit')}
      isBusy={change.write.isBusy}
    />
  );
}

function sendingOf({
  secondsLeft,
  isBusy,
  picture,
}: Pick<SmsCodeState, 'secondsLeft' | 'isBusy' | 'picture'>) {
  return { secondsLeft, isSending: isBusy, picture };
}
