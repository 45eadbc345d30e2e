import { Component, type ReactNode } from 'react';

type Props = {
  /** A new key forgets the error: another place is another chance. */
  place: string;
  renderError: ((retry: () => void) => ReactNode) | undefined;
  children: ReactNode;
};
type State = { place: string; hasBroken: boolean };

/** Keeps an error within one screen: the frame around it stays, and the screen can be tried again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, hasBroken: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasBroken: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.place === state.place ? null : { place: props.place, hasBroken: false };
  }

  override render() {
    return this.state.hasBroken ? this.props.renderError?.(() => this.setState({ hasBroken: false })) : this.props.children;
  }
}
