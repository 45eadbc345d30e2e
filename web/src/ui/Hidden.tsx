import type { ReactNode } from 'react';
import css from './Hidden.module.css';

/** Words only for those who listen: read out, not drawn. */
export function Hidden({ children, id }: { children: ReactNode; id?: string | undefined }) {
  return (
    <span id={id} className={css.hidden}>
      {children}
    </span>
  );
}
