import { type ComponentProps, type ComponentType, createContext, useContext } from 'react';

export type AnchorProps = Omit<ComponentProps<'a'>, 'href'> & { href: string };

const AnchorKind = createContext<ComponentType<AnchorProps> | 'a'>('a');

/**
 * Sets the component that renders links within the app (a router's link). The default is a plain
 * anchor.
 */
export const AnchorProvider = AnchorKind.Provider;

/** A link, rendered by the component that `AnchorProvider` sets. */
export function Anchor(props: AnchorProps) {
  const Kind = useContext(AnchorKind);
  return <Kind {...props} />;
}
