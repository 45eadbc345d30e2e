import type { ReactNode } from 'react';
import css from './VisuallyHidden.module.css';

/** Words only for those who listen: read out, not drawn. */
export function VisuallyHidden({ children, id }: { children: ReactNode; id?: string | undefined }) {
  return (
    <span id={id} className={css.hidden}>
      {children}
    </span>
  );
}
