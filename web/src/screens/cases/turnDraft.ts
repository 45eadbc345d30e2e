// A case's unsent message, encrypted on this phone like the drafts of an application
// (client/encryptedStore.ts).

import type { ComplaintId } from '@sandali/contract/id.ts';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { businessMs } from '#/client/clock.ts';
import { isTooOld, readEncrypted, updateEncrypted } from '#/client/encryptedStore.ts';

const zDraft = v.object({ words: v.string(), keptAtMs: v.number() });

/**
 * Returns the text of the next message, restored from an earlier visit unless the borrower has
 * already typed.
 */
export function useTurnDraft(
  complaintId: ComplaintId,
): [words: string, setWords: (words: string) => void] {
  const [words, setShown] = useState('');
  const isTouched = useRef(false);
  useEffect(() => {
    let isGone = false;
    void readEncrypted(`draft case ${complaintId}`).then((stored) => {
      const draft = v.safeParse(zDraft, stored);
      const isFresh = draft.success && !isTooOld(draft.output.keptAtMs);
      if (isFresh && !isGone && !isTouched.current) setShown(draft.output.words);
    });
    return () => {
      isGone = true;
    };
  }, [complaintId]);
  const setWords = (typed: string) => {
    isTouched.current = true;
    setShown(typed);
    void updateEncrypted(`draft case ${complaintId}`, () =>
      typed === '' ? null : { words: typed, keptAtMs: businessMs() },
    );
  };
  return [words, setWords];
}
