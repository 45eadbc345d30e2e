import type { ReactNode } from 'react';
import css from './Announced.module.css';

/** The middle of a page that came by itself: it is read out, and its content stands in the room there is. */
export function Announced({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={css.middle}>
      {children}
    </div>
  );
}
