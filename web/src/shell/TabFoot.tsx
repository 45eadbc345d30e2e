import type { ReactNode } from 'react';
import { usePath } from '#/kit/location.ts';
import { useText } from '#/kit/text.ts';
import { paths } from '#/paths.ts';
import { findRoute } from '#/routes.tsx';
import { Foot } from '#/ui/Dock.tsx';
import { TabBar } from '#/ui/TabBar.tsx';
import { AppLink } from './AppLink.tsx';
import { useCount } from './badge.ts';

/** The lower end of /home, /wealth and /my: the tab bar, with the screen's `Dock` above it where it has one. Pages do not slide between tabs. */
export function TabFoot({ children }: { children?: ReactNode }) {
  const text = useText();
  const { tab } = findRoute(usePath());
  const count = useCount('unUseNumber');
  const due = useCount('dueNumber');
  const tabs = [
    { href: paths.home, icon: 'home', label: text('tab.home'), isCurrent: tab === 'home' },
    {
      href: paths.orders,
      icon: 'orders',
      label: text('tab.orders'),
      isCurrent: tab === 'orders',
      count: due,
      countLabel: text('tab.due', { count: due }),
    },
    { href: paths.my, icon: 'my', label: text('tab.my'), isCurrent: tab === 'my', count, countLabel: text('tab.unused', { count }) },
  ] as const;
  return (
    <Foot>
      {children}
      <TabBar label={text('tab.bar')} tabs={tabs} renderLink={(props) => <AppLink {...props} move="none" />} />
    </Foot>
  );
}
