import { type KeyboardEvent, useRef } from 'react';

/**
 * Radios of which the one that is picked closes what is around them. The platform picks each radio
 * that an arrow comes to: while one moves by arrows the choice stays open, until Enter or Space.
 * `handlers` are those of what is around the radios.
 */
export function usePicking(onClose: () => void) {
  const isByArrow = useRef(false);
  const handlers = {
    onKeyDown(event: KeyboardEvent) {
      const { key, target } = event;
      isByArrow.current = key.startsWith('Arrow');
      if (!['Enter', ' '].includes(key) || !(target instanceof HTMLInputElement && target.checked))
        return;
      event.preventDefault(); // it would press what has the focus next
      onClose();
    },
    onPointerDown() {
      isByArrow.current = false;
    },
  };
  return { handlers, picked: () => isByArrow.current || onClose() };
}
