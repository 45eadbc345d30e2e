import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { each } from './each.ts';
import css from './Timeline.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/**
 * An event on the timeline: `done` is past, `now` is current, `next` is ahead, `late` is overdue or
 * failed.
 */
export type Moment = {
  state: 'done' | 'now' | 'next' | 'late';
  title: ReactNode;
  /** The time of the event ("10:25", "by 10:36", "Sat, 5 Dec"). */
  at?: ReactNode;
  detail?: ReactNode;
  /** The state as text for screen readers ("done", "now"). */
  stateText?: string | undefined;
};

export function Timeline({
  label,
  moments,
}: {
  label?: string | undefined;
  moments: readonly Moment[];
}) {
  return (
    <ol className={css.line} aria-label={label}>
      {each(moments, (moment) => (
        <li
          className={classes(css.moment, css[moment.state])}
          aria-current={moment.state === 'now' ? 'step' : undefined}
        >
          <div className={css.top}>
            <span className={css.title}>
              {moment.title}
              {moment.stateText && <VisuallyHidden>{`, ${moment.stateText}`}</VisuallyHidden>}
            </span>
            {moment.at && <span className={css.at}>{moment.at}</span>}
          </div>
          {moment.detail && <div className={css.detail}>{moment.detail}</div>}
        </li>
      ))}
    </ol>
  );
}
