// The program behind the first page: places, links, messages, the session, and whatever is only needed once somebody has begun to act.
import './ui/plainIcons.ts';
import { whenIdle } from './client/idle.ts';
import { keepConfigFresh } from './client/loadConfig.ts';
import { beginSession, syncLoginCookie } from './client/session.ts';
import { toast } from './client/toast.ts';
import { activateLocale, loadCatalogs } from './i18n/loadCatalogs.ts';
import { getText, preferredLocale } from './i18n/text.ts';
import { type CurrentRoute, setCurrentRoute } from './routes/currentRoute.ts';
import { redirectFor } from './routes/guard.ts';
import { splitAddress } from './routes/history.ts';
import { continueAfterLogin, currentAddress, followHistory, navigate, onNavigate } from './routes/navigation.ts';
import { findRoute, hasLoadFailed, loadScreen, paramsOf } from './routes/routes.tsx';
import { showFailure } from './shell/customerService.ts';
import { ScreenCrashed, ScreenLoadError } from './shell/ErrorScreen.tsx';
import { offerReload } from './shell/reload.ts';
import { ShellHeader, ShellOverlays } from './shell/ShellParts.tsx';
import { redirectOnSessionEnd } from './shell/sessionEnd.ts';
import { keepShellVersion } from './shell/version.ts';

/** What /login and its parts, which are there before the program, ask it for. */
export { beginSession, continueAfterLogin, loadCatalogs, navigate, offerReload, showFailure, toast };

/** A touch on a link: its screen begins to load before the finger is lifted. */
export function preloadLink(href: string): void {
  void loadScreen(splitAddress(href).path);
}

/** Takes the page over: from here on every move sets the stage. Rejects when the shell's texts cannot be loaded. */
export async function startProgram(): Promise<void> {
  syncLoginCookie();
  keepShellVersion(splitAddress(currentAddress()));
  await Promise.all([activateLocale(preferredLocale()), followHistory({ prepare: loadScreen, redirect: redirectFor })]);
  onNavigate(() => setCurrentRoute(currentRouteAt(splitAddress(currentAddress()).path)));
  setCurrentRoute(currentRouteAt(splitAddress(currentAddress()).path));
  redirectOnSessionEnd();
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

/** Sees to the service worker; where our own script for that cannot be loaded, the next visit tries again. A newer release is offered, never forced. */
async function startWorker() {
  const part = await import('./client/worker.ts').catch(() => null);
  await part?.registerWorker((switchNow) =>
    toast(getText('shell.update'), { action: { label: getText('shell.updateNow'), run: switchNow } }),
  );
}
