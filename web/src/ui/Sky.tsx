import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import css from './Sky.module.css';

/**
 * The teal header of a screen, which recolours text, links and focus rings. Set `isPadded` if the
 * header contains no bar.
 */
export function Sky({
  isPadded,
  className,
  ...rest
}: ComponentProps<'header'> & { isPadded?: boolean }) {
  return <header {...rest} className={classes(css.sky, isPadded && css.padded, className)} />;
}
