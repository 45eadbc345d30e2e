import type { ReactNode } from 'react';
import { checkPlatformAuthenticator } from '#/client/passkeys.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';

/** The offer of a passkey, with its words; null where this device cannot check its person. */
export async function passkeyOffer(): Promise<ReactNode> {
  if (!(await checkPlatformAuthenticator())) return null;
  const [{ default: Offer }] = await Promise.all([
    import('./PasskeyOffer.tsx'),
    loadCatalogs(['account']),
  ]);
  return <Offer />;
}
