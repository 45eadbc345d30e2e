import { useEffect, useState } from 'react';

/** The value as it was when it last stood still for `ms`, so that a moving slider asks the server once. */
export function useDebounced<T>(value: T, ms = 300): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return still;
}
