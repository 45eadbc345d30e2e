import { useEffect, useRef, useState } from 'react';
import type { SavedSignUp } from './savedSignUp.ts';

type Part = typeof import('./savedSignUp.ts');

/**
 * Stores a sign-up's progress, and passes an interrupted sign-up to `onFound` if nothing has been
 * typed yet. Loaded after the form is shown; the form works without it.
 */
export function useSavedSignUp(
  now: SavedSignUp,
  onFound: (signUp: SavedSignUp) => void,
): { isRestored: boolean; forget(): void } {
  const [part, setPart] = useState<Part | null>(null);
  const [isRestored, setRestored] = useState(false);
  const latest = useRef({ now, onFound });
  latest.current = { now, onFound };
  useEffect(() => {
    let isHere = true;
    const restore = async () => {
      const loaded = await import('./savedSignUp.ts');
      const signUp = await loaded.readSignUp();
      if (!isHere) return;
      const isUntouched = latest.current.now.phone === '' && latest.current.now.sent === null;
      if (signUp && isUntouched) {
        setRestored(true);
        latest.current.onFound(signUp);
      }
      setPart(loaded);
    };
    void restore().catch(() => {}); // the sign-up works without it
    return () => {
      isHere = false;
    };
  }, []);
  const { phone, step, sent } = now;
  const challengeId = sent?.challengeId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `sent` changes only with its challenge
  useEffect(() => part?.saveSignUp({ phone, step, sent }), [part, phone, step, challengeId]);
  const forget = () => {
    setRestored(false);
    part?.clearSignUp();
  };
  return { isRestored, forget };
}
