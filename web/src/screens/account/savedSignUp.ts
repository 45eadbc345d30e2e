// The progress of a sign-up, kept on this phone because the page may be discarded while the
// borrower looks for the code in another app: the number, the step, and at the last two steps the
// id of the SMS, which is useless without its code or, after the code was right, on another device.
// No code and no password.
import { zChallengeId } from '@sandali/contract/id.ts';
import { zMobile } from '@sandali/contract/mobile.ts';
import * as v from 'valibot';
import { businessMs, wallMs } from '#/client/clock.ts';
import { isTooOld, readEncrypted, updateEncrypted } from '#/client/encryptedStore.ts';

/**
 * A step is good for as long as a code that was right at it; after that the sign-up begins with the
 * number. Real time.
 */
const stepMs = 15 * 60_000;

const zSent = v.strictObject({ challengeId: zChallengeId, phone: zMobile });
const zSignUp = v.strictObject({
  /** National digits, as far as they were typed. */
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

/** Keeps it; without a number there is nothing to keep. */
export function saveSignUp(signUp: SavedSignUp): void {
  const record = v.safeParse(zSignUp, signUp).success
    ? { ...signUp, keptAtMs: businessMs(), steppedAtMs: wallMs() }
    : null;
  void updateEncrypted('sign-up', () => record);
}

/** Forgets it: the account is open, or somebody begins empty. */
export function clearSignUp(): void {
  void updateEncrypted('sign-up', () => null);
}

/** The sign-up that stopped on this phone, or null. */
export async function readSignUp(): Promise<SavedSignUp | null> {
  const { success, output } = v.safeParse(zSaved, await readEncrypted('sign-up'));
  if (!success || isTooOld(output.keptAtMs)) return null;
  const { phone, step, sent, steppedAtMs } = output;
  const isThere = step !== 'phone' && sent !== null && wallMs() - steppedAtMs < stepMs;
  return isThere ? { phone, step, sent } : { phone, step: 'phone', sent: null };
}
