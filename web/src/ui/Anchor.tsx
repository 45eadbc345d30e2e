import { type ComponentProps, type ComponentType, createContext, useContext } from 'react';

/** What every part that leads somewhere draws: an anchor with `href`. */
export type AnchorProps = Omit<ComponentProps<'a'>, 'href'> & { href: string };

const AnchorKind = createContext<ComponentType<AnchorProps> | 'a'>('a');

/**
 * Sets the component for links within the app (a router's link). Without it, plain anchors are
 * drawn.
 */
export const AnchorProvider = AnchorKind.Provider;

/** A link in the way of the app around it. */
export function Anchor(props: AnchorProps) {
  const Kind = useContext(AnchorKind);
  return <Kind {...props} />;
}
