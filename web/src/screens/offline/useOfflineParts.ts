import { useEffect, useState } from 'react';
import { usePath, useSearch } from '#/routes/navigation.ts';

type OfflineParts = Awaited<ReturnType<typeof import('./offlineParts.ts').loadParts>>;

/** What is shown without a network: null until it is loaded, which it is only once it is wanted. */
export function useOfflineParts(isWanted: boolean): OfflineParts | 'failed' | null {
  const [parts, setParts] = useState<OfflineParts | 'failed' | null>(null);
  const path = usePath();
  const search = useSearch();
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    const show = (found: OfflineParts | 'failed') => isHere && setParts(found);
    import('./offlineParts.ts')
      .then(({ loadParts }) => loadParts(path, search))
      .then(show, () => show('failed'));
    return () => {
      isHere = false;
    };
  }, [isWanted, path, search]);
  return parts;
}
