import { useLayoutEffect, useRef, useState } from 'react';
import { paths } from '#/routes/paths.ts';

const agreements: string[] = [paths.serviceAgreement, paths.privacyPolicy];
const saved = new Map<string, unknown>();

/**
 * State that survives a visit to an agreement or to the page `alsoFrom`. It is kept in memory only,
 * and any other navigation clears it.
 */
export function useStepState<T>(name: string, empty: T, alsoFrom?: string) {
  const [value, setValue] = useState(() => (saved.get(name) as T | undefined) ?? empty);
  const latest = useRef(value);
  latest.current = value;
  useLayoutEffect(() => {
    saved.delete(name);
    return () => {
      if (alsoFrom === location.pathname || agreements.includes(location.pathname))
        saved.set(name, latest.current);
    };
  }, [name, alsoFrom]);
  return [value, setValue] as const;
}

/** Clears all state after a login. */
export function clearStepState(): void {
  saved.clear();
}
