import type { ReactNode } from 'react';
import css from './SkyBar.module.css';

/** How much of something is used or left, on the sky: a lit bar with words under it. */
export function SkyBar({ bar, start, end }: { bar: ReactNode; start: ReactNode; end?: ReactNode }) {
  return (
    <div className={css.bar}>
      {bar}
      <div className={css.ends}>
        <span>{start}</span>
        <span>{end}</span>
      </div>
    </div>
  );
}
