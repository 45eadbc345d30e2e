import { useEffect, useRef, useState } from 'react';
import type { SavedSignUp } from './savedSignUp.ts';

type Part = typeof import('./savedSignUp.ts');

/**
 * Stores the progress of a sign-up, and passes an interrupted one to `onFound` while nothing is
 * typed yet. Its code is loaded after the form is shown; if it cannot be loaded, the form works
 * without.
 */
export function useSavedSignUp(
  now: SavedSignUp,
  onFound: (found: SavedSignUp) => void,
): { isRestored: boolean; forget(): void } {
  const [part, setPart] = useState<Part | null>(null);
  const [isRestored, setRestored] = useState(false);
  const latest = useRef({ now, onFound });
  latest.current = { now, onFound };
  useEffect(() => {
    let isHere = true;
    const restore = async () => {
      const loaded = await import('./savedSignUp.ts');
      const found = await loaded.readSignUp();
      if (!isHere) return;
      const isUntouched = latest.current.now.phone === '' && latest.current.now.sent === null;
      if (found && isUntouched) {
        setRestored(true);
        latest.current.onFound(found);
      }
      setPart(loaded);
    };
    void restore().catch(() => {}); // the sign-up itself needs none of it
    return () => {
      isHere = false;
    };
  }, []);
  const { phone, step, sent } = now;
  const challengeId = sent?.challengeId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent is another thing when its challenge is
  useEffect(() => part?.saveSignUp({ phone, step, sent }), [part, phone, step, challengeId]);
  const forget = () => {
    setRestored(false);
    part?.clearSignUp();
  };
  return { isRestored, forget };
}
