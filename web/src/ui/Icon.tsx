import { classes } from './classes.ts';
import css from './Icon.module.css';
import type { IconName, icons } from './icons.ts';
import { loginIcons } from './loginIcons.ts';

export type IconProps = {
  name: IconName;
  /** `s` is 18 px, for use beside 14 px text; `m`, the default, is 24 px. */
  size?: 's' | 'm';
  className?: string | undefined;
};

let strokes: Partial<Record<IconName, string>> = loginIcons;

/** Sets the complete icon table, which is not loaded yet when /login is rendered. */
export function setIcons(table: typeof icons): void {
  strokes = table;
}

/**
 * An icon in the colour of its text. Screen readers skip it, because the text or the control's
 * label says the same.
 */
export function Icon({ name, size = 'm', className }: IconProps) {
  return (
    <svg
      className={classes(css.icon, size === 's' && css.small, className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
