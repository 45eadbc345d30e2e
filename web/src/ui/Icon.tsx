import { classes } from './classes.ts';
import css from './Icon.module.css';
import { type IconName, icons } from './icons.ts';

export type IconProps = {
  name: IconName;
  /** `s` is 18 px, beside 14 px text; `m` (usual) 24 px. */
  size?: 's' | 'm';
  className?: string | undefined;
};

/** One drawing of the icon set in the colour of the text around it. Hidden from screen readers: the text beside it, or the control's label, is read. */
export function Icon({ name, size = 'm', className }: IconProps) {
  return (
    <svg className={classes(css.icon, size === 's' && css.small, className)} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={icons[name]} />
    </svg>
  );
}
