/** Whether this browser supports passkeys. Most browsers embedded in other apps do not. */
export function supportsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    Boolean(navigator.credentials as CredentialsContainer | undefined)
  );
}

/** Whether the device can verify its owner by fingerprint, face or screen lock. */
export async function checkPlatformAuthenticator(): Promise<boolean> {
  return (
    supportsPasskeys() &&
    (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false))
  );
}
