// A phone with a screen lock, played by Chromium's virtual authenticator (WebAuthn §11).
import type { CDPSession, Page } from '@playwright/test';

/** A credential as the authenticator exports it, with its private key. */
type Credential = Awaited<ReturnType<typeof credentialsOf>>[number];
export type Authenticator = {
  /** Whether the finger fits from now on. */
  fits(does: boolean): Promise<void>;
  /**
   * What it holds, for another phone: as a passkey that its maker copies to the person's next one.
   */
  credentials(): Promise<Credential[]>;
};

async function credentialsOf(client: CDPSession, authenticatorId: string) {
  return (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
}

/** Gives a page's phone a screen lock, and the passkeys that its person has already. */
export async function addAuthenticator(
  page: Page,
  credentials: readonly Credential[] = [],
): Promise<Authenticator> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  for (const credential of credentials)
    await client.send('WebAuthn.addCredential', { authenticatorId, credential });
  return {
    fits: async (does) => {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: does });
    },
    credentials: async () => await credentialsOf(client, authenticatorId),
  };
}
