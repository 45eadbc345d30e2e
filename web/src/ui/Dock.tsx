import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Dock.module.css';

/** The foot of a screen, in the thumb's reach: a `Dock`, a `TabBar`, or both. */
export function Footer({ children }: { children: ReactNode }) {
  return <footer className={css.foot}>{children}</footer>;
}

export type DockProps = {
  /** The effect of the button, in one sentence, or `Outcome`; shown above the button. */
  consequence?: ReactNode;
  /**
   * The one action. Of two buttons the first is secondary and narrower, unless `hasTwo` is `even`.
   */
  children: ReactNode;
  hasTwo?: boolean | 'even';
  /** One quiet line below: "Have an account? Log in". */
  below?: ReactNode;
};

/** The consequence, then the one action. */
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
