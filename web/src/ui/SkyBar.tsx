import type { ReactNode } from 'react';
import css from './SkyBar.module.css';

/** A bar on the sky that shows the used or remaining share, with text below. */
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
