// Every route: who may see it, what the shell draws around it, and where its screen is.
import type { ComponentType } from 'react';
import { loadChunk } from '#/client/chunk.ts';
import { type ScreenArea, screenAreas } from '#/i18n/catalogs.ts';
import { speakAreas } from '#/i18n/loadCatalogs.ts';
import type { PlainTextId } from '#/i18n/text.ts';
import type { ScreenProps } from './currentRoute.ts';
import { paths } from './paths.ts';
import type { InnerScreen } from './signedInScreens.ts';

export type { ScreenProps } from './currentRoute.ts';

type Screen = ComponentType<ScreenProps>;
type Load = () => Promise<{ default: Screen }>;
export type Tab = 'home' | 'orders' | 'my';

export type Route = {
  /** Parts that begin with a colon stand for anything: `/status/:showType`. */
  path: string;
  /** Only with a stored token; others are sent to /login and come back. */
  needsToken: boolean;
  /** Which tab of the bar it is, if the bar is drawn. */
  tab: Tab | null;
  /** `back`: the shell draws a bar with the title and a back arrow. `none`: the screen draws its own head. */
  header: 'back' | 'none';
  title: PlainTextId;
  load: Load;
  /** The texts that the screen needs beside the shell's. */
  areas: readonly ScreenArea[];
  /** The screen's source file under web/, when the build is to prerender it in each language. */
  prerender: string | null;
  /** For people who are not logged in: somebody who is, and steps back in history to it, goes home instead. */
  isForStrangers: boolean;
  screen?: Screen;
};

const built = (load: Load, ...areas: ScreenArea[]) => ({ load, areas });
/** Behind the login: the loaders stand in a file of their own, so that the public pages do not carry the names of all these files. */
const inner = (name: InnerScreen, ...areas: ScreenArea[]) => ({
  load: (async () => (await import('./signedInScreens.ts')).screens[name]()) as Load,
  areas,
});
const plain = { needsToken: true, tab: null, header: 'back', prerender: null, isForStrangers: false } as const;
const open = { ...plain, needsToken: false } as const;

export const routes: Route[] = [
  {
    ...plain,
    path: paths.home,
    title: 'title.home',
    tab: 'home',
    header: 'none',
    ...inner('home', 'home'),
  },
  {
    ...plain,
    path: paths.orders,
    title: 'title.orders',
    tab: 'orders',
    header: 'none',
    ...inner('orders', 'bill'),
  },
  { ...plain, path: paths.my, title: 'title.my', tab: 'my', header: 'none', ...inner('my', 'home') },
  { ...plain, path: paths.status, title: 'title.status', ...inner('statusPage', 'home') },
  { ...plain, path: paths.addBank, title: 'title.addBank', ...inner('addBank', 'account', 'payoutAccounts') },
  { ...plain, path: paths.addWallet, title: 'title.addWallet', ...inner('addWallet', 'account', 'payoutAccounts') },
  { ...plain, path: paths.accounts, title: 'title.accounts', ...inner('accounts', 'payoutAccounts') },
  { ...plain, path: paths.coupons, title: 'title.coupons', ...inner('coupons', 'coupon') },
  { ...plain, path: paths.bill, title: 'title.bill', ...inner('billDetail', 'bill') },
  { ...plain, path: paths.statement, title: 'title.statement', ...inner('statement', 'bill') },
  { ...plain, path: paths.extension, title: 'title.extension', ...inner('extension', 'bill', 'repayment') },
  {
    ...plain,
    path: paths.creditPersonal,
    title: 'title.creditPersonal',
    ...inner('personal', 'credit'),
  },
  { ...plain, path: paths.creditContact, title: 'title.creditContact', ...inner('contacts', 'credit') },
  { ...plain, path: paths.creditWork, title: 'title.creditWork', ...inner('work', 'credit') },
  { ...plain, path: paths.creditFile, title: 'title.creditFile', ...inner('identity', 'credit') },
  { ...plain, path: paths.creditStatus, title: 'title.creditStatus', ...inner('creditStatus', 'credit') },
  { ...plain, path: paths.limit, title: 'title.limit', ...inner('limit', 'home') },
  { ...plain, path: paths.loan, title: 'title.loan', ...inner('loan', 'loan') },
  { ...plain, path: paths.loanConfirm, title: 'title.loanConfirm', ...inner('loanConfirm', 'loan') },
  {
    ...plain,
    path: paths.loanResult,
    title: 'title.loanResult',
    header: 'none',
    ...inner('loanResult', 'loan'),
  },
  { ...plain, path: paths.repayment, title: 'title.repayment', ...inner('repayment', 'bill', 'repayment') },
  { ...plain, path: paths.refund, title: 'title.refund', ...inner('refund', 'repayment') },
  { ...plain, path: paths.changePhone, title: 'title.changePhone', ...inner('changePhone', 'account', 'security') },
  { ...plain, path: paths.changePassword, title: 'title.changePassword', ...inner('changePassword', 'account') },
  { ...plain, path: paths.devices, title: 'title.devices', ...inner('devices', 'security') },
  { ...plain, path: paths.passkeys, title: 'title.passkeys', ...inner('passkeys', 'account', 'security') },
  { ...plain, path: paths.privacy, title: 'title.privacy', ...inner('privacy', 'privacy') },
  { ...plain, path: paths.documents, title: 'title.documents', ...inner('documents', 'documents') },
  { ...plain, path: paths.reminders, title: 'title.reminders', ...inner('reminders', 'notifications') },
  { ...plain, path: paths.complaints, title: 'my.service', ...inner('complaints', 'cases', 'bill') },
  { ...plain, path: paths.notifications, title: 'title.notifications', ...inner('notifications', 'notifications') },
  {
    ...open,
    path: paths.login,
    title: 'title.login',
    header: 'none',
    isForStrangers: true,
    prerender: 'src/screens/account/Login.tsx',
    ...built(() => import('#/screens/account/Login.tsx')),
  },
  {
    ...open,
    path: paths.register,
    title: 'title.register',
    isForStrangers: true,
    prerender: 'src/screens/account/Register.tsx',
    ...built(() => import('#/screens/account/Register.tsx'), 'account'),
  },
  {
    ...open,
    path: paths.forgotPassword,
    title: 'title.forgotPassword',
    isForStrangers: true,
    prerender: 'src/screens/account/ForgotPassword.tsx',
    ...built(() => import('#/screens/account/ForgotPassword.tsx'), 'account'),
  },
  {
    ...open,
    path: paths.newDevice,
    title: 'title.newDevice',
    isForStrangers: true,
    ...built(() => import('#/screens/account/NewDevice.tsx'), 'account'),
  },
  {
    ...open,
    path: paths.serviceAgreement,
    title: 'title.serviceAgreement',
    prerender: 'src/screens/legal/ServiceAgreement.tsx',
    ...built(() => import('#/screens/legal/ServiceAgreement.tsx'), 'legal', 'serviceAgreement'),
  },
  {
    ...open,
    path: paths.privacyPolicy,
    title: 'title.privacyPolicy',
    prerender: 'src/screens/legal/PrivacyPolicy.tsx',
    ...built(() => import('#/screens/legal/PrivacyPolicy.tsx'), 'legal', 'privacyPolicy'),
  },
];

// The gallery is for those who build the program; a production build leaves it out.
if (import.meta.env.DEV) {
  // It shows screens from behind the login, and so needs their texts.
  const load: Load = async () => (await Promise.all([import('#/gallery/Gallery.tsx'), speakAreas(screenAreas)]))[0];
  routes.push({ ...open, path: '/gallery', title: 'title.gallery', ...built(load) });
}

/** Shown where no route fits. */
export const notFound: Route = { ...open, path: '*', title: 'title.notFound', ...built(() => import('#/shell/NotFound.tsx')) };

const patterns = new Map(routes.map((route) => [route, new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)]));

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

/** Loads what a path's screen needs. It never rejects: where the script fails, the shell shows a page that offers to reload. */
export async function loadScreen(path: string): Promise<void> {
  const route = findRoute(path);
  try {
    const [loaded, offline] = await Promise.all([
      route.screen ? null : loadChunk(route.load),
      route.screen || !route.needsToken ? null : loadChunk(() => import('#/screens/offline/orKept.tsx')),
      loadChunk(() => speakAreas(route.areas)),
    ]);
    // A touch and the move after it may both have loaded it: the first to end decides, or the screen would lose what was typed at the next move.
    if (loaded) route.screen ??= offline ? offline.orKept(loaded.default) : loaded.default;
    failures.delete(route);
  } catch {
    failures.add(route);
  }
}

/** Whether the route's script or texts could not be loaded. */
export function hasFailed(route: Route): boolean {
  return failures.has(route);
}
