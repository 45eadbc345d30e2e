import { Component, type ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import { useCurrentRoute } from '#/routes/currentRoute.ts';
import { AnchorProvider } from '#/ui/Anchor.tsx';
import { Screen } from '#/ui/Layout.tsx';
import { AppLink } from './AppLink.tsx';
import css from './shell.module.css';

type Props = {
  /** A change of `place` clears the error. */
  place: string;
  renderError: ((retry: () => void) => ReactNode) | undefined;
  children: ReactNode;
};
type State = { place: string; hasBroken: boolean };

/**
 * Limits an error to one screen: the frame around the screen stays, and the borrower can retry the
 * screen.
 */
class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, hasBroken: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasBroken: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.place === state.place ? null : { place: props.place, hasBroken: false };
  }

  override render() {
    return this.state.hasBroken
      ? this.props.renderError?.(() => this.setState({ hasBroken: false }))
      : this.props.children;
  }
}

/**
 * The screen in an error boundary, with the header and overlays around it. The screen keeps its
 * place in the React tree when the app loads.
 */
export function Frame() {
  const text = useText();
  const {
    path,
    params,
    screen: Shown,
    Header,
    Overlays,
    renderError,
    hasLoadFailed,
  } = useCurrentRoute();
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
