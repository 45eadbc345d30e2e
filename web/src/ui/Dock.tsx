import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Dock.module.css';

/** The footer of a screen, within reach of the thumb: a `Dock`, a `TabBar`, or both. */
export function Footer({ children }: { children: ReactNode }) {
  return <footer className={css.foot}>{children}</footer>;
}

export type DockProps = {
  /** What the button will do, as a sentence or an `Outcome`. Shown above the button. */
  consequence?: ReactNode;
  /**
   * The screen's main action. If there are two buttons, the first one is secondary and narrower,
   * unless `hasTwo` is `even`.
   */
  children: ReactNode;
  hasTwo?: boolean | 'even';
  /** A line of small text below the action ("Have an account? Log in"). */
  below?: ReactNode;
};

/** The screen's one action, with its consequence above it. */
export function Dock({ consequence, children, hasTwo, below }: DockProps) {
  return (
    <div className={css.dock}>
      {typeof consequence === 'string' ? <p className={css.says}>{consequence}</p> : consequence}
      {hasTwo ? (
        <div className={classes(css.two, hasTwo === 'even' && css.even)}>{children}</div>
      ) : (
        children
      )}
      {below && <p className={css.says}>{below}</p>}
    </div>
  );
}
