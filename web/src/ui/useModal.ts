import {
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react';

let openCount = 0;

/** What a modal `<dialog>` needs: the element's ref and its handlers. */
export type Modal = {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent) => void;
  onClose: (event: SyntheticEvent) => void;
  onClick: (event: MouseEvent) => void;
};

/**
 * Opens a `<dialog>` above the page when it is mounted and closes it when it goes; the platform
 * keeps focus inside and gives it back. Escape, the phone's back gesture (where the platform sends
 * it to dialogs) and a touch beside it call `onClose`; the parent then unmounts it. Focus goes to
 * what is marked `data-focus`, otherwise to the first control. Without `onClose` it can only be
 * left by its own buttons.
 */
export function useModal(onClose: (() => void) | undefined): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  // Before drawing, so that it does not flash; and closed while still in the page, because only
  // then focus goes back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (!dialog.open) dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-focus]')?.focus();
    if (++openCount === 1) document.documentElement.dataset.modal = '';
    return () => {
      if (--openCount === 0) delete document.documentElement.dataset.modal;
      dialog.close();
    };
  }, []);
  return {
    ref,
    onCancel: (event) => {
      if (event.target !== ref.current) return;
      event.preventDefault();
      onClose?.();
    },
    // A browser may close a dialog past `cancel` (Escape pressed twice): then it is as if it had
    // been asked to, or it comes back.
    onClose: (event) => {
      const dialog = ref.current;
      if (event.target !== dialog || !dialog || dialog.open) return;
      if (onClose) onClose();
      else dialog.showModal();
    },
    // The dialog itself is only hit beside its panel, which fills it.
    onClick: (event) => {
      if (event.target === ref.current) onClose?.();
    },
  };
}
