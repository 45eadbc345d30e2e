import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Dock.module.css';

/** The footer of a screen, within the thumb's reach: a `Dock`, a `TabBar`, or both. */
export function Footer({ children }: { children: ReactNode }) {
  return <footer className={css.foot}>{children}</footer>;
}

export type DockProps = {
  /** The effect of the button, as one sentence or as `Outcome`; shown above the button. */
  consequence?: ReactNode;
  /**
   * The screen's one action. Of two buttons, the first is secondary and narrower, unless `hasTwo`
   * is `even`.
   */
  children: ReactNode;
  hasTwo?: boolean | 'even';
  /** A quiet line below the action: "Have an account? Log in". */
  below?: ReactNode;
};

/** A sentence or `Outcome` on the consequence, and the screen's one action below it. */
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
