import { type ReactNode, useState } from 'react';

/** Holds the value of one control. */
function Held<V>({ start, children }: { start: V; children: (value: V, change: (value: V) => void) => ReactNode }) {
  const [value, change] = useState(start);
  return children(value, change);
}

/** One control that keeps what is typed, beginning with `start`, so that it can be tried in the gallery. */
export function held<V>(start: V, draw: (value: V, change: (value: V) => void) => ReactNode): ReactNode {
  return <Held start={start}>{draw}</Held>;
}
