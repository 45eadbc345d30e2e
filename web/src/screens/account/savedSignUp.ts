// The progress of a sign-up, kept on this phone because the page may be discarded while the
// borrower looks up the code: number, step, and the SMS's challenge id, which is useless without
// its code or on another device. No code and no password.
import { zChallengeId } from '@sandali/contract/id.ts';
import { zMobile } from '@sandali/contract/mobile.ts';
import * as v from 'valibot';
import { businessMs, wallMs } from '#/client/clock.ts';
import { isTooOld, readEncrypted, updateEncrypted } from '#/client/encryptedStore.ts';

/** Validity of a step in real time, as of a right code; afterwards the sign-up starts over. */
const stepMs = 15 * 60_000;

const zSent = v.strictObject({ challengeId: zChallengeId, phone: zMobile });
const zSignUp = v.strictObject({
  /** The national digits typed until now. */
  phone: v.pipe(v.string(), v.regex(/^\d{1,12}$/)),
  step: v.picklist(['phone', 'code', 'password']),
  sent: v.nullable(zSent),
});
export type SavedSignUp = v.InferOutput<typeof zSignUp>;
const zSaved = v.strictObject({
  ...zSignUp.entries,
  keptAtMs: v.number(),
  steppedAtMs: v.number(),
});

/** Stores the progress; deletes it without a valid number. */
export function saveSignUp(signUp: SavedSignUp): void {
  const record = v.safeParse(zSignUp, signUp).success
    ? { ...signUp, keptAtMs: businessMs(), steppedAtMs: wallMs() }
    : null;
  void updateEncrypted('sign-up', () => record);
}

/** Deletes the progress, once the account is open or the borrower starts over. */
export function clearSignUp(): void {
  void updateEncrypted('sign-up', () => null);
}

/** The interrupted sign-up on this phone, or null. */
export async function readSignUp(): Promise<SavedSignUp | null> {
  const { success, output } = v.safeParse(zSaved, await readEncrypted('sign-up'));
  if (!success || isTooOld(output.keptAtMs)) return null;
  const { phone, step, sent, steppedAtMs } = output;
  const isValid = step !== 'phone' && sent !== null && wallMs() - steppedAtMs < stepMs;
  return isValid ? { phone, step, sent } : { phone, step: 'phone', sent: null };
}
