import { useEffect, useState } from 'react';
import { usePath, useSearch } from '#/routes/navigation.ts';

type OfflineParts = Awaited<ReturnType<typeof import('./offlineParts.ts').loadParts>>;

/**
 * Returns the offline screen and its data, loaded as soon as `isWanted` is true; null while they
 * load.
 */
export function useOfflineParts(isWanted: boolean): OfflineParts | 'failed' | null {
  const [parts, setParts] = useState<OfflineParts | 'failed' | null>(null);
  const path = usePath();
  const search = useSearch();
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    const show = (loadedParts: OfflineParts | 'failed') => isHere && setParts(loadedParts);
    import('./offlineParts.ts')
      .then(({ loadParts }) => loadParts(path, search))
      .then(show, () => show('failed'));
    return () => {
      isHere = false;
    };
  }, [isWanted, path, search]);
  return parts;
}
