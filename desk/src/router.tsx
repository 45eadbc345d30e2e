import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import * as v from 'valibot';
import { ApprovalsPage } from './approvals/ApprovalsPage.tsx';
import { BorrowerPage } from './borrower/BorrowerPage.tsx';
import { PeoplePage } from './borrower/PeoplePage.tsx';
import { PersonPage } from './borrower/PersonPage.tsx';
import { CasesPage } from './cases/CasesPage.tsx';
import { casesSearch } from './cases/search.ts';
import { CollectionsPage } from './collections/CollectionsPage.tsx';
import { collectionsSearch } from './collections/search.ts';
import { CommandPage } from './command/CommandPage.tsx';
import { MoneyPage } from './money/MoneyPage.tsx';
import { moneySearch } from './money/tabs.ts';
import { reportsSearch } from './reports/search.ts';
import { CasePage } from './review/CasePage.tsx';
import { Queue } from './review/Queue.tsx';
import { ReviewPage } from './review/ReviewPage.tsx';
import { SettingsPage } from './settings/SettingsPage.tsx';
import { Home } from './shell/Home.tsx';
import { Shell } from './shell/Shell.tsx';
import { StaffPage } from './staff/StaffPage.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: Home });
const home = createRoute({ getParentRoute: () => root, path: '/', component: Home });
/** `command` is the command's words joined by '-'. An address never names a person. */
export const commandRoute = createRoute({
  getParentRoute: () => root,
  path: '/c/$command',
  component: () => <CommandPage slug={commandRoute.useParams().command} />,
});

const review = createRoute({ getParentRoute: () => root, path: '/review', component: ReviewPage });
const queue = createRoute({ getParentRoute: () => review, path: '/', component: Queue });
const caseRoute = createRoute({
  getParentRoute: () => review,
  path: '$application',
  component: function Case() {
    const { application } = caseRoute.useParams();
    return <CasePage key={application} id={application} />;
  },
});

/** `open` is the open row: the id of a proposal or key, or a setting's name. */
const openRow = v.object({ open: v.fallback(v.optional(v.string()), undefined) });
const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  validateSearch: openRow,
  component: () => <ApprovalsPage open={approvals.useSearch().open} />,
});

const collections = createRoute({
  getParentRoute: () => root,
  path: '/collections',
  validateSearch: collectionsSearch,
  component: () => <CollectionsPage search={collections.useSearch()} />,
});

const cases = createRoute({
  getParentRoute: () => root,
  path: '/cases',
  validateSearch: casesSearch,
  component: () => <CasesPage search={cases.useSearch()} />,
});

const borrower = createRoute({
  getParentRoute: () => root,
  id: 'borrower',
  component: BorrowerPage,
});
const people = createRoute({
  getParentRoute: () => borrower,
  path: '/people',
  component: PeoplePage,
});
/** `person` is a userGid. */
const personRoute = createRoute({
  getParentRoute: () => borrower,
  path: '/person/$person',
  component: function Person() {
    const { person } = personRoute.useParams();
    return <PersonPage key={person} person={person} />;
  },
});

const money = createRoute({
  getParentRoute: () => root,
  path: '/money',
  validateSearch: moneySearch,
  component: MoneyPage,
});

/** Loaded when it is opened, because only this screen draws charts. */
const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: reportsSearch,
  component: lazyRouteComponent(() => import('./reports/ReportsPage.tsx'), 'ReportsPage'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: openRow,
  component: () => <SettingsPage open={settings.useSearch().open} />,
});
const staff = createRoute({
  getParentRoute: () => root,
  path: '/staff',
  validateSearch: openRow,
  component: () => <StaffPage open={staff.useSearch().open} />,
});

export const router = createRouter({
  basepath: '/desk',
  routeTree: root.addChildren([
    home,
    commandRoute,
    review.addChildren([queue, caseRoute]),
    approvals,
    collections,
    cases,
    borrower.addChildren([people, personRoute]),
    money,
    reports,
    settings,
    staff,
  ]),
  defaultPreload: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
