import type { ReactNode } from 'react';
import { hasOwnLock } from '#/client/passkeys.ts';
import { speakAreas } from '#/i18n/loadCatalogs.ts';

/** The offer of a passkey, with its words; null where this device cannot check its person. */
export async function passkeyOffer(): Promise<ReactNode> {
  if (!(await hasOwnLock())) return null;
  const [{ default: Offer }] = await Promise.all([import('./PasskeyOffer.tsx'), speakAreas(['security'])]);
  return <Offer />;
}
