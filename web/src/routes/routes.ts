// Every route, with its guard and the parts of the shell around it. This file imports no screen, so
// both the screens and the shell can import it. screens.ts loads the screens.
import type { ScreenCatalog } from '#/i18n/catalogs.ts';
import type { PlainTextId } from '#/i18n/text.ts';
import { splitAddress } from './history.ts';
import type { Redirect } from './navigation.ts';
import { paths } from './paths.ts';

type RouteData = {
  /** A segment that begins with a colon matches any text, as in `/status/:showType`. */
  readonly path: string;
  /**
   * Whether the route requires a stored token. Visitors without one are sent to /login, and return
   * after logging in.
   */
  readonly needsToken: boolean;
  /** The active tab, if the route has the tab bar. */
  readonly tab: 'home' | 'orders' | 'my' | null;
  /**
   * `back`: the shell renders the title and a back arrow. `none`: the screen renders its own
   * header.
   */
  readonly header: 'back' | 'none';
  /**
   * Whether the header has a language picker, for a page that visitors without an account open
   * first.
   */
  readonly hasLanguage: boolean;
  readonly title: PlainTextId;
  /** The screen's loader: in signedInScreens.ts if the route needs a token, else in screens.ts. */
  readonly screen: string;
  /** The catalogs that the screen needs in addition to the shell's. */
  readonly catalogs: readonly ScreenCatalog[];
  /** The screen's source file under web/, if the build prerenders it in each language. */
  readonly prerender: string | null;
  /**
   * Whether the route is for guests. While logged in, going back to it in the history leads to
   * /home.
   */
  readonly isForGuests: boolean;
};

const protectedRoute = {
  needsToken: true,
  tab: null,
  header: 'back',
  hasLanguage: false,
  prerender: null,
  isForGuests: false,
} as const;
const publicRoute = { ...protectedRoute, needsToken: false } as const;

export const routes = [
  {
    ...protectedRoute,
    path: paths.home,
    title: 'title.home',
    tab: 'home',
    header: 'none',
    screen: 'home',
    catalogs: ['home'],
  },
  {
    ...protectedRoute,
    path: paths.orders,
    title: 'title.orders',
    tab: 'orders',
    header: 'none',
    screen: 'orders',
    catalogs: ['repayment'],
  },
  {
    ...protectedRoute,
    path: paths.my,
    title: 'title.my',
    tab: 'my',
    header: 'none',
    screen: 'my',
    catalogs: ['home'],
  },
  {
    ...protectedRoute,
    path: paths.status,
    title: 'title.status',
    screen: 'statusPage',
    catalogs: ['home'],
  },
  {
    ...protectedRoute,
    path: paths.addBank,
    title: 'title.addBank',
    screen: 'addBank',
    catalogs: ['account', 'payoutAccounts'],
  },
  {
    ...protectedRoute,
    path: paths.addWallet,
    title: 'title.addWallet',
    screen: 'addWallet',
    catalogs: ['account', 'payoutAccounts'],
  },
  {
    ...protectedRoute,
    path: paths.accounts,
    title: 'title.accounts',
    screen: 'accounts',
    catalogs: ['payoutAccounts'],
  },
  {
    ...protectedRoute,
    path: paths.coupons,
    title: 'title.coupons',
    screen: 'coupons',
    catalogs: ['loan'],
  },
  {
    ...protectedRoute,
    path: paths.bill,
    title: 'title.bill',
    screen: 'billDetail',
    catalogs: ['repayment'],
  },
  {
    ...protectedRoute,
    path: paths.statement,
    title: 'title.statement',
    screen: 'statement',
    catalogs: ['repayment'],
  },
  {
    ...protectedRoute,
    path: paths.extension,
    title: 'title.extension',
    screen: 'extension',
    catalogs: ['repayment'],
  },
  {
    ...protectedRoute,
    path: paths.creditPersonal,
    title: 'title.creditPersonal',
    screen: 'personal',
    catalogs: ['credit'],
  },
  {
    ...protectedRoute,
    path: paths.creditContact,
    title: 'title.creditContact',
    screen: 'contacts',
    catalogs: ['credit'],
  },
  {
    ...protectedRoute,
    path: paths.creditWork,
    title: 'title.creditWork',
    screen: 'work',
    catalogs: ['credit'],
  },
  {
    ...protectedRoute,
    path: paths.creditFile,
    title: 'title.creditFile',
    screen: 'identity',
    catalogs: ['credit', 'idNumber'],
  },
  {
    ...protectedRoute,
    path: paths.creditStatus,
    title: 'title.creditStatus',
    screen: 'creditStatus',
    catalogs: ['credit'],
  },
  {
    ...protectedRoute,
    path: paths.limit,
    title: 'title.limit',
    screen: 'limit',
    catalogs: ['home'],
  },
  { ...protectedRoute, path: paths.loan, title: 'title.loan', screen: 'loan', catalogs: ['loan'] },
  {
    ...protectedRoute,
    path: paths.loanConfirm,
    title: 'title.loanConfirm',
    screen: 'loanConfirm',
    catalogs: ['loan'],
  },
  {
    ...protectedRoute,
    path: paths.loanResult,
    title: 'title.loanResult',
    header: 'none',
    screen: 'loanResult',
    catalogs: ['loan'],
  },
  {
    ...protectedRoute,
    path: paths.repayment,
    title: 'title.repayment',
    screen: 'repayment',
    catalogs: ['repayment'],
  },
  {
    ...protectedRoute,
    path: paths.refund,
    title: 'title.refund',
    screen: 'refund',
    catalogs: ['repayment'],
  },
  {
    ...protectedRoute,
    path: paths.changePhone,
    title: 'title.changePhone',
    screen: 'changePhone',
    catalogs: ['account', 'idNumber'],
  },
  {
    ...protectedRoute,
    path: paths.changePassword,
    title: 'title.changePassword',
    screen: 'changePassword',
    catalogs: ['account'],
  },
  {
    ...protectedRoute,
    path: paths.devices,
    title: 'title.devices',
    screen: 'devices',
    catalogs: ['account'],
  },
  {
    ...protectedRoute,
    path: paths.passkeys,
    title: 'title.passkeys',
    screen: 'passkeys',
    catalogs: ['account'],
  },
  {
    ...protectedRoute,
    path: paths.privacy,
    title: 'title.privacy',
    screen: 'privacy',
    catalogs: ['privacy'],
  },
  {
    ...protectedRoute,
    path: paths.documents,
    title: 'title.documents',
    screen: 'documents',
    catalogs: ['loan'],
  },
  {
    ...protectedRoute,
    path: paths.reminders,
    title: 'title.reminders',
    screen: 'reminders',
    catalogs: ['notifications'],
  },
  {
    ...protectedRoute,
    path: paths.complaints,
    title: 'my.service',
    screen: 'complaints',
    catalogs: ['cases', 'repayment'],
  },
  {
    ...protectedRoute,
    path: paths.case,
    title: 'my.service',
    screen: 'case',
    catalogs: ['cases', 'repayment'],
  },
  {
    ...protectedRoute,
    path: paths.notifications,
    title: 'title.notifications',
    screen: 'notifications',
    catalogs: ['notifications'],
  },
  {
    ...publicRoute,
    path: paths.login,
    title: 'title.login',
    header: 'none',
    isForGuests: true,
    prerender: 'src/screens/account/Login.tsx',
    screen: 'login',
    catalogs: [],
  },
  {
    ...publicRoute,
    path: paths.register,
    title: 'title.register',
    isForGuests: true,
    prerender: 'src/screens/account/Register.tsx',
    screen: 'register',
    catalogs: ['account'],
  },
  {
    ...publicRoute,
    path: paths.forgotPassword,
    title: 'title.forgotPassword',
    isForGuests: true,
    prerender: 'src/screens/account/ForgotPassword.tsx',
    screen: 'forgotPassword',
    catalogs: ['account'],
  },
  {
    ...publicRoute,
    path: paths.newDevice,
    title: 'title.newDevice',
    isForGuests: true,
    screen: 'newDevice',
    catalogs: ['account'],
  },
  {
    ...publicRoute,
    path: paths.serviceAgreement,
    title: 'title.serviceAgreement',
    prerender: 'src/screens/legal/ServiceAgreement.tsx',
    screen: 'serviceAgreement',
    catalogs: ['legal'],
  },
  {
    ...publicRoute,
    path: paths.privacyPolicy,
    title: 'title.privacyPolicy',
    prerender: 'src/screens/legal/PrivacyPolicy.tsx',
    screen: 'privacyPolicy',
    catalogs: ['legal'],
  },
  {
    ...publicRoute,
    path: paths.verify,
    title: 'title.verify',
    hasLanguage: true,
    prerender: 'src/screens/documents/Verify.tsx',
    screen: 'verify',
    catalogs: ['loan'],
  },
] as const satisfies readonly RouteData[];

const notFound = {
  ...publicRoute,
  path: '*',
  title: 'title.notFound',
  screen: 'notFound',
  catalogs: [],
} as const satisfies RouteData;

export type Route = (typeof routes)[number] | typeof notFound;
export type SignedInScreen = Extract<Route, { needsToken: true }>['screen'];
export type PublicScreen = Extract<Route, { needsToken: false }>['screen'];

const patterns: ReadonlyMap<Route, RegExp> = new Map(
  routes.map((route) => [route, new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)]),
);

/** Returns the route for a path (without its query); `notFound` if none matches. */
export function findRoute(path: string): Route {
  return routes.find((route) => patterns.get(route)?.test(path)) ?? notFound;
}

/** Returns the decoded values of the route's `:name` parameters in the path. */
export function paramsOf(route: Route, path: string): Record<string, string | undefined> {
  const groups = Object.entries(patterns.get(route)?.exec(path)?.groups ?? {});
  return Object.fromEntries(groups.map(([name, part]) => [name, decoded(part)]));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Returns the redirect for a visitor who may not open an address, or null. `/` redirects to /home.
 * A visitor without a token must log in first. While logged in, going back to the login leads to
 * the home screen.
 */
export function redirectFor(
  address: string,
  isByHistory: boolean,
  hasToken: boolean,
): Redirect | null {
  const { path, search } = splitAddress(address);
  if (path === paths.start) return { to: paths.home + search };
  const route = findRoute(path);
  if (route.needsToken && !hasToken)
    return { to: paths.login, ...(path === paths.home ? {} : { returnTo: address }) };
  if (route.isForGuests && hasToken && isByHistory) return { to: paths.home };
  return null;
}
