import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import css from './Toast.module.css';

export type ToastProps = {
  children: ReactNode;
  /** Usual: a tick. Use `warning` for what went wrong. */
  icon?: IconName;
  /** An action at its end ("Undo"). */
  action?: ReactNode;
};

/** How a passing message looks. Who shows it puts it in a live region and takes it away. */
export function Toast({ children, icon = 'check', action }: ToastProps) {
  return (
    <div className={css.toast}>
      <Icon name={icon} size="s" />
      <span className={css.words}>{children}</span>
      {action}
    </div>
  );
}

/**
 * The place of passing messages: over the top of a `Screen`, moving nothing, announced politely.
 * Keep it mounted and put `Toast`s in.
 */
export function ToastPlace({ children }: { children?: ReactNode }) {
  return (
    <div className={css.place}>
      <div role="status" aria-live="polite">
        {children}
      </div>
    </div>
  );
}
