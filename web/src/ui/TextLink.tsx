import type { ComponentProps } from 'react';
import { Anchor, type AnchorProps } from './Anchor.tsx';
import { classes } from './classes.ts';
import css from './TextLink.module.css';

/**
 * A link in or beside text. `isAlone` enlarges the touch target to 48 px without changing the
 * layout.
 */
export function TextLink({ isAlone, className, ...rest }: AnchorProps & { isAlone?: boolean }) {
  return <Anchor {...rest} className={classes(css.link, isAlone && css.alone, className)} />;
}

/** A button that looks like a link ("Send again", "Forgot password?"). */
export function TextButton({
  isAlone,
  className,
  ...rest
}: ComponentProps<'button'> & { isAlone?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(css.link, css.button, isAlone && css.alone, className)}
    />
  );
}
