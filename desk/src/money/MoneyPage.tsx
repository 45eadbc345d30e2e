// The Money screen: one tab for each list. The address holds the tab and the open row; a list is
// read when its tab opens, and again only after an act or by the button.
import './money.css';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useSession } from '#/session.ts';
import { useScreenKeys } from '#/shell/screenKeys.ts';
import { listKeys } from '#/ui/ListDetail.tsx';
import { useKeys } from '#/ui/useKeys.ts';
import { Breaks } from './Breaks.tsx';
import { Claims } from './Claims.tsx';
import { Close } from './Close.tsx';
import { Entries } from './Entries.tsx';
import { Float } from './Float.tsx';
import type { TabProps } from './MoneyList.tsx';
import { Payouts } from './Payouts.tsx';
import { Refunds } from './Refunds.tsx';
import { Suspense } from './Suspense.tsx';
import { Transfers } from './Transfers.tsx';
import { type MoneySearch, type Tab, tabs } from './tabs.ts';

const route = getRouteApi('/money');
const keys = [...listKeys, ['1 to 9', 'Go to a tab']] as const;

export function MoneyPage() {
  const { commands } = useSession();
  const search = route.useSearch();
  const navigate = useNavigate();
  const offered = tabs.filter(({ command }) => commands.some(({ name }) => name === command));
  const tab = offered.find(({ name }) => name === search.tab) ?? offered[0];
  useScreenKeys(keys);
  useKeys(
    Object.fromEntries(
      offered.map(({ name }, nth) => [
        `${nth + 1}`,
        () => void navigate({ to: '/money', search: { tab: name } }),
      ]),
    ),
  );
  if (!tab) return <p className="page">Your roles see no money.</p>;
  const props: TabProps = {
    title: `Money · ${tab.label}`,
    open: search.open,
    tabs: <Tabs offered={offered} current={tab} />,
  };
  return (
    <TabView
      key={`${tab.name} ${search.of} ${search.month} ${search.about}`}
      tab={tab}
      props={props}
      search={search}
    />
  );
}

type TabViewProps = { tab: Tab; props: TabProps; search: MoneySearch };

function TabView({ tab, props, search: { of, month, about } }: TabViewProps) {
  switch (tab.name) {
    case 'payouts':
      return <Payouts {...props} />;
    case 'suspense':
      return <Suspense {...props} />;
    case 'refunds':
      return <Refunds {...props} of={of} />;
    case 'breaks':
      return <Breaks {...props} />;
    case 'transfers':
      return <Transfers {...props} />;
    case 'claims':
      return <Claims {...props} />;
    case 'float':
      return <Float {...props} />;
    case 'close':
      return <Close {...props} month={month} />;
    case 'entries':
      return <Entries {...props} about={about} />;
  }
}

function Tabs({ offered, current }: { offered: readonly Tab[]; current: Tab }) {
  return (
    <nav className="tabs" aria-label="Money">
      {offered.map(({ name, label }) => (
        <Link
          key={name}
          to="/money"
          search={{ tab: name }}
          aria-current={name === current.name ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
