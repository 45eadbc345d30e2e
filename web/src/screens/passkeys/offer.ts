import { type ComponentType, useEffect, useState } from 'react';
import { speakAreas } from '#/kit/areas.ts';
import { loadChunk } from '#/kit/chunk.ts';
import { canUsePasskeys } from '#/kit/passkeys.ts';
import { readKept } from '#/kit/store.ts';

/** Where it is kept that a passkey was offered on this device. */
export const offerKey = 'passkeyOffer';

/** The offer of a passkey, where it was not made on this device yet; its script and words come after the screen that shows it. */
export function usePasskeyOffer(isReady: boolean): ComponentType | null {
  const [Offer, setOffer] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isReady || !canUsePasskeys() || readKept(offerKey) !== null) return;
    const coming = Promise.all([loadChunk(() => import('./PasskeyOffer.tsx')), speakAreas(['passkeys'])]);
    // It is an offer: where its script does not come, the home screen is whole without it.
    void coming.then(
      ([part]) => setOffer(() => part.default),
      () => {},
    );
  }, [isReady]);
  return Offer;
}
