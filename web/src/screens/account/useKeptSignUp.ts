import { useEffect, useRef, useState } from 'react';
import type { KeptSignUp } from './keptSignUp.ts';

type Part = typeof import('./keptSignUp.ts');

/**
 * Keeps how far a sign-up has come, and hands one that stopped to `onFound` while nothing is typed yet. What does so comes once the form stands; where it
 * cannot be loaded, the form does without.
 */
export function useKeptSignUp(now: KeptSignUp, onFound: (found: KeptSignUp) => void): { isRestored: boolean; forget(): void } {
  const [part, setPart] = useState<Part | null>(null);
  const [isRestored, setRestored] = useState(false);
  const latest = useRef({ now, onFound });
  latest.current = { now, onFound };
  useEffect(() => {
    let isHere = true;
    const restore = async () => {
      const loaded = await import('./keptSignUp.ts');
      const found = await loaded.findSignUp();
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
  useEffect(() => part?.keepSignUp({ phone, step, sent }), [part, phone, step, challengeId]);
  const forget = () => {
    setRestored(false);
    part?.dropSignUp();
  };
  return { isRestored, forget };
}
