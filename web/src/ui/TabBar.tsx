import type { ReactNode } from 'react';
import { Anchor, type AnchorProps } from './Anchor.tsx';
import { Count } from './Badge.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import css from './TabBar.module.css';

/** One of the app's places. */
type Tab = {
  href: string;
  icon: IconName;
  label: ReactNode;
  isCurrent: boolean;
  /** A number on it, and what is counted ("3 unused coupons"). */
  count?: number | undefined;
  countLabel?: string | undefined;
};

export type TabBarProps = {
  /** Names the navigation. */
  label: string;
  tabs: readonly Tab[];
  /** Draws the link in the router's way; usual: `Anchor`. */
  renderLink?: (props: AnchorProps) => ReactNode;
};

/** The tabs of the app; the sun is over the present one. */
export function TabBar({
  label,
  tabs,
  renderLink = (props) => <Anchor {...props} />,
}: TabBarProps) {
  return (
    <nav className={css.bar} aria-label={label}>
      <ul className={css.tabs}>
        {tabs.map((one) => (
          <li key={one.href} className={css.place}>
            {renderLink({
              href: one.href,
              className: css.tab,
              ...(one.isCurrent && { 'aria-current': 'page' as const }),
              children: (
                <>
                  <Icon name={one.icon} />
                  {one.label}
                  <Count
                    value={one.count ?? 0}
                    label={`, ${one.countLabel ?? ''}`}
                    className={css.count}
                  />
                </>
              ),
            })}
          </li>
        ))}
      </ul>
    </nav>
  );
}
