import type { ReactNode } from 'react';
import { Anchor, type AnchorProps } from './Anchor.tsx';
import { Count } from './Badge.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import css from './TabBar.module.css';

type Tab = {
  href: string;
  icon: IconName;
  label: ReactNode;
  isCurrent: boolean;
  /** A number on the tab, and a label that names what is counted ("3 unused coupons"). */
  count?: number | undefined;
  countLabel?: string | undefined;
};

export type TabBarProps = {
  /** The name of the navigation for screen readers. */
  label: string;
  tabs: readonly Tab[];
  /** Renders the link, by default with `Anchor`. */
  renderLink?: (props: AnchorProps) => ReactNode;
};

/** The app's tabs. A sun marks the current one. */
export function TabBar({
  label,
  tabs,
  renderLink = (props) => <Anchor {...props} />,
}: TabBarProps) {
  return (
    <nav className={css.bar} aria-label={label}>
      <ul className={css.tabs}>
        {tabs.map((tab) => (
          <li key={tab.href} className={css.place}>
            {renderLink({
              href: tab.href,
              className: css.tab,
              ...(tab.isCurrent && { 'aria-current': 'page' as const }),
              children: (
                <>
                  <Icon name={tab.icon} />
                  {tab.label}
                  <Count
                    value={tab.count ?? 0}
                    label={`, ${tab.countLabel ?? ''}`}
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
