import type { ReactNode } from 'react';
import { checkPlatformAuthenticator } from '#/client/passkeys.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';

/** Loads the passkey offer with its texts; returns null if this device cannot verify its owner. */
export async function passkeyOffer(): Promise<ReactNode> {
  if (!(await checkPlatformAuthenticator())) return null;
  const [{ default: Offer }] = await Promise.all([
    import('./PasskeyOffer.tsx'),
    loadCatalogs(['account']),
  ]);
  return <Offer />;
}
