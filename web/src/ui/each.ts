import { createElement, Fragment, type ReactNode } from 'react';

/** Draws every item of a list whose items never change places, so that the place is the identity and no key is needed. */
export function each<T>(items: readonly T[], draw: (item: T, at: number) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...items.map(draw));
}
