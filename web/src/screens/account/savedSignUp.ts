// A sign-up's progress, saved on this phone because the browser may discard the page while the
// borrower reads the SMS. It contains the number, step and challenge id, but no code or password.
import { zChallengeId } from '@sandali/contract/id.ts';
import { zMobile } from '@sandali/contract/mobile.ts';
import * as v from 'valibot';
import { businessMs, wallMs } from '#/client/clock.ts';
import { isTooOld, readEncrypted, updateEncrypted } from '#/client/encryptedStore.ts';

/** How long a step stays valid: as long as a verified code. After that, the sign-up restarts. */
const stepMs = 15 * 60_000;

const zSent = v.strictObject({ challengeId: zChallengeId, phone: zMobile });
const zSignUp = v.strictObject({
  /** The national digits typed so far. */
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

/** Stores the progress, or deletes it if the number is invalid. */
export function saveSignUp(signUp: SavedSignUp): void {
  const record = v.safeParse(zSignUp, signUp).success
    ? { ...signUp, keptAtMs: businessMs(), steppedAtMs: wallMs() }
    : null;
  void updateEncrypted('sign-up', () => record);
}

/** Deletes the progress once the account is open, or if the borrower starts over. */
export function clearSignUp(): void {
  void updateEncrypted('sign-up', () => null);
}

/** Returns the interrupted sign-up of this phone, or null. */
export async function readSignUp(): Promise<SavedSignUp | null> {
  const { success, output } = v.safeParse(zSaved, await readEncrypted('sign-up'));
  if (!success || isTooOld(output.keptAtMs)) return null;
  const { phone, step, sent, steppedAtMs } = output;
  const isValid = step !== 'phone' && sent !== null && wallMs() - steppedAtMs < stepMs;
  return isValid ? { phone, step, sent } : { phone, step: 'phone', sent: null };
}
