import { type ComponentType, useEffect, useState } from 'react';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import type { SavedBill } from './savedBill.ts';

type OfflineParts = {
  OfflineScreen: ComponentType<{ bill: SavedBill | null; onLook?: () => Promise<unknown> }>;
  /** What was found on the phone. */
  bill: SavedBill | null;
};

/** The screen for a time without a network, its texts, and what it shows: loaded only once it is wanted. Null until then. */
export function useOfflineParts(isWanted: boolean): OfflineParts | 'failed' | null {
  const [parts, setParts] = useState<OfflineParts | 'failed' | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    const show = (found: OfflineParts | 'failed') => isHere && setParts(found);
    loadParts().then(show, () => show('failed'));
    return () => {
      isHere = false;
    };
  }, [isWanted]);
  return parts;
}

async function loadParts(): Promise<OfflineParts> {
  const [{ OfflineScreen }, { readSavedBill }, found] = await Promise.all([
    import('./OfflineScreen.tsx'),
    import('./savedBill.ts'),
    import('#/client/offlineStore.ts').then(({ readOffline }) => readOffline()),
    loadCatalogs(['repayment']),
  ]);
  return { OfflineScreen, bill: readSavedBill(found) };
}
