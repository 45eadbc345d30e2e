// Every route: who may see it, what the shell draws around it, and where its screen is. A screen that is built replaces `coming(issue)` with its loader.
import type { ComponentType } from 'react';
import { loadChunk } from './kit/chunk.ts';
import { type PlainTextId, speakInner } from './kit/text.ts';
import { paths } from './paths.ts';

export type ScreenProps = { params: Record<string, string | undefined> };
type Screen = ComponentType<ScreenProps>;
type Load = () => Promise<{ default: Screen }>;
export type Tab = 'home' | 'orders' | 'my';

export type Route = {
  /** As wouter reads it: `/status/:showType`. */
  path: string;
  /** Only with a stored token; others are sent to /login and come back. */
  needsToken: boolean;
  /** Which tab of the bar it is, if the bar is drawn. */
  tab: Tab | null;
  /** `back`: the shell draws a bar with the title and a back arrow. `none`: the screen draws its own head. */
  header: 'back' | 'none';
  title: PlainTextId;
  load: Load;
  /** The issue that brings the screen, while it is only promised. */
  issue: number | null;
  /** The screen's source file under web/, when the build is to prerender it in each language. */
  prerender: string | null;
  /** For people who are not logged in: somebody who is, and steps back in history to it, goes home instead. */
  isForStrangers: boolean;
  screen?: Screen;
};

const comingFile = 'src/screens/Coming.tsx';
const coming = (issue: number) => ({ load: (() => import('./screens/Coming.tsx')) as Load, issue });
const built = (load: Load) => ({ load, issue: null });
const plain = { needsToken: true, tab: null, header: 'back', prerender: null, isForStrangers: false } as const;
const open = { ...plain, needsToken: false } as const;

export const routes: Route[] = [
  { ...plain, path: paths.home, title: 'title.home', tab: 'home', header: 'none', ...built(() => import('./screens/home/Home.tsx')) },
  {
    ...plain,
    path: paths.orders,
    title: 'title.orders',
    tab: 'orders',
    header: 'none',
    ...built(() => import('./screens/repayment/Wealth.tsx')),
  },
  { ...plain, path: paths.my, title: 'title.my', tab: 'my', header: 'none', ...built(() => import('./screens/my/My.tsx')) },
  { ...plain, path: paths.status, title: 'title.status', ...built(() => import('./screens/status/Status.tsx')) },
  { ...plain, path: paths.addBank, title: 'title.addBank', ...built(() => import('./screens/payee/AddBank.tsx')) },
  { ...plain, path: paths.addWallet, title: 'title.addWallet', ...built(() => import('./screens/payee/AddWallet.tsx')) },
  { ...plain, path: paths.accounts, title: 'title.accounts', ...built(() => import('./screens/payee/Accounts.tsx')) },
  { ...plain, path: paths.vouchers, title: 'title.vouchers', ...coming(6) },
  { ...plain, path: paths.bill, title: 'title.bill', ...built(() => import('./screens/repayment/BillDetail.tsx')) },
  { ...plain, path: paths.renew, title: 'title.renew', ...coming(7) },
  { ...plain, path: paths.creditPersonal, title: 'title.creditPersonal', ...built(() => import('./screens/credit/Personal.tsx')) },
  { ...plain, path: paths.creditContact, title: 'title.creditContact', ...built(() => import('./screens/credit/Contacts.tsx')) },
  { ...plain, path: paths.creditWork, title: 'title.creditWork', ...built(() => import('./screens/credit/Work.tsx')) },
  { ...plain, path: paths.creditFile, title: 'title.creditFile', ...built(() => import('./screens/credit/Identity.tsx')) },
  { ...plain, path: paths.creditStatus, title: 'title.creditStatus', ...built(() => import('./screens/credit/Status.tsx')) },
  { ...plain, path: paths.loan, title: 'title.loan', ...built(() => import('./screens/loan/Loan.tsx')) },
  { ...plain, path: paths.loanConfirm, title: 'title.loanConfirm', ...built(() => import('./screens/loan/LoanConfirm.tsx')) },
  { ...plain, path: paths.loanResult, title: 'title.loanResult', header: 'none', ...built(() => import('./screens/loan/LoanResult.tsx')) },
  { ...plain, path: paths.repayment, title: 'title.repayment', ...built(() => import('./screens/repayment/Repayment.tsx')) },
  { ...plain, path: paths.changePhone, title: 'title.changePhone', ...coming(4) },
  { ...plain, path: paths.changePassword, title: 'title.changePassword', ...coming(4) },
  {
    ...open,
    path: paths.login,
    title: 'title.login',
    header: 'none',
    isForStrangers: true,
    prerender: 'src/screens/account/Login.tsx',
    ...built(() => import('./screens/account/Login.tsx')),
  },
  {
    ...open,
    path: paths.register,
    title: 'title.register',
    isForStrangers: true,
    prerender: 'src/screens/account/Register.tsx',
    ...built(() => import('./screens/account/Register.tsx')),
  },
  { ...open, path: paths.forgotPassword, title: 'title.forgotPassword', isForStrangers: true, prerender: comingFile, ...coming(4) },
  { ...open, path: paths.serviceAgreement, title: 'title.serviceAgreement', prerender: comingFile, ...coming(4) },
  { ...open, path: paths.privacyPolicy, title: 'title.privacyPolicy', prerender: comingFile, ...coming(4) },
];

// The gallery is for those who build the program; a production build leaves it out.
if (import.meta.env.DEV) {
  // It shows screens from behind the login, and so needs their texts.
  const load: Load = async () => (await Promise.all([import('./gallery/Gallery.tsx'), speakInner()]))[0];
  routes.push({ ...open, path: '/gallery', title: 'title.gallery', ...built(load) });
}

/** Shown where no route fits. */
export const notFound: Route = { ...open, path: '*', title: 'title.notFound', ...built(() => import('./screens/NotFound.tsx')) };

const patterns = new Map(routes.map((route) => [route, new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`)]));

/** The route of a path (without its query); `notFound` where there is none. */
export function findRoute(path: string): Route {
  return routes.find((route) => patterns.get(route)?.test(path)) ?? notFound;
}

const failures = new WeakSet<Route>();

/** Loads what a path's screen needs. It never rejects: where the script fails, the shell shows a page that offers to reload. */
export async function loadScreen(path: string): Promise<void> {
  const route = findRoute(path);
  if (route.screen && !route.needsToken) return;
  try {
    const [loaded] = await Promise.all([route.screen ? null : loadChunk(route.load), route.needsToken ? loadChunk(speakInner) : null]);
    if (loaded) route.screen = loaded.default;
    failures.delete(route);
  } catch {
    failures.add(route);
  }
}

/** Whether the route's script or texts could not be loaded. */
export function hasFailed(route: Route): boolean {
  return failures.has(route);
}
