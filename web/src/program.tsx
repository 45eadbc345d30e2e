// The program behind the first page: places, links, messages, the session, and whatever is only needed once somebody has begun to act.
import './ui/plainIcons.ts';
import { whenIdle } from './client/idle.ts';
import { followConfig } from './client/loadConfig.ts';
import { beginSession, tellPages } from './client/session.ts';
import { toast } from './client/toast.ts';
import { speak, speakAreas } from './i18n/loadCatalogs.ts';
import { chosenLocale, textNow } from './i18n/text.ts';
import { type Stage, setStage } from './routes/currentRoute.ts';
import { redirectOf } from './routes/guard.ts';
import { followHistory, go, goOn, hereAddress, onMove } from './routes/location.ts';
import { splitAddress } from './routes/moves.ts';
import { findRoute, hasFailed, loadScreen, paramsOf } from './routes/routes.tsx';
import { Above, Below } from './shell/Around.tsx';
import { sayFailure } from './shell/customerService.ts';
import { Broken, LoadFailed } from './shell/Failed.tsx';
import { offerReload } from './shell/reload.ts';
import { followSession } from './shell/sessionEnd.ts';
import { keepShellVersion } from './shell/version.ts';

/** What /login and its parts, which are there before the program, ask it for. */
export { beginSession, go, goOn, offerReload, sayFailure, speakAreas, toast };

/** A touch on a link: its screen begins to load before the finger is lifted. */
export function touchLink(href: string): void {
  void loadScreen(splitAddress(href).path);
}

/** Takes the page over: from here on every move sets the stage. Rejects when the shell's texts cannot be loaded. */
export async function begin(): Promise<void> {
  tellPages();
  keepShellVersion(splitAddress(hereAddress()));
  await Promise.all([speak(chosenLocale()), followHistory({ prepare: loadScreen, redirect: redirectOf })]);
  onMove(() => setStage(stageAt(splitAddress(hereAddress()).path)));
  setStage(stageAt(splitAddress(hereAddress()).path));
  followSession();
  whenIdle(() => {
    followConfig();
    if (import.meta.env.PROD) void seeToWorker();
  });
}

/** A path's screen, as far as it is loaded, with the shell around it. */
export function stageAt(path: string): Stage {
  const route = findRoute(path);
  const screen = hasFailed(route) ? LoadFailed : (route.screen ?? null);
  return { path, params: paramsOf(route, path), screen, Above, Below, broken: (retry) => <Broken onRetry={retry} /> };
}

/** Sees to the service worker; where our own script for that cannot be loaded, the next visit tries again. A newer release is offered, never forced. */
async function seeToWorker() {
  const part = await import('./client/worker.ts').catch(() => null);
  await part?.keepWorker((switchNow) => toast(textNow('shell.update'), { action: { label: textNow('shell.updateNow'), run: switchNow } }));
}
