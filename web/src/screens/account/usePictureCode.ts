import { useState } from 'react';
import { loadChunk } from '#/client/chunk.ts';
import { useProgram } from '#/client/program.ts';
import { focusField, useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { digitsOf } from '#/ui/grouping.ts';

const codePic = async () => (await import('@sandali/contract/pictureCode.ts')).codePic;

export const pictureField = 'pictureDigits';
const pictureDigits = 5;

/** A picture to read, or a challenge that the device solves: `key` is null until it is computed. */
type PictureChallenge = { id: string; png: string } | { id: string; key: string | null };

export type PictureCodeState = {
  /** Null if no picture is required. */
  shown: PictureChallenge | null;
  digits: string;
  onDigits(typed: string): void;
  error?: string | undefined;
  /** Whether a code was requested before the key was computed. */
  isTooSoon?: boolean;
  isBusy: boolean;
  /** Requests another picture. */
  another(): void;
  /** Requests a challenge for the device instead of the picture. */
  cannotSee(): void;
};

/**
 * The state of the picture code that is required before another SMS code. Call `ask` after the
 * server's refusal to show the picture.
 */
export function usePictureCode() {
  const text = useText();
  const { offerReload } = useProgram();
  const [shown, setShown] = useState<PictureChallenge | null>(null);
  const [digits, setDigits] = useState('');
  const [error, setError] = useState<string>();
  const [isTooSoon, setTooSoon] = useState(false);
  const write = useWrite(codePic, {
    onDone: async ({ pictureCodeId: id, png, work }) => {
      setDigits('');
      if (png) setShown({ id, png });
      if (!work) return;
      setTooSoon(false);
      setShown({ id, key: null });
      const part = await loadChunk(() => import('./solveChallenge.ts')).catch(offerReload);
      const key = (await part?.solveChallenge(work)) ?? null;
      if (key) setShown({ id, key });
      else ask(text('account.picture.workFailed'));
    },
  });
  const ask = (reason?: string, as?: 'work') => {
    setError(reason);
    void write.send(as ? { as } : {});
  };
  const state: PictureCodeState = {
    shown,
    digits,
    onDigits: (typed) => {
      setError(undefined);
      setDigits(digitsOf(typed));
    },
    error,
    isTooSoon,
    isBusy: write.isBusy,
    another: () => ask(),
    cannotSee: () => ask(undefined, 'work'),
  };
  /**
   * Returns the picture's fields for a code request; {} if no picture is required. If the digits or
   * the key are missing, shows an error and returns null.
   */
  const read = () => {
    if (!shown) return {};
    if ('key' in shown) {
      setTooSoon(true);
      return shown.key ? { pictureCode: { pictureCodeId: shown.id, derivedKey: shown.key } } : null;
    }
    if (digits.length === pictureDigits)
      return { pictureCode: { pictureCodeId: shown.id, digits } };
    setError(text('account.picture.missing'));
    focusField(pictureField);
    return null;
  };
  return { state, ask, read, forget: () => setShown(null) };
}
