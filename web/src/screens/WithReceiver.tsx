import type { ReactNode } from 'react';
import { ReceiverMark } from './ReceiverMark.tsx';
import css from './WithReceiver.module.css';

/**
 * Text about a receiver, with the receiver's tile in front if there is one. It is not in
 * ReceiverMark.tsx, so that /loan does not load it.
 */
export function WithReceiver({
  receiver,
  children,
}: {
  receiver: { mark: string } | null;
  children: ReactNode;
}) {
  if (!receiver) return children;
  return (
    <span className={css.line}>
      <ReceiverMark mark={receiver.mark} />
      <span>{children}</span>
    </span>
  );
}
