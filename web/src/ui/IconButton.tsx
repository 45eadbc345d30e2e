import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import css from './IconButton.module.css';
import type { IconName } from './icons.ts';

type IconOrText = {
  icon?: IconName;
  /**
   * The accessible name; `text` by default. If both are set, the label must begin with the text
   * ("EN, language").
   */
  label?: string | undefined;
  /** A short text instead of the icon ("EN", "History"). */
  text?: ReactNode;
};

export type IconButtonProps = IconOrText &
  Omit<ComponentProps<'button'>, 'children' | 'aria-label'>;

/** A button that is just an icon or a short word, with a 48 px touch target. */
export function IconButton({ icon, label, text, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(css.button, text !== undefined && css.words, className)}
      aria-label={label}
    >
      {icon && <Icon name={icon} />}
      {text}
    </button>
  );
}
