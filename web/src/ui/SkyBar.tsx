import type { ReactNode } from 'react';
import css from './SkyBar.module.css';

/** The share used or left of something, on the sky: a lit bar with text below. */
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
