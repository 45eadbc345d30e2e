import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Paper.module.css';
import { Heading } from './Text.tsx';

export type PaperProps = {
  title?: ReactNode;
  /** Small text at the end of the title's line: the law that the paper follows. */
  aside?: ReactNode;
  /** Keeps the paper white in both themes, because scanners need it. */
  isAlwaysWhite?: boolean;
  /** Small print at the bottom. */
  smallPrint?: ReactNode;
  children: ReactNode;
};

/** Paper with a torn lower edge: a disclosure statement, a receipt, a payment code. */
export function Paper({ title, aside, isAlwaysWhite, smallPrint, children }: PaperProps) {
  return (
    <section className={classes(css.paper)} data-theme={isAlwaysWhite ? 'light' : undefined}>
      {(title || aside) && (
        <div className={css.top}>
          <Heading level={2} size="m">
            <b>{title}</b>
          </Heading>
          <span className={css.aside}>{aside}</span>
        </div>
      )}
      {children}
      {smallPrint && <div className={css.small}>{smallPrint}</div>}
    </section>
  );
}
