import { recoveryStop } from '@sandali/contract/recovery.ts';
import { useState } from 'react';
import { toast } from '#/client/toast.ts';
import { focusField, useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { goBack, navigate } from '#/routes/navigation.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { CodeStep } from '#/screens/account/CodeStep.tsx';
import { NumberStep } from '#/screens/account/NumberStep.tsx';
import { phoneFault } from '#/screens/account/phoneFault.ts';
import { readNumber } from '#/screens/account/resetForm.ts';
import { useSmsCode } from '#/screens/account/useSmsCode.ts';

const stepTo = (step: string) => addressOf('forgotPassword', { step });

/** Stops another person's recovery: the borrower enters their number, then the code sent to it. */
export function StopRecovery({ requested }: { requested: string }) {
  const text = useText();
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [isWrong, setWrong] = useState(false);
  const sms = useSmsCode('stopRecovery');
  const write = useWrite(recoveryStop, {
    onDone: async () => {
      await navigate(paths.login, { replace: true });
      toast(text('recovery.stopped'));
    },
    onFailed: ({ name, isDefinite }) => {
      if (!isDefinite) return false;
      setCode('');
      if (name === 'codeWrong') focusField('code');
      else goBack();
      return name === 'codeWrong';
    },
  });
  if (sms.sent && requested === 'stopCode') {
    const { phone: ownPhone, challengeId } = sms.sent;
    return (
      <CodeStep
        phone={ownPhone}
        of={2}
        code={code}
        onCode={(digits) => {
          write.clear();
          setCode(digits);
        }}
        error={write.failure?.name === 'codeWrong' ? write.failure.message : undefined}
        secondsLeft={sms.secondsLeft}
        isSending={sms.isBusy}
        isBusy={write.isBusy}
        picture={sms.picture}
        onSend={() => void sms.send(ownPhone)}
        onChangeNumber={goBack}
        consequence={text('recovery.stopEffect')}
        submit={text(write.isBusy ? 'recovery.stopBusy' : 'recovery.stopDo')}
        onDone={(digits) =>
          void write.send({ by: 'code', phone: ownPhone, challengeId, code: digits })
        }
      />
    );
  }
  const begin = async (fields: FormData) => {
    const number = readNumber(fields);
    setWrong(number === null);
    if (!number) return focusField('phone');
    const isSent = sms.sent?.phone === number && sms.secondsLeft > 0;
    if (isSent || (await sms.send(number))) await navigate(stepTo('stopCode'));
  };
  return (
    <NumberStep
      step={1}
      of={2}
      title={text('recovery.stopTitle')}
      reason={text('recovery.stopWhy')}
      phone={phone}
      onPhone={(digits) => {
        setWrong(false);
        setPhone(digits);
      }}
      phoneError={isWrong ? text(phoneFault(phone)) : undefined}
      isBusy={sms.isBusy}
      picture={sms.picture}
      onSubmit={(fields) => void begin(fields)}
    />
  );
}
