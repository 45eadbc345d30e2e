import { type ComponentType, useEffect, useRef, useState } from 'react';
import { whenIdle } from '#/kit/idle.ts';
import { back } from '#/kit/location.ts';
import { useOnline } from '#/kit/online.ts';
import { useText } from '#/kit/text.ts';
import { hasFailed, paramsOf, type Route } from '#/routes.tsx';
import { Screen } from '#/ui/Layout.tsx';
import { OfflineBar } from '#/ui/Note.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { Boundary } from './Boundary.tsx';
import type { ExtrasProps } from './Extras.tsx';
import { Broken, LoadFailed } from './Failed.tsx';
import { Toasts } from './Toasts.tsx';

/** What stands around every screen: the offline line, the bar with the back arrow where the route has one, the messages, and a net under errors. */
export function Frame({ route, path }: { route: Route; path: string }) {
  const text = useText();
  const isOnline = useOnline();
  const title = text(route.title);
  const Extras = useExtras(path);
  const cameFrom = usePathBefore(path);
  useEffect(() => {
    document.title = `${title} · Sandali`;
  }, [title]);
  return (
    <Screen>
      {!isOnline && <OfflineBar>{text('shell.offline')}</OfflineBar>}
      {route.header === 'back' && <TopBar title={title} onBack={back} backLabel={text('shell.back')} />}
      <Boundary place={path} broken={(retry) => <Broken onRetry={retry} />}>
        {hasFailed(route) ? <LoadFailed /> : <ScreenOf route={route} path={path} />}
      </Boundary>
      <Toasts />
      {Extras && <Extras path={path} cameFrom={cameFrom} />}
    </Screen>
  );
}

function ScreenOf({ route, path }: { route: Route; path: string }) {
  const { screen: Shown } = route;
  return Shown ? <Shown params={paramsOf(route, path)} /> : null;
}

/** What is loaded once the screen stands and the browser is idle; a load that fails is tried again on the next page. */
function useExtras(path: string): ComponentType<ExtrasProps> | null {
  const [loaded, setLoaded] = useState<{ Extras: ComponentType<ExtrasProps> } | null>(null);
  useEffect(() => {
    if (loaded || !path) return;
    return whenIdle(() => void import('./Extras.tsx').then(setLoaded, () => {}));
  }, [loaded, path]);
  return loaded?.Extras ?? null;
}

/** The path that was shown before this one, or null on the first. */
function usePathBefore(path: string): string | null {
  const seen = useRef<{ now: string; before: string | null }>({ now: path, before: null });
  if (seen.current.now !== path) seen.current = { now: path, before: seen.current.now };
  return seen.current.before;
}
