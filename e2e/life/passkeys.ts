// Simulates a phone's screen lock with Chromium's virtual authenticator (WebAuthn §11).
import type { CDPSession, Page } from '@playwright/test';

/** A passkey as the authenticator exports it, with its private key. */
type Credential = Awaited<ReturnType<typeof credentialsOf>>[number];
export type Authenticator = {
  /** Sets whether the screen lock recognises its owner from now on. */
  fits(does: boolean): Promise<void>;
  /** Returns the passkeys, so that they can be copied to another phone. */
  credentials(): Promise<Credential[]>;
};

async function credentialsOf(client: CDPSession, authenticatorId: string) {
  return (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
}

/** Gives a page a screen lock with these passkeys. */
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
