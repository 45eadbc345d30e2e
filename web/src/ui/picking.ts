import { type KeyboardEvent, useRef } from 'react';

/**
 * Handles radios that close their container when one is picked. Arrow keys pick each radio that
 * they reach, so the container stays open until Enter, Space or a touch. Spread `handlers` over the
 * container.
 */
export function usePicking(onClose: () => void) {
  const isByArrow = useRef(false);
  const handlers = {
    onKeyDown(event: KeyboardEvent) {
      const { key, target } = event;
      isByArrow.current = key.startsWith('Arrow');
      if (!['Enter', ' '].includes(key) || !(target instanceof HTMLInputElement && target.checked))
        return;
      event.preventDefault(); // would press the next focused element
      onClose();
    },
    onPointerDown() {
      isByArrow.current = false;
    },
  };
  return { handlers, picked: () => isByArrow.current || onClose() };
}
