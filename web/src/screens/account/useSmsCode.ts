import type { CodePurpose } from '@sandali/contract/account.ts';
import type { ChallengeId } from '@sandali/contract/id.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { wallMs } from '#/client/clock.ts';
import { focusField, useWrite } from '#/client/write.ts';
import { paths } from '#/routes/paths.ts';
import { type PictureCodeState, usePictureCode } from './usePictureCode.ts';
import { useStepState } from './useStepState.ts';

const codeSms = async () => (await import('@sandali/contract/account.ts')).codeSms;

/** `To` is null for codes to the borrower's own number, which the app knows only in masked form. */
export type SmsCodeState<To extends MobileNumber | null = MobileNumber> = {
  /** The last code's challenge and number; set before `isBusy` becomes false. */
  sent: { challengeId: ChallengeId; phone: To } | null;
  /** Seconds until another code can be requested; 0 if one can be requested now. */
  secondsLeft: number;
  /**
   * Whether a code is being requested. The SMS may arrive before the challenge, so no code may be
   * submitted meanwhile.
   */
  isBusy: boolean;
  /** Whether the last requested code could not be sent. */
  isUnsent: boolean;
  /** The picture required before another code, if any. */
  picture: PictureCodeState;
  /** Restores a code from an earlier visit; null forgets the code. */
  restore(sent: { challengeId: ChallengeId; phone: To } | null): void;
  /** Requests a code; resolves to true once it is on its way. */
  send(phone: To): Promise<boolean>;
};

/** Requests codes by SMS, stores their challenge, and counts down to the next possible request. */
export function useSmsCode<To extends MobileNumber | null = MobileNumber>(
  purpose: CodePurpose,
  field = 'code',
): SmsCodeState<To> {
  const [sent, setSent] = useStepState<SmsCodeState<To>['sent']>(
    `sms.${purpose}`,
    null,
    purpose === 'newDevice' ? paths.login : undefined,
  );
  const { secondsLeft, start } = useCountdown();
  const picture = usePictureCode();
  const recipient = useRef<To | null>(null);
  const write = useWrite(codeSms, {
    key: purpose,
    onDone: ({ challengeId, resendAfterSeconds }) => {
      setSent({ challengeId, phone: recipient.current as To });
      picture.forget();
      start(resendAfterSeconds);
      focusField(field);
    },
    onFailed: ({ name, message }) => {
      if (name !== 'pictureCodeNeeded' && name !== 'pictureCodeWrong') return undefined;
      picture.ask(name === 'pictureCodeWrong' ? message : undefined);
      return true;
    },
  });
  const send = async (phone: To) => {
    const pictureInput = picture.read();
    if (!pictureInput) return false;
    if (!write.isBusy) recipient.current = phone;
    return (await write.send({ ...(phone && { phone }), purpose, ...pictureInput }))?.ok ?? false;
  };
  return {
    sent,
    secondsLeft,
    isBusy: write.isBusy,
    isUnsent: write.failure !== null,
    picture: picture.state,
    restore: setSent,
    send,
  };
}

/** Counts down the seconds shown on the screen. The server enforces the wait with its own clock. */
function useCountdown(): { secondsLeft: number; start(seconds: number): void } {
  const [endMs, setEnd] = useState(0);
  const [secondsLeft, setLeft] = useState(0);
  useEffect(() => {
    if (endMs === 0) return;
    const tick = () => {
      const remaining = Math.max(0, Math.ceil((endMs - wallMs()) / 1000));
      setLeft(remaining);
      if (remaining === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [endMs]);
  return { secondsLeft, start: useCallback((seconds) => setEnd(wallMs() + seconds * 1000), []) };
}
