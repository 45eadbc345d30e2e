import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { type ReactNode, useEffect, useId } from 'react';
import { isInShell } from '#/client/bridge.ts';
import { keepBright } from '#/client/bridgeCalls.ts';
import { IconButton } from '#/ui/IconButton.tsx';
import { Heading } from '#/ui/Text.tsx';
import { useModal } from '#/ui/useModal.ts';
import { ChannelMark } from './ChannelMark.tsx';
import css from './FullCode.module.css';

type FullCodeProps = { where: Where; closeLabel: string; onClose(): void; children: ReactNode };

/** Where a code is paid: the channel, its name, and a heading such as "Pay at 7-Eleven". */
export type Where = { channel: RepaymentChannel; name: string; heading: string };

/**
 * A full-screen payment code and where to pay it, on white for scanners. The native shell also
 * raises the screen's brightness.
 */
export function FullCode({ where, closeLabel, onClose, children }: FullCodeProps) {
  const titleId = useId();
  const modal = useModal(onClose);
  useEffect(() => {
    if (!isInShell()) return;
    void keepBright(true);
    return () => void keepBright(false);
  }, []);
  return (
    <dialog {...modal} className={css.full} data-theme="light" aria-labelledby={titleId}>
      <IconButton className={css.close} icon="close" label={closeLabel} onClick={onClose} />
      <div className={css.where}>
        <ChannelMark channel={where.channel} name={where.name} />
        <Heading level={2} id={titleId}>
          {where.heading}
        </Heading>
      </div>
      {children}
    </dialog>
  );
}
