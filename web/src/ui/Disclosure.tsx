import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Disclosure.module.css';
import { Icon } from './Icon.tsx';
import listCss from './List.module.css';
import { Heading } from './Text.tsx';

/** A collapsible part of a `List`. Uses the browser's own control, with the title as a heading. */
export function Disclosure({
  title,
  isOpen,
  children,
}: {
  title: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <li className={listCss.item}>
      <details className={css.all} open={isOpen}>
        <summary className={classes(listCss.row, listCss.low)}>
          <span className={css.title}>
            <Heading level={2} size="m">
              {title}
            </Heading>
          </span>
          <Icon name="down" size="s" className={css.arrow} />
        </summary>
        <div className={css.body}>{children}</div>
      </details>
    </li>
  );
}
