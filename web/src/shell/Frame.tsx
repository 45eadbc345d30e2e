import { useText } from '#/i18n/text.ts';
import { useCurrentRoute } from '#/routes/currentRoute.ts';
import { AnchorProvider } from '#/ui/Anchor.tsx';
import { Screen } from '#/ui/Layout.tsx';
import { AppLink } from './AppLink.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import css from './shell.module.css';

/** The screen and what stands around it, with a net under errors. The screen keeps its place in the tree when the program joins it. */
export function Frame() {
  const text = useText();
  const { path, params, screen: Shown, Header, Overlays, renderError, hasLoadFailed } = useCurrentRoute();
  return (
    <AnchorProvider value={AppLink}>
      <Screen>
        {hasLoadFailed && (
          <div role="alert">
            <button type="button" className={css.trouble} onClick={() => location.reload()}>
              {text('net.reload')}
            </button>
          </div>
        )}
        {Header && <Header />}
        <ErrorBoundary place={path} renderError={renderError}>
          {Shown && <Shown params={params} />}
        </ErrorBoundary>
        {Overlays && <Overlays />}
      </Screen>
    </AnchorProvider>
  );
}
