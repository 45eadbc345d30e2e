// The app that loads after the first page: routes, links, messages, the session, and the code that
// is loaded only when an action needs it.
import { whenIdle } from './client/idle.ts';
import { keepInstallPrompt } from './client/install.ts';
import { keepConfigFresh } from './client/loadConfig.ts';
import {
  beginSession,
  followOtherTabs,
  isLoggedIn,
  onSessionEnd,
  syncLoginCookie,
} from './client/session.ts';
import { writeStored } from './client/storage.ts';
import { toast } from './client/toast.ts';
import { activateLocale, loadCatalogs } from './i18n/loadCatalogs.ts';
import { getText, preferredLocale } from './i18n/text.ts';
import { type CurrentRoute, setCurrentRoute } from './routes/currentRoute.ts';
import { type Address, splitAddress } from './routes/history.ts';
import {
  continueAfterLogin,
  currentAddress,
  followHistory,
  navigate,
  onNavigate,
} from './routes/navigation.ts';
import { paths } from './routes/paths.ts';
import { findRoute, paramsOf, redirectFor } from './routes/routes.ts';
import { hasLoadFailed, loadScreen, screenOf } from './routes/screens.ts';
import { showFailure } from './shell/customerService.ts';
import { ScreenCrashed, ScreenLoadError } from './shell/ErrorScreen.tsx';
import { ShellHeader, ShellOverlays } from './shell/ShellParts.tsx';
import { setIcons } from './ui/Icon.tsx';
import { icons } from './ui/icons.ts';

setIcons(icons);

/** Functions that the first page calls through its loader of the app (client/program.ts). */
export { beginSession, continueAfterLogin, loadCatalogs, navigate, showFailure };

/** Preloads the screen of a touched link, after the touch itself is handled. */
export function preloadLink(href: string): void {
  setTimeout(loadScreen, 0, splitAddress(href).path);
}

/**
 * Starts the app. From then on, every navigation sets the current route. Rejects if the shell's
 * texts cannot be loaded.
 */
export async function startProgram(): Promise<void> {
  syncLoginCookie();
  keepInstallPrompt();
  keepShellVersion(splitAddress(currentAddress()));
  await Promise.all([
    activateLocale(preferredLocale()),
    followHistory({
      prepare: loadScreen,
      redirect: (address, isByHistory) => redirectFor(address, isByHistory, isLoggedIn()),
    }),
  ]);
  onNavigate(() => setCurrentRoute(currentRouteAt(splitAddress(currentAddress()).path)));
  setCurrentRoute(currentRouteAt(splitAddress(currentAddress()).path));
  redirectOnSessionEnd();
  followOtherTabs();
  whenIdle(() => {
    keepConfigFresh();
    if (import.meta.env.PROD) void startWorker();
  });
}

/** Returns the route for a path, with its shell; `screen` is null until its script is loaded. */
export function currentRouteAt(path: string): CurrentRoute {
  const route = findRoute(path);
  const screen = hasLoadFailed(route) ? ScreenLoadError : screenOf(route);
  return {
    path,
    params: paramsOf(route, path),
    screen,
    Header: ShellHeader,
    Overlays: ShellOverlays,
    renderError: (retry) => <ScreenCrashed onRetry={retry} />,
  };
}

/**
 * Registers the service worker. If its script cannot be loaded, the next visit retries. A newer
 * release is offered, never forced.
 */
async function startWorker() {
  const part = await import('./client/worker.ts').catch(() => null);
  await part?.registerWorker((switchNow) =>
    toast(getText('shell.update'), {
      action: { label: getText('shell.updateNow'), run: switchNow },
    }),
  );
}

/**
 * Shows a toast saying that a script could not be loaded, with a button that reloads the page. The
 * toast stays until it is used or dismissed.
 */
export function offerReload(): void {
  toast(getText('net.reload'), {
    tone: 'bad',
    action: { label: getText('shell.reload'), run: () => location.reload() },
  });
}

/**
 * Navigates to the login when a session ends. If the server ended the session (code 1003), the next
 * login returns to the page that was open. After a logout, it does not.
 */
function redirectOnSessionEnd(): void {
  onSessionEnd((reason) => {
    deleteStoredData();
    if (reason === 'refused') {
      toast(getText('shell.sessionEnded'), { tone: 'info' });
      void navigate(paths.login, { replace: true, returnTo: currentAddress() });
    } else void navigate(paths.login, { replace: true, returnTo: null });
  });
}

/**
 * Deletes the stored data and its key (client/encryptedStore.ts). A write in progress finishes
 * first or has no effect.
 */
function deleteStoredData() {
  try {
    indexedDB.deleteDatabase('sandali');
  } catch {
    // The browser blocks the database, so nothing can be stored.
  }
}

/**
 * Stores the query parameter `svm` of / and /home as `version` (spec §2), even before a login.
 * Ignores values that are not a version.
 */
export function keepShellVersion({ path, search }: Address): void {
  const version = new URLSearchParams(search).get('svm');
  const isHome = path === paths.home || path === paths.start;
  if (isHome && version && /^[\w.-]{1,40}$/.test(version)) writeStored('version', version);
}
