// Every route: who may see it, what the shell draws around it, and where its screen is.
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
export type Tab = 'home' | 'orders' | 'my';

export type Route = {
  /** Parts that begin with a colon match anything: `/status/:showType`. */
  path: string;
  /** Only with a stored token; others are sent to /login and come back. */
  needsToken: boolean;
  /** Which tab of the bar it is, if the bar is drawn. */
  tab: Tab | null;
  /**
   * `back`: the shell draws a bar with the title and a back arrow. `none`: the screen draws its own
   * head.
   */
  header: 'back' | 'none';
  /**
   * Whether its bar has the choice of a language: a page that people without an account come to
   * first.
   */
  hasLanguage?: true;
  title: PlainTextId;
  load: Load;
  /** The texts that the screen needs beside the shell's. */
  catalogs: readonly ScreenCatalog[];
  /** The screen's source file under web/, when the build is to prerender it in each language. */
  prerender: string | null;
  /**
   * For people who are not logged in: somebody who is, and steps back in history to it, goes home
   * instead.
   */
  isForGuests: boolean;
  screen?: Screen;
};

const screenAt = (load: Load, ...catalogs: ScreenCatalog[]) => ({ load, catalogs });
/**
 * Behind the login: the loaders are in a separate file, so that the public pages do not contain the
 * names of all these files.
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

/** Shown where no route fits. */
export const notFound: Route = {
  ...publicRoute,
  path: '*',
  title: 'title.notFound',
  ...screenAt(() => import('#/shell/NotFound.tsx')),
};

const patterns = new Map(
  routes.map((route) => [route, new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)]),
);

/** The route of a path (without its query); `notFound` where there is none. */
export function findRoute(path: string): Route {
  return routes.find((route) => patterns.get(route)?.test(path)) ?? notFound;
}

/** What the path says in the places of the route's colons, decoded. */
export function paramsOf(route: Route, path: string): Record<string, string | undefined> {
  const found = Object.entries(patterns.get(route)?.exec(path)?.groups ?? {});
  return Object.fromEntries(found.map(([name, part]) => [name, decoded(part)]));
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
 * Loads what a path's screen needs. It never rejects: where the script fails, the shell shows a
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
    // A touch and the move after it may both have loaded it: the first to end decides, or the
    // screen would lose what was typed at the next move.
    if (loaded) route.screen ??= offline ? offline.withOffline(loaded.default) : loaded.default;
    failures.delete(route);
  } catch {
    failures.add(route);
  }
}

/** Whether the route's script or texts could not be loaded. */
export function hasLoadFailed(route: Route): boolean {
  return failures.has(route);
}

/**
 * Where a visitor who may not be at an address belongs, or null: / is /home; without a token
 * /login, remembering the way back; and somebody logged in who steps back in history to the login
 * or sign-up goes home.
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
