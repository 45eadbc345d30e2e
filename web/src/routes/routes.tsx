// Every route, with its guard, the parts of the shell around it, and its screen.
import type { ComponentType } from 'react';
import { loadChunk } from '#/client/chunk.ts';
import { isLoggedIn } from '#/client/session.ts';
import type { ScreenCatalog } from '#/i18n/catalogs.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import type { PlainTextId } from '#/i18n/text.ts';
import type { ScreenProps } from './currentRoute.ts';
import { splitAddress } from './history.ts';
import type { Redirect } from './navigation.ts';
import { paths } from './paths.ts';
import type { SignedInScreen } from './signedInScreens.ts';

export type { ScreenProps } from './currentRoute.ts';

type Screen = ComponentType<ScreenProps>;
type Load = () => Promise<{ default: Screen }>;
type Tab = 'home' | 'orders' | 'my';

export type Route = {
  /** A segment that begins with a colon matches any text, as in `/status/:showType`. */
  path: string;
  /**
   * Requires a stored token. Visitors without a token are sent to /login first and return after it.
   */
  needsToken: boolean;
  /** The active tab, if the route has the tab bar. */
  tab: Tab | null;
  /**
   * `back`: the shell renders the title and a back arrow. `none`: the screen renders its own
   * header.
   */
  header: 'back' | 'none';
  /**
   * Whether the header has a language picker, for a page that visitors without an account open
   * first.
   */
  hasLanguage?: true;
  title: PlainTextId;
  load: Load;
  /** The catalogs that the screen needs in addition to the shell's. */
  catalogs: readonly ScreenCatalog[];
  /** The screen's source file under web/, if the build prerenders it in each language. */
  prerender: string | null;
  /** Whether the route is for guests. A step back in history to it leads home while logged in. */
  isForGuests: boolean;
  screen?: Screen;
};

const screenAt = (load: Load, ...catalogs: ScreenCatalog[]) => ({ load, catalogs });
/**
 * Returns the loader and the catalogs for a screen behind the login. The loaders are in a separate
 * file, so that public pages do not contain the names of all these chunks.
 */
const signedIn = (name: SignedInScreen, ...catalogs: ScreenCatalog[]) => ({
  load: (async () => (await import('./signedInScreens.ts')).signedInScreens[name]()) as Load,
  catalogs,
});
const protectedRoute = {
  needsToken: true,
  tab: null,
  header: 'back',
  prerender: null,
  isForGuests: false,
} as const;
const publicRoute = { ...protectedRoute, needsToken: false } as const;

export const routes: Route[] = [
  {
    ...protectedRoute,
    path: paths.home,
    title: 'title.home',
    tab: 'home',
    header: 'none',
    ...signedIn('home', 'home'),
  },
  {
    ...protectedRoute,
    path: paths.orders,
    title: 'title.orders',
    tab: 'orders',
    header: 'none',
    ...signedIn('orders', 'repayment'),
  },
  {
    ...protectedRoute,
    path: paths.my,
    title: 'title.my',
    tab: 'my',
    header: 'none',
    ...signedIn('my', 'home'),
  },
  {
    ...protectedRoute,
    path: paths.status,
    title: 'title.status',
    ...signedIn('statusPage', 'home'),
  },
  {
    ...protectedRoute,
    path: paths.addBank,
    title: 'title.addBank',
    ...signedIn('addBank', 'account', 'payoutAccounts'),
  },
  {
    ...protectedRoute,
    path: paths.addWallet,
    title: 'title.addWallet',
    ...signedIn('addWallet', 'account', 'payoutAccounts'),
  },
  {
    ...protectedRoute,
    path: paths.accounts,
    title: 'title.accounts',
    ...signedIn('accounts', 'payoutAccounts'),
  },
  {
    ...protectedRoute,
    path: paths.coupons,
    title: 'title.coupons',
    ...signedIn('coupons', 'loan'),
  },
  {
    ...protectedRoute,
    path: paths.bill,
    title: 'title.bill',
    ...signedIn('billDetail', 'repayment'),
  },
  {
    ...protectedRoute,
    path: paths.statement,
    title: 'title.statement',
    ...signedIn('statement', 'repayment'),
  },
  {
    ...protectedRoute,
    path: paths.extension,
    title: 'title.extension',
    ...signedIn('extension', 'repayment'),
  },
  {
    ...protectedRoute,
    path: paths.creditPersonal,
    title: 'title.creditPersonal',
    ...signedIn('personal', 'credit'),
  },
  {
    ...protectedRoute,
    path: paths.creditContact,
    title: 'title.creditContact',
    ...signedIn('contacts', 'credit'),
  },
  {
    ...protectedRoute,
    path: paths.creditWork,
    title: 'title.creditWork',
    ...signedIn('work', 'credit'),
  },
  {
    ...protectedRoute,
    path: paths.creditFile,
    title: 'title.creditFile',
    ...signedIn('identity', 'credit', 'idNumber'),
  },
  {
    ...protectedRoute,
    path: paths.creditStatus,
    title: 'title.creditStatus',
    ...signedIn('creditStatus', 'credit'),
  },
  { ...protectedRoute, path: paths.limit, title: 'title.limit', ...signedIn('limit', 'home') },
  { ...protectedRoute, path: paths.loan, title: 'title.loan', ...signedIn('loan', 'loan') },
  {
    ...protectedRoute,
    path: paths.loanConfirm,
    title: 'title.loanConfirm',
    ...signedIn('loanConfirm', 'loan'),
  },
  {
    ...protectedRoute,
    path: paths.loanResult,
    title: 'title.loanResult',
    header: 'none',
    ...signedIn('loanResult', 'loan'),
  },
  {
    ...protectedRoute,
    path: paths.repayment,
    title: 'title.repayment',
    ...signedIn('repayment', 'repayment'),
  },
  {
    ...protectedRoute,
    path: paths.refund,
    title: 'title.refund',
    ...signedIn('refund', 'repayment'),
  },
  {
    ...protectedRoute,
    path: paths.changePhone,
    title: 'title.changePhone',
    ...signedIn('changePhone', 'account', 'idNumber'),
  },
  {
    ...protectedRoute,
    path: paths.changePassword,
    title: 'title.changePassword',
    ...signedIn('changePassword', 'account'),
  },
  {
    ...protectedRoute,
    path: paths.devices,
    title: 'title.devices',
    ...signedIn('devices', 'account'),
  },
  {
    ...protectedRoute,
    path: paths.passkeys,
    title: 'title.passkeys',
    ...signedIn('passkeys', 'account'),
  },
  {
    ...protectedRoute,
    path: paths.privacy,
    title: 'title.privacy',
    ...signedIn('privacy', 'privacy'),
  },
  {
    ...protectedRoute,
    path: paths.documents,
    title: 'title.documents',
    ...signedIn('documents', 'loan'),
  },
  {
    ...protectedRoute,
    path: paths.reminders,
    title: 'title.reminders',
    ...signedIn('reminders', 'notifications'),
  },
  {
    ...protectedRoute,
    path: paths.complaints,
    title: 'my.service',
    ...signedIn('complaints', 'cases', 'repayment'),
  },
  {
    ...protectedRoute,
    path: paths.case,
    title: 'my.service',
    ...signedIn('case', 'cases', 'repayment'),
  },
  {
    ...protectedRoute,
    path: paths.notifications,
    title: 'title.notifications',
    ...signedIn('notifications', 'notifications'),
  },
  {
    ...publicRoute,
    path: paths.login,
    title: 'title.login',
    header: 'none',
    isForGuests: true,
    prerender: 'src/screens/account/Login.tsx',
    ...screenAt(() => import('#/screens/account/Login.tsx')),
  },
  {
    ...publicRoute,
    path: paths.register,
    title: 'title.register',
    isForGuests: true,
    prerender: 'src/screens/account/Register.tsx',
    ...screenAt(() => import('#/screens/account/Register.tsx'), 'account'),
  },
  {
    ...publicRoute,
    path: paths.forgotPassword,
    title: 'title.forgotPassword',
    isForGuests: true,
    prerender: 'src/screens/account/ForgotPassword.tsx',
    ...screenAt(() => import('#/screens/account/ForgotPassword.tsx'), 'account'),
  },
  {
    ...publicRoute,
    path: paths.newDevice,
    title: 'title.newDevice',
    isForGuests: true,
    ...screenAt(() => import('#/screens/account/NewDevice.tsx'), 'account'),
  },
  {
    ...publicRoute,
    path: paths.serviceAgreement,
    title: 'title.serviceAgreement',
    prerender: 'src/screens/legal/ServiceAgreement.tsx',
    ...screenAt(() => import('#/screens/legal/ServiceAgreement.tsx'), 'legal'),
  },
  {
    ...publicRoute,
    path: paths.privacyPolicy,
    title: 'title.privacyPolicy',
    prerender: 'src/screens/legal/PrivacyPolicy.tsx',
    ...screenAt(() => import('#/screens/legal/PrivacyPolicy.tsx'), 'legal'),
  },
  {
    ...publicRoute,
    path: paths.verify,
    title: 'title.verify',
    hasLanguage: true,
    prerender: 'src/screens/documents/Verify.tsx',
    ...screenAt(() => import('#/screens/documents/Verify.tsx'), 'loan'),
  },
];

const notFound: Route = {
  ...publicRoute,
  path: '*',
  title: 'title.notFound',
  ...screenAt(() => import('#/shell/NotFound.tsx')),
};

const patterns = new Map(
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

const failures = new WeakSet<Route>();

/**
 * Loads everything a path's screen needs. Never rejects: if the script fails, the shell shows a
 * page that offers to reload.
 */
export async function loadScreen(path: string): Promise<void> {
  const route = findRoute(path);
  try {
    const [loaded, offline] = await Promise.all([
      route.screen ? null : loadChunk(route.load),
      route.screen || !route.needsToken
        ? null
        : loadChunk(() => import('#/screens/offline/withOffline.tsx')),
      loadChunk(() => loadCatalogs(route.catalogs)),
    ]);
    // A touch and the move after it may both load the screen. Keep the first one, because replacing
    // it would lose typed input.
    if (loaded) route.screen ??= offline ? offline.withOffline(loaded.default) : loaded.default;
    failures.delete(route);
  } catch {
    failures.add(route);
  }
}

/** Whether the route's script or texts failed to load. */
export function hasLoadFailed(route: Route): boolean {
  return failures.has(route);
}

/**
 * Returns the redirect for a visitor who may not open an address, or null. / redirects to /home. A
 * visitor without a token must log in first. While logged in, going back to the login leads to the
 * home screen.
 */
export function redirectFor(
  address: string,
  isByHistory: boolean,
  hasToken: boolean = isLoggedIn(),
): Redirect | null {
  const { path, search } = splitAddress(address);
  if (path === paths.start) return { to: paths.home + search };
  const route = findRoute(path);
  if (route.needsToken && !hasToken)
    return { to: paths.login, ...(path === paths.home ? {} : { returnTo: address }) };
  if (route.isForGuests && hasToken && isByHistory) return { to: paths.home };
  return null;
}
