// The program behind the first page: places, links, messages, the session, and whatever is only needed once somebody has begun to act.
import '#/ui/plainIcons.ts';
import { speak, speakAreas } from './kit/areas.ts';
import { whenIdle } from './kit/idle.ts';
import { followConfig } from './kit/loadConfig.ts';
import { followHistory, go, goOn, hereAddress, onMove } from './kit/location.ts';
import { splitAddress } from './kit/moves.ts';
import { beginSession, tellPages } from './kit/session.ts';
import { chosenLocale, textNow } from './kit/text.ts';
import { toast } from './kit/toast.ts';
import { findRoute, hasFailed, loadScreen, paramsOf } from './routes.tsx';
import { Above, Below } from './shell/Around.tsx';
import { sayFailure } from './shell/customerService.ts';
import { Broken, LoadFailed } from './shell/Failed.tsx';
import { redirectOf } from './shell/guard.ts';
import { offerReload } from './shell/reload.ts';
import { followSession } from './shell/sessionEnd.ts';
import { type Stage, setStage } from './shell/stage.ts';
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
  const part = await import('./kit/worker.ts').catch(() => null);
  await part?.keepWorker((switchNow) => toast(textNow('shell.update'), { action: { label: textNow('shell.updateNow'), run: switchNow } }));
}
