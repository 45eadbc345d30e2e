import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore } from '#/client/createStore.ts';
import { useText } from '#/i18n/text.ts';
import { useCurrentRoute } from '#/routes/currentRoute.ts';
import { usePath } from '#/routes/navigation.ts';
import { paths } from '#/routes/paths.ts';
import { findRoute } from '#/routes/routes.ts';
import { Footer } from '#/ui/Dock.tsx';
import { TabBar } from '#/ui/TabBar.tsx';
import { AppLink } from './AppLink.tsx';
import { useCount } from './badge.ts';

/** The slot in the shell's footer for a screen's `Dock`. */
const place = createStore<HTMLElement | null>(null);

/**
 * The footer of a tab's screen: the screen's `Dock` above the tab bar, which the shell renders.
 * Without the shell (in the gallery or after an offline start), the screen renders both.
 */
export function TabFooter({ children }: { children?: ReactNode }) {
  const { Overlays } = useCurrentRoute();
  const element = place.use();
  if (Overlays) return element && createPortal(children, element);
  return (
    <Footer>
      {children}
      <Tabs />
    </Footer>
  );
}

/**
 * The shell's part of the footer, for tab routes. It stays mounted while screens change, so that a
 * touch ends on the link on which it began.
 */
export function ShellTabs() {
  return (
    <Footer>
      <div ref={place.set} />
      <Tabs />
    </Footer>
  );
}

function Tabs() {
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
    {
      href: paths.my,
      icon: 'my',
      label: text('tab.my'),
      isCurrent: tab === 'my',
      count,
      countLabel: text('tab.unused', { count }),
    },
  ] as const;
  return (
    <TabBar label={text('tab.bar')} tabs={tabs} renderLink={(props) => <AppLink {...props} />} />
  );
}
