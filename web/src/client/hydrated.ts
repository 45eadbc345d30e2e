import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the prerendered page, true once the program has taken it over: buttons of prerendered forms stay disabled until then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
