import { useEffect, useState } from 'react';

/** How long a picture is shown. */
const shownMs = 5 * 60_000;

type Shown = { state: 'loading' | 'gone' | 'damaged' } | { state: 'shown'; bitmap: ImageBitmap };

/**
 * Decodes a picture (JPEG in base64; null if it is gone) and keeps it until its minutes are over or
 * the page is left. It never has an address, so that no cache or download can hold it.
 * `onGone` must stay the same; it drops the picture's text.
 */
export function usePicture(jpeg: string | null, onGone: () => void): Shown {
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  useEffect(() => {
    if (jpeg === null) return setShown({ state: 'gone' });
    let isLeft = false;
    let bitmap: ImageBitmap | null = null;
    const bytes = Uint8Array.from(atob(jpeg), (sign) => sign.charCodeAt(0));
    createImageBitmap(new Blob([bytes], { type: 'image/jpeg' })).then(
      (decoded) => {
        if (isLeft) return decoded.close();
        bitmap = decoded;
        setShown({ state: 'shown', bitmap });
      },
      () => setShown({ state: 'damaged' }),
    );
    const timer = setTimeout(() => {
      setShown({ state: 'gone' });
      onGone();
    }, shownMs);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      bitmap?.close();
    };
  }, [jpeg, onGone]);
  return shown;
}
