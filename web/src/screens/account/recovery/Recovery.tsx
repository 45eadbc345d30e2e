// Account recovery, which accepts photos without a login.
import type { Day } from '@sandali/contract/day.ts';
import { recoveryBegin, recoveryPicture } from '@sandali/contract/recovery.ts';
import { useEffect, useState } from 'react';
import type * as v from 'valibot';
import { sendOnce } from '#/client/sendOnce.ts';
import { useForm } from '#/client/useForm.tsx';
import { focusField, useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { goBack, navigate } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { CodeStep } from '#/screens/account/CodeStep.tsx';
import { lostForm } from '#/screens/account/changePhoneForm.ts';
import { useSmsCode } from '#/screens/account/useSmsCode.ts';
import { clearPictures, setPictureTarget } from '#/screens/credit/takenPictures.ts';
import { usePicture } from '#/screens/credit/usePicture.ts';
import { type LostField, NumbersStep, PhotosStep, SentStep } from './LostSteps.tsx';
import { StopRecovery } from './StopRecovery.tsx';

/**
 * /forgetPassword for a borrower who has lost their phone and number, or who wants to stop someone
 * else from recovering their account.
 */
export function Recovery({ requested }: { requested: string }) {
  useEffect(() => clearPictures, []);
  return requested.startsWith('stop') ? (
    <StopRecovery requested={requested} />
  ) : (
    <LostPhone requested={requested} />
  );
}

const stepTo = (step: string) => addressOf('forgotPassword', { step });
const nothingTyped = { phone: '', idNumber: '', newPhone: '' };
type Lost = v.InferOutput<typeof lostForm>;

/**
 * Recovers an account after its phone and number are lost. Asks for identifying data, a code sent
 * to the new number, and two photos. Typed values are kept while the page is open.
 */
function LostPhone({ requested }: { requested: string }) {
  const [lost, setLost] = useState<Lost | null>(null);
  const [code, setCode] = useState('');
  const [recoveryId, setRecoveryId] = useState<string | null>(null);
  const [answerBy, setAnswerBy] = useState<Day | null>(null);
  const sms = useSmsCode('recovery');
  const begin = useBegin(setRecoveryId, () => setCode(''));
  const next = async (numbers: Lost) => {
    setLost(numbers);
    const isSent = sms.sent?.phone === numbers.newPhone && sms.secondsLeft > 0;
    if (isSent || (await sms.send(numbers.newPhone))) await navigate(stepTo('lostCode'));
  };
  const form = useForm<LostField, Lost>({
    schema: lostForm,
    start: nothingTyped,
    onInput: (numbers) => void next(numbers),
  });

  if (answerBy && lost) return <SentStep answerBy={answerBy} newPhone={lost.newPhone} />;
  if (recoveryId && requested === 'lostPhotos')
    return <Photos recoveryId={recoveryId} onSent={setAnswerBy} />;
  if (sms.sent && lost && requested === 'lostCode') {
    const { phone: newPhone, challengeId } = sms.sent;
    const send = (digits: string) =>
      void begin.write.send({ ...lost, newPhone, challengeId, code: digits });
    return (
      <CodeStep
        phone={newPhone}
        code={code}
        onCode={(digits) => {
          begin.write.clear();
          setCode(digits);
        }}
        error={begin.codeError}
        secondsLeft={sms.secondsLeft}
        isSending={sms.isBusy}
        isBusy={begin.write.isBusy}
        picture={sms.picture}
        onSend={() => void sms.send(newPhone)}
        onChangeNumber={goBack}
        onDone={send}
      />
    );
  }
  return <NumbersStep form={form} isBusy={sms.isBusy} picture={sms.picture} />;
}

/**
 * The write that starts a recovery. A wrong code is shown at its field; any other refusal leads
 * back to the step with the numbers.
 */
function useBegin(onBegun: (recoveryId: string) => void, forgetCode: () => void) {
  const write = useWrite(recoveryBegin, {
    onDone: async ({ recoveryId }) => {
      onBegun(recoveryId);
      await navigate(stepTo('lostPhotos'), { replace: true });
    },
    onFailed: ({ name, isDefinite }) => {
      if (!isDefinite) return false;
      forgetCode();
      if (name === 'codeWrong') focusField('code');
      else goBack();
      return name === 'codeWrong';
    },
  });
  const wrongCode = write.failure?.name === 'codeWrong' ? write.failure.message : undefined;
  return { write, codeError: wrongCode ?? write.fieldError('code') };
}

/**
 * Uploads each photo as soon as it is taken. After the second photo the server looks for the
 * account.
 */
function Photos({ recoveryId, onSent }: { recoveryId: string; onSent(answerBy: Day): void }) {
  const text = useText();
  const pictures = { idFront: usePicture('idFront', null), selfie: usePicture('selfie', null) };
  useEffect(() => {
    setPictureTarget(async (purpose, photo, options) => {
      const input = { recoveryId, purpose, ...photo };
      const result = await sendOnce(recoveryPicture, purpose, input, options);
      if (result.ok && result.data.answerBy) onSent(result.data.answerBy);
      return result;
    });
    return () => setPictureTarget(null);
  }, [recoveryId, onSent]);
  return (
    <>
      <PhotosStep
        title={text('recovery.photosTitle')}
        pictures={pictures}
        onAgain={() => void navigate(stepTo('lost'), { replace: true })}
      />
      {pictures.idFront.over}
      {pictures.selfie.over}
    </>
  );
}
