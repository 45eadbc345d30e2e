import { useState } from 'react';
import { loadChunk } from './chunk.ts';
import { complain } from './program.ts';
import { textNow } from './text.ts';

/**
 * A part of a screen that is loaded when it is first wanted: null until then. `bring` loads it and tells whether it is there; where it cannot be
 * loaded, the borrower is told, and the next wish tries again.
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
      complain(textNow('net.later'));
      return false;
    }
  };
  return { part: part?.loaded ?? null, bring };
}
