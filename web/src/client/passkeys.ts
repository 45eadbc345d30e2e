// What this browser can do with passkeys.

/** Whether this browser knows passkeys at all; most that live within other apps do not. */
export function supportsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    Boolean(navigator.credentials as CredentialsContainer | undefined)
  );
}

/** Whether the device itself can check its person, by finger, face or screen lock. */
export async function hasPlatformAuthenticator(): Promise<boolean> {
  return (
    supportsPasskeys() &&
    (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false))
  );
}
