import { useEffect, useRef } from 'react';

const fields = 'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]';

/** Acts on single keys while no field or dialog has the focus. A held key acts once. */
export function useKeys(keys: Readonly<Record<string, (() => void) | null>>): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(fields)) return;
      if (document.querySelector('[role=dialog]')) return;
      const act = current.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
