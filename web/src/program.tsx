// The program behind the first page: places, links, messages, the session, and whatever is only
// needed once somebody has begun to act.
import { whenIdle } from './client/idle.ts';
import { keepInstallPrompt } from './client/install.ts';
import { keepConfigFresh } from './client/loadConfig.ts';
import { beginSession, followOtherTabs, onSessionEnd, syncLoginCookie } from './client/session.ts';
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
import { findRoute, hasLoadFailed, loadScreen, paramsOf, redirectFor } from './routes/routes.tsx';
import { showFailure } from './shell/customerService.ts';
import { ScreenCrashed, ScreenLoadError } from './shell/ErrorScreen.tsx';
import { ShellHeader, ShellOverlays } from './shell/ShellParts.tsx';
import { setIcons } from './ui/Icon.tsx';
import { icons } from './ui/icons.ts';

setIcons(icons);

/** What /login and its parts, which are there before the program, ask it for. */
export { beginSession, continueAfterLogin, loadCatalogs, navigate, showFailure, toast };

/**
 * On touch of a link: preloads its screen before the finger is lifted, and after the touch is
 * answered.
 */
export function preloadLink(href: string): void {
  setTimeout(loadScreen, 0, splitAddress(href).path);
}

/**
 * Starts the program: from here on every navigation sets the current route. Rejects when the
 * shell's texts cannot be loaded.
 */
export async function startProgram(): Promise<void> {
  syncLoginCookie();
  keepInstallPrompt();
  keepShellVersion(splitAddress(currentAddress()));
  await Promise.all([
    activateLocale(preferredLocale()),
    followHistory({ prepare: loadScreen, redirect: redirectFor }),
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

/** A path's screen, as far as it is loaded, with the shell around it. */
export function currentRouteAt(path: string): CurrentRoute {
  const route = findRoute(path);
  const screen = hasLoadFailed(route) ? ScreenLoadError : (route.screen ?? null);
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
 * Sees to the service worker; where our own script for that cannot be loaded, the next visit tries
 * again. A newer release is offered, never forced.
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
 * Says that a script could not be loaded and offers to reload the page. It stays until it is used
 * or dismissed.
 */
export function offerReload(): void {
  toast(getText('net.reload'), {
    tone: 'bad',
    action: { label: getText('shell.reload'), run: () => location.reload() },
  });
}

/**
 * Leads to the login whenever a session ends: after 1003 with the way back to the page that was
 * open, after a logout without.
 */
function redirectOnSessionEnd(): void {
  onSessionEnd((why) => {
    deleteStoredData();
    if (why === 'refused') {
      toast(getText('shell.sessionEnded'), { tone: 'info' });
      void navigate(paths.login, { replace: true, returnTo: currentAddress() });
    } else void navigate(paths.login, { replace: true, returnTo: null });
  });
}

/**
 * What the phone keeps goes, and the key with it (client/encryptedStore.ts). A record that is being
 * written is written before, or into nothing.
 */
function deleteStoredData() {
  try {
    indexedDB.deleteDatabase('sandali');
  } catch {
    // a browser that forbids the database has kept nothing
  }
}

/**
 * On /home, and on / which leads there, the query parameter `svm` is the client's version and is
 * kept as `version` (spec §2), also before a login. Anything that is no version is left out.
 */
export function keepShellVersion({ path, search }: Address): void {
  const version = new URLSearchParams(search).get('svm');
  const isHome = path === paths.home || path === paths.start;
  if (isHome && version && /^[\w.-]{1,40}$/.test(version)) writeStored('version', version);
}
