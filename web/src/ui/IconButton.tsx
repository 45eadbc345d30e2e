import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import css from './IconButton.module.css';
import type { IconName } from './icons.ts';

type IconOrText = {
  icon?: IconName;
  /**
   * What it does, for those who do not see the icon. With `text` and no `label`, the text is its
   * name; with both, the label begins with the text ("EN, language").
   */
  label?: string | undefined;
  /** Short words in place of the icon ("EN", "History"). */
  text?: ReactNode;
};

export type IconButtonProps = IconOrText &
  Omit<ComponentProps<'button'>, 'children' | 'aria-label'>;

/** A bare icon, or a short word, 48 px to the touch. */
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
