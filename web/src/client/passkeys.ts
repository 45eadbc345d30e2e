// What this browser can do with passkeys.

/** Whether this browser knows passkeys at all; most that live within other apps do not. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Whether the device itself can check its person, by finger, face or screen lock. */
export async function hasOwnLock(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false));
}
