// This browser's support for passkeys.

/** Whether this browser supports passkeys; most browsers inside other apps do not. */
export function supportsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    Boolean(navigator.credentials as CredentialsContainer | undefined)
  );
}

/** Checks whether the device can verify its owner by finger, face or screen lock. */
export async function checkPlatformAuthenticator(): Promise<boolean> {
  return (
    supportsPasskeys() &&
    (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false))
  );
}
