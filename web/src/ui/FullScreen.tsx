import type { ReactNode } from 'react';
import css from './FullScreen.module.css';
import { useModal } from './useModal.ts';

/**
 * Covers the whole screen while mounted, for example with the camera. Escape and the back gesture
 * call `onClose`.
 */
export function FullScreen({
  label,
  onClose,
  children,
}: {
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const modal = useModal(onClose);
  return (
    <dialog {...modal} className={css.dialog} aria-label={label}>
      <div className={css.column}>{children}</div>
    </dialog>
  );
}
