import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Paper.module.css';
import { Heading } from './Text.tsx';

export type PaperProps = {
  title?: ReactNode;
  /** Small text at the end of the title's line: the law behind the document. */
  aside?: ReactNode;
  /** Keeps the background white in both themes, because scanners need it. */
  isAlwaysWhite?: boolean;
  smallPrint?: ReactNode;
  children: ReactNode;
};

/**
 * A sheet of paper with a torn lower edge, for a disclosure statement, a receipt or a payment code.
 */
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
