import { useEffect, useRef } from 'react';
import { focusField } from '#/client/write.ts';

/** Focuses a step's field when the step changes, but not when the page opens. */
export function useFocusField(field: string): void {
  const before = useRef(field);
  useEffect(() => {
    if (before.current !== field) focusField(field);
    before.current = field;
  }, [field]);
}
