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

/**
 * `To` is null where codes go to the borrower's own number, which the program knows only in part.
 */
export type SmsCodeState<To extends MobileNumber | null = MobileNumber> = {
  /**
   * The challenge that the last code belongs to, and the number it went to; set before `isBusy`
   * ends.
   */
  sent: { challengeId: ChallengeId; phone: To } | null;
  /** Until another code may be asked for; 0 when it may now. */
  secondsLeft: number;
  /**
   * A code has been asked for. Its SMS may come before the answer, so that no code is sent on
   * meanwhile: its challenge is not known yet.
   */
  isBusy: boolean;
  /** The last one that was asked for has not gone out. */
  isUnsent: boolean;
  /** The picture before another code, if the server requires it. */
  picture: PictureCodeState;
  /** Takes up a code that was sent in an earlier visit, or forgets the one that was. */
  restore(sent: { challengeId: ChallengeId; phone: To } | null): void;
  /** Asks for a code; true when it is on its way. */
  send(phone: To): Promise<boolean>;
};

/**
 * A code by SMS: asks for it, remembers which challenge it belongs to, and counts down to the next
 * one. `field` gets the focus when it is sent.
 */
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
  const to = useRef<To | null>(null);
  const write = useWrite(codeSms, {
    key: purpose,
    onDone: ({ challengeId, resendAfterSeconds }) => {
      setSent({ challengeId, phone: to.current as To });
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
    const read = picture.read();
    if (!read) return false;
    if (!write.isBusy) to.current = phone;
    return (await write.send({ ...(phone && { phone }), purpose, ...read }))?.ok ?? false;
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

/**
 * Seconds until something may be done again, counted on the screen; 0 when it may. It says nothing
 * about the server's own clock.
 */
function useCountdown(): { secondsLeft: number; start(seconds: number): void } {
  const [endMs, setEnd] = useState(0);
  const [secondsLeft, setLeft] = useState(0);
  useEffect(() => {
    if (endMs === 0) return;
    const tick = () => {
      const left = Math.max(0, Math.ceil((endMs - wallMs()) / 1000));
      setLeft(left);
      if (left === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [endMs]);
  return { secondsLeft, start: useCallback((seconds) => setEnd(wallMs() + seconds * 1000), []) };
}
