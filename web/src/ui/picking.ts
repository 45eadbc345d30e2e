import { type KeyboardEvent, useRef } from 'react';

/**
 * Handles radio buttons in a container that closes on selection. Arrow keys select every radio
 * button that they pass, so only Enter, Space or a touch closes the container. Spread `handlers`
 * over the container.
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
