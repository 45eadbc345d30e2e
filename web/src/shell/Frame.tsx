import { useEffect } from 'react';
import { Route as WouterRoute } from 'wouter';
import { back } from '#/kit/location.ts';
import { useOnline } from '#/kit/online.ts';
import { useText } from '#/kit/text.ts';
import { hasFailed, type Route } from '#/routes.tsx';
import { Screen } from '#/ui/Layout.tsx';
import { OfflineBar } from '#/ui/Note.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { Boundary } from './Boundary.tsx';
import { Broken, LoadFailed } from './Failed.tsx';
import { Toasts } from './Toasts.tsx';

/** What stands around every screen: the offline line, the bar with the back arrow where the route has one, the messages, and a net under errors. */
export function Frame({ route, path }: { route: Route; path: string }) {
  const text = useText();
  const isOnline = useOnline();
  const title = text(route.title);
  useEffect(() => {
    document.title = `${title} · Sandali`;
  }, [title]);
  return (
    <Screen>
      {!isOnline && <OfflineBar>{text('shell.offline')}</OfflineBar>}
      {route.header === 'back' && <TopBar title={title} onBack={back} backLabel={text('shell.back')} />}
      <Boundary place={path} broken={(retry) => <Broken onRetry={retry} />}>
        {hasFailed(route) ? <LoadFailed /> : <ScreenOf route={route} />}
      </Boundary>
      <Toasts />
    </Screen>
  );
}

function ScreenOf({ route }: { route: Route }) {
  const { screen: Shown } = route;
  if (!Shown) return null;
  return <WouterRoute path={route.path}>{(params) => <Shown params={params as Record<string, string | undefined>} />}</WouterRoute>;
}
