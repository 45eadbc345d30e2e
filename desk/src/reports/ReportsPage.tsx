// The reports screen. The address holds the report and its period; reports are read when they are
// opened, and again only by the button.
import './reports.css';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentType, useEffect } from 'react';
import { Button } from 'react-aria-components';
import { useSession } from '#/session.ts';
import { Business } from './Business.tsx';
import { Cash } from './Cash.tsx';
import { Portfolio } from './Portfolio.tsx';
import {
  type By,
  type PeriodName,
  periodNames,
  periodWords,
  spanBefore,
  spanOf,
} from './period.ts';
import { Rejections } from './Rejections.tsx';
import { Rolls } from './Rolls.tsx';
import { Section, type SectionProps } from './Section.tsx';
import type { ReportName, ReportsSearch } from './search.ts';
import { reportKey, useReport } from './useReport.ts';
import { Vintages } from './Vintages.tsx';

type Tab = { name: ReportName; label: string; command: string };
const tabs: Tab[] = [
  { name: 'business', label: 'Business', command: 'report business' },
  { name: 'portfolio', label: 'Portfolio', command: 'report portfolio' },
  { name: 'rolls', label: 'Roll rates', command: 'report rolls' },
  { name: 'vintages', label: 'Vintages', command: 'report vintages' },
  { name: 'rejections', label: 'Rejections', command: 'report rejections' },
  { name: 'cash', label: 'Cash forecast', command: 'report cash' },
];
const sections: Partial<Record<ReportName, ComponentType<SectionProps>>> = {
  business: Business,
  portfolio: Portfolio,
  rolls: Rolls,
  rejections: Rejections,
};
const route = getRouteApi('/reports');
const noInput = {};

export function ReportsPage() {
  const { commands } = useSession();
  const client = useQueryClient();
  const search = route.useSearch();
  const written = useReport('report portfolio', noInput);
  const open = tabs.filter(({ command }) => commands.some(({ name }) => name === command));
  const tab = open.find(({ name }) => name === search.report) ?? open[0];
  useEffect(() => {
    document.title = `${tab?.label ?? 'Reports'} · Desk`;
  }, [tab]);
  if (!tab) return <p className="page">Your role has no reports.</p>;
  return (
    <section className="page rp">
      <header className="rp-head">
        <div>
          <h1>Reports</h1>
          {written.data?.writtenTo && <p>Figures are final up to {written.data.writtenTo}.</p>}
        </div>
        <Button
          className="button soft"
          onPress={() => void client.refetchQueries({ queryKey: [reportKey], type: 'active' })}
        >
          Read again
        </Button>
      </header>
      <nav className="tabs" aria-label="Reports">
        {open.map(({ name, label }) => (
          <Link
            key={name}
            to="/reports"
            search={{ ...search, report: name }}
            aria-current={name === tab.name ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Section
        report={written}
        isEmpty={({ writtenTo }) => writtenTo === null && tab.name !== 'cash'}
        empty="No day is closed yet. A few minutes after a day’s books are closed, its applications, loans, collections, arrears and income are here, for good."
      >
        {({ writtenTo, to }) => <Shown tab={tab} search={search} last={writtenTo ?? to} />}
      </Section>
    </section>
  );
}

type ShownProps = { tab: Tab; search: ReportsSearch; last: Parameters<typeof spanOf>[1] };

function Shown({ tab, search, last }: ShownProps) {
  const Of = sections[tab.name];
  if (!Of) {
    if (tab.name === 'cash') return <Cash />;
    return <Vintages span={spanOf('year', last)} />;
  }
  const name = search.period ?? 'month';
  const by = search.by ?? (name === 'year' ? 'month' : 'day');
  const span = spanOf(name, last);
  return (
    <>
      <Picker search={search} name={name} by={tab.name === 'rolls' ? null : by}>
        {span.from} to {span.to}
      </Picker>
      <Of span={span} before={spanBefore(name, span)} by={by} />
    </>
  );
}

type PickerProps = {
  search: ReportsSearch;
  name: PeriodName;
  /** Null for a report without rows by day or month. */
  by: By | null;
  children: React.ReactNode;
};

function Picker({ search, name, by, children }: PickerProps) {
  const current = (is: boolean) => (is ? 'true' : undefined);
  return (
    <div className="rp-picker">
      <nav className="rp-choice" aria-label="Period">
        {periodNames.map((each) => (
          <Link
            key={each}
            to="/reports"
            search={{ report: search.report, period: each }}
            aria-current={current(each === name)}
          >
            {periodWords[each]}
          </Link>
        ))}
      </nav>
      {by && (
        <nav className="rp-choice" aria-label="Rows">
          {(['day', 'month'] as const).map((each) => (
            <Link
              key={each}
              to="/reports"
              search={{ ...search, by: each }}
              aria-current={current(each === by)}
            >
              By {each}
            </Link>
          ))}
        </nav>
      )}
      <span>{children}</span>
    </div>
  );
}
