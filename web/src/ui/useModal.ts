import {
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react';

let openCount = 0;

export type Modal = {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent) => void;
  onClose: (event: SyntheticEvent) => void;
  onClick: (event: MouseEvent) => void;
};

/**
 * Opens a `<dialog>` on mount and closes it on unmount. Escape, the back gesture and a touch
 * outside call `onClose`, which must unmount the dialog. Without `onClose`, only the dialog's own
 * buttons close it. The focus moves to `data-focus`, or else to the first control.
 */
export function useModal(onClose: (() => void) | undefined): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  // Open the dialog before the browser paints, to avoid a flash. Close it before it is removed from
  // the page, so that the focus returns to its earlier place.
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
    // On a second Escape, a browser may close a dialog without a `cancel` event. If so, call
    // `onClose`, or reopen a dialog that has none.
    onClose: (event) => {
      const dialog = ref.current;
      if (event.target !== dialog || !dialog || dialog.open) return;
      if (onClose) onClose();
      else dialog.showModal();
    },
    // The panel fills the dialog, so only a touch outside hits the dialog itself.
    onClick: (event) => {
      if (event.target === ref.current) onClose?.();
    },
  };
}
