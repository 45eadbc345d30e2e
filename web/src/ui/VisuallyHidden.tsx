import type { ReactNode } from 'react';
import css from './VisuallyHidden.module.css';

export function VisuallyHidden({ children, id }: { children: ReactNode; id?: string | undefined }) {
  return (
    <span id={id} className={css.hidden}>
      {children}
    </span>
  );
}
