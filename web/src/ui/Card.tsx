import type { ComponentProps } from 'react';
import css from './Card.module.css';
import { classes } from './classes.ts';

/** A white card of rows and text. Cards are never nested. */
export function Card({
  as: Kind = 'div',
  className,
  ...rest
}: ComponentProps<'div'> & { as?: 'div' | 'section' | 'article' }) {
  return <Kind {...rest} className={classes(css.card, className)} />;
}
