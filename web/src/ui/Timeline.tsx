import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { each } from './each.ts';
import css from './Timeline.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** A moment: `done` behind us, `now` where we are, `next` ahead, `late` gone wrong. */
export type Moment = {
  state: 'done' | 'now' | 'next' | 'late';
  title: ReactNode;
  /** When: "10:25", "by 10:36", "Sat, 5 Dec". */
  at?: ReactNode;
  detail?: ReactNode;
  /** The state in words for those who do not see the dot ("done", "now"). */
  stateText?: string | undefined;
};

/** What happened, the present state, what comes next. */
export function Timeline({
  label,
  moments,
}: {
  label?: string | undefined;
  moments: readonly Moment[];
}) {
  return (
    <ol className={css.line} aria-label={label}>
      {each(moments, (one) => (
        <li
          className={classes(css.moment, css[one.state])}
          aria-current={one.state === 'now' ? 'step' : undefined}
        >
          <div className={css.top}>
            <span className={css.title}>
              {one.title}
              {one.stateText && <VisuallyHidden>{`, ${one.stateText}`}</VisuallyHidden>}
            </span>
            {one.at && <span className={css.at}>{one.at}</span>}
          </div>
          {one.detail && <div className={css.detail}>{one.detail}</div>}
        </li>
      ))}
    </ol>
  );
}
