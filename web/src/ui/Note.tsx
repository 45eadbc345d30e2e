import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import type { IconName } from './icons.ts';
import css from './Note.module.css';

const usualIcon = {
  news: 'news',
  soft: 'shield',
  bad: 'warning',
  plain: 'info',
} as const satisfies Record<string, IconName>;

export type NoteProps = {
  /**
   * `news` (mango): an announcement. `soft` (light teal): useful information. `bad`: a failure.
   * `plain`: a quiet line.
   */
  tone?: keyof typeof usualIcon;
  icon?: IconName;
  title?: ReactNode;
  children?: ReactNode;
  /** Screen readers announce a `status` when they are idle, and an `alert` at once. */
  role?: 'status' | 'alert' | undefined;
  /** Dismisses the note when the cross is pressed. If omitted, there is no cross. */
  onClose?: (() => void) | undefined;
  closeLabel?: string | undefined;
  /** A link or small button below the text. */
  action?: ReactNode;
};

export function Note({
  tone = 'soft',
  icon = usualIcon[tone],
  title,
  children,
  role,
  onClose,
  closeLabel,
  action,
}: NoteProps) {
  return (
    <div className={classes(css.note, css[tone])} role={role}>
      <span className={css.icon}>
        <Icon name={icon} size="s" />
      </span>
      <div className={css.words}>
        {title && <b>{title} </b>}
        {children}
        {action && <div className={css.action}>{action}</div>}
      </div>
      {onClose && (
        <IconButton className={css.close} icon="close" label={closeLabel} onClick={onClose} />
      )}
    </div>
  );
}

/** The bar at the top of the screen while offline: "Offline. Last updated today, 9:40." */
export function OfflineBar({ children }: { children: ReactNode }) {
  return (
    <div className={css.offline} role="status">
      <Icon name="offline" size="s" />
      <span>{children}</span>
    </div>
  );
}
