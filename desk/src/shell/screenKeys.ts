// The keys of the screen that is open, for the list of keys.
import { useEffect } from 'react';

type KeyRow = readonly [key: string, about: string];
let open: readonly KeyRow[] = [];

/** Adds keys to the list of keys while a screen is open. `rows` must stay the same. */
export function useScreenKeys(rows: readonly KeyRow[]): void {
  useEffect(() => {
    open = rows;
    return () => {
      open = [];
    };
  }, [rows]);
}

export const screenKeys = (): readonly KeyRow[] => open;
