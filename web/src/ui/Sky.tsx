import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Sky.module.css';

/** The teal head of a screen; text, links and focus rings inside take its colours. `isPadded` for words without a bar of their own. */
export function Sky({ isPadded, className, ...rest }: ComponentProps<'header'> & { isPadded?: boolean }) {
  return <header {...rest} className={classes(css.sky, isPadded && css.padded, className)} />;
}

/** Words on the sky between bar and drawing, 16 px from the edges. */
export function SkyWords({ children }: { children: ReactNode }) {
  return <div className={css.words}>{children}</div>;
}
