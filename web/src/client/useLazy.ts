import { useState } from 'react';
import { loadChunk } from './chunk.ts';
import { useProgram } from './program.ts';

/**
 * Loads part of a screen on demand; `part` is null until it is loaded. `load` resolves to whether
 * loading succeeded. If it failed, the shell offers a reload.
 */
export function useLazy<T>(loader: () => Promise<T>): { part: T | null; load(): Promise<boolean> } {
  const { offerReload } = useProgram();
  const [part, setPart] = useState<{ loaded: T } | null>(null);
  const load = async () => {
    if (part) return true;
    try {
      const loaded = await loadChunk(loader);
      setPart({ loaded });
      return true;
    } catch {
      offerReload();
      return false;
    }
  };
  return { part: part?.loaded ?? null, load };
}
