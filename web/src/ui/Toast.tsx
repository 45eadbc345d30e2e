import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import css from './Toast.module.css';

export type ToastProps = {
  children: ReactNode;
  /** The icon: a tick by default, `warning` for failures. */
  icon?: IconName;
  /** An action at the end of the toast ("Undo"). */
  action?: ReactNode;
};

/** A short-lived message. Its parent renders it in a live region and removes it. */
export function Toast({ children, icon = 'check', action }: ToastProps) {
  return (
    <div className={css.toast}>
      <Icon name={icon} size="s" />
      <span className={css.words}>{children}</span>
      {action}
    </div>
  );
}

/** The live region for `Toast`s at the top of a `Screen`. Keep it mounted. */
export function ToastPlace({ children }: { children?: ReactNode }) {
  return (
    <div className={css.place}>
      <div role="status" aria-live="polite">
        {children}
      </div>
    </div>
  );
}
