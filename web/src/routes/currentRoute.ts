// The route that the frame draws now. /login sets it once; from then on the program does, at every
// navigation.
import type { ComponentType, ReactNode } from 'react';
import { createStore } from '#/client/createStore.ts';

export type ScreenProps = { params: Record<string, string | undefined> };

export type CurrentRoute = {
  path: string;
  params: ScreenProps['params'];
  screen: ComponentType<ScreenProps> | null;
  /** What the shell draws above and over the screen. */
  Header?: ComponentType;
  Overlays?: ComponentType;
  /** Replaces a screen that threw while rendering. */
  renderError?(retry: () => void): ReactNode;
  /** A script failed before the toasts were loaded. */
  hasLoadFailed?: boolean;
};

const currentRoute = createStore<CurrentRoute>(
  { path: '', params: {}, screen: null },
  { isServed: true },
);

export const getCurrentRoute = currentRoute.now;
export const setCurrentRoute = currentRoute.set;
export const useCurrentRoute = currentRoute.use;
