import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import css from './Layout.module.css';

/** Steps of the 4-px grid: 4, 8, 12, 16, 20, 24 px. */
export type Gap = 1 | 2 | 3 | 4 | 5 | 6;

/**
 * The phone-wide column of a screen: header, `Page` and `Footer`, at least as high as the window.
 */
export function Screen({ children, className, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} className={classes(css.screen, className)}>
      {children}
    </div>
  );
}

/** The content area of a screen: 16 px from the edges, with parts 16 px (or `gap`) apart. */
export function Page({
  gap = 4,
  isUnderSky,
  children,
  className,
  ...rest
}: ComponentProps<'main'> & { gap?: Gap; isUnderSky?: boolean }) {
  return (
    <main
      {...rest}
      className={classes(css.page, css[`gap${gap}`], isUnderSky && css.underSky, className)}
    >
      {children}
    </main>
  );
}

/** Arranges its parts in a column. */
export function Stack({
  gap = 2,
  children,
  className,
  ...rest
}: ComponentProps<'div'> & { gap?: Gap }) {
  return (
    <div {...rest} className={classes(css.stack, css[`gap${gap}`], className)}>
      {children}
    </div>
  );
}

/**
 * Parts in a row, vertically centred or aligned to the first line (`isAtTop`). `isEven` makes them
 * equally wide; `isWrapping` lets them wrap.
 */
export function Inline({
  gap = 2,
  isEven,
  isWrapping,
  isAtTop,
  children,
  className,
  ...rest
}: ComponentProps<'div'> & {
  gap?: Gap;
  isEven?: boolean;
  isWrapping?: boolean;
  isAtTop?: boolean;
}) {
  return (
    <div
      {...rest}
      className={classes(
        css.beside,
        css[`gap${gap}`],
        isEven && css.even,
        isWrapping && css.wrapping,
        isAtTop && css.atTop,
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Two parts at the start and the end of a line; stacked if there is no room. */
export function SpaceBetween({ children, className, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} className={classes(css.between, className)}>
      {children}
    </div>
  );
}
