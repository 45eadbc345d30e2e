import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import css from './Layout.module.css';

/** Spacing in steps of the 4 px grid: 4, 8, 12, 16, 20, 24 px. */
export type Gap = 1 | 2 | 3 | 4 | 5 | 6;

/**
 * The phone-wide column of a screen, with header, `Page` and `Footer`. It is at least as tall as
 * the window.
 */
export function Screen({ children, className, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} className={classes(css.screen, className)}>
      {children}
    </div>
  );
}

/** The content area of a screen, with 16 px margins and 16 px (or `gap`) between its parts. */
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
 * Arranges its children in a row, centred vertically or aligned to the first line (`isAtTop`).
 * `isEven` makes them equally wide; `isWrapping` lets them wrap.
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

/** Puts its two children at the start and end of a line, or stacks them if there is no room. */
export function SpaceBetween({ children, className, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} className={classes(css.between, className)}>
      {children}
    </div>
  );
}
