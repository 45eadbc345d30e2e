import { type ComponentType, useEffect, useState } from 'react';
import { speakAreas } from '#/i18n/loadCatalogs.ts';
import type { Kept } from './kept.ts';

export type KeptParts = {
  KeptScreen: ComponentType<{ kept: Kept | null; onLook?: () => Promise<unknown> }>;
  /** What was found on the phone. */
  kept: Kept | null;
};

/** The screen for a time without a network, its texts, and what it shows: loaded only once it is wanted. Null until then. */
export function useKeptParts(isWanted: boolean): KeptParts | 'failed' | null {
  const [parts, setParts] = useState<KeptParts | 'failed' | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    const show = (found: KeptParts | 'failed') => isHere && setParts(found);
    loadParts().then(show, () => show('failed'));
    return () => {
      isHere = false;
    };
  }, [isWanted]);
  return parts;
}

async function loadParts(): Promise<KeptParts> {
  const [{ KeptScreen }, { readKept }, found] = await Promise.all([
    import('./KeptScreen.tsx'),
    import('./kept.ts'),
    import('#/client/offlineStore.ts').then(({ findOffline }) => findOffline()),
    speakAreas(['bill', 'repayment']),
  ]);
  return { KeptScreen, kept: readKept(found) };
}
