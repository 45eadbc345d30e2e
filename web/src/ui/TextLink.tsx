import type { ComponentProps } from 'react';
import { Anchor, type AnchorProps } from './Anchor.tsx';
import { classes } from './classes.ts';
import css from './TextLink.module.css';

/**
 * A link within or beside text. `isAlone` gives a link outside a sentence a 48 px target without
 * moving what is around it.
 */
export function TextLink({ isAlone, className, ...rest }: AnchorProps & { isAlone?: boolean }) {
  return <Anchor {...rest} className={classes(css.link, isAlone && css.alone, className)} />;
}

/** An action that reads as a link ("Send again", "Forgot it?"). */
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
