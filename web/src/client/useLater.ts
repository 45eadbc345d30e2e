import { useState } from 'react';
import { loadChunk } from './chunk.ts';
import { offerReload } from './program.ts';

/**
 * A part of a screen that is loaded when it is first wanted: null until then. `bring` loads it and tells whether it is there; where it cannot be
 * loaded, the borrower is told what helps.
 */
export function useLater<T>(load: () => Promise<T>): { part: T | null; bring(): Promise<boolean> } {
  const [part, setPart] = useState<{ loaded: T } | null>(null);
  const bring = async () => {
    if (part) return true;
    try {
      const loaded = await loadChunk(load);
      setPart({ loaded });
      return true;
    } catch {
      offerReload();
      return false;
    }
  };
  return { part: part?.loaded ?? null, bring };
}
