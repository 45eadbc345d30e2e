import type { ReactNode } from 'react';
import { ReceiverMark } from './ReceiverMark.tsx';
import css from './WithReceiver.module.css';

/**
 * Words about a receiver with its tile before them, in a line of text; without a receiver the words
 * alone. Apart from ReceiverMark.tsx, so that /loan does not load it.
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
