import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { Heading } from './Text.tsx';
import css from './TopBar.module.css';

export type TopBarProps = {
  /** The page's title, which is larger if there is no back arrow. */
  title?: ReactNode;
  /** The word mark, shown instead of the title. */
  start?: ReactNode;
  onBack?: (() => void) | undefined;
  backLabel?: string | undefined;
  /** Icon buttons or a short word at the end of the bar. */
  actions?: ReactNode;
};

/** The bar at the top of a screen: back arrow, title, actions. */
export function TopBar({ title, start, onBack, backLabel, actions }: TopBarProps) {
  return (
    <header className={classes(css.bar, onBack !== undefined && css.hasBack)}>
      {onBack && <IconButton icon="back" label={backLabel} onClick={onBack} />}
      {start}
      <div className={css.title}>
        {title !== undefined && (
          <Heading level={1} size={onBack ? 'l' : 'xl'}>
            {title}
          </Heading>
        )}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  );
}
