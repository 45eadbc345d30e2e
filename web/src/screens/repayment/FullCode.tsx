import { type ReactNode, useEffect } from 'react';
import { isInShell } from '#/client/bridge.ts';
import { keepBright } from '#/client/bridgeCalls.ts';
import { IconButton } from '#/ui/IconButton.tsx';
import { useModal } from '#/ui/useModal.ts';
import css from './FullCode.module.css';

/** A payment code over the whole screen, white for a scanner; in a shell the display is as bright as it can be meanwhile. */
export function FullCode({ closeLabel, onClose, children }: { closeLabel: string; onClose(): void; children: ReactNode }) {
  const modal = useModal(onClose);
  useEffect(() => {
    if (!isInShell()) return;
    void keepBright(true);
    return () => void keepBright(false);
  }, []);
  return (
    <dialog {...modal} className={css.full} data-theme="light">
      <IconButton className={css.close} icon="close" label={closeLabel} onClick={onClose} />
      {children}
    </dialog>
  );
}
