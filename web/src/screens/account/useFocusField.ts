import { useEffect, useRef } from 'react';
import { focusField } from '#/client/write.ts';

/**
 * Moves the focus to the field of a step that was stepped to; the first page leaves it where the
 * browser has it.
 */
export function useFocusField(field: string): void {
  const before = useRef(field);
  useEffect(() => {
    if (before.current !== field) focusField(field);
    before.current = field;
  }, [field]);
}
