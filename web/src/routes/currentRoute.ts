// The current route. /login sets it once; after that, every navigation sets it.
import type { ComponentType, ReactNode } from 'react';
import { createStore } from '#/client/createStore.ts';

export type ScreenProps = { params: Record<string, string | undefined> };
/** Imports a screen's script. */
export type LoadScreen = () => Promise<{ default: ComponentType<ScreenProps> }>;

export type CurrentRoute = {
  path: string;
  params: ScreenProps['params'];
  screen: ComponentType<ScreenProps> | null;
  /** The components that the shell renders above the screen and over it. */
  Header?: ComponentType;
  Overlays?: ComponentType;
  /** Replaces a screen that threw while rendering. */
  renderError?(retry: () => void): ReactNode;
  /** Whether a script failed to load before toasts were available. */
  hasLoadFailed?: boolean;
};

const currentRoute = createStore<CurrentRoute>(
  { path: '', params: {}, screen: null },
  { isServed: true },
);

export const getCurrentRoute = currentRoute.now;
export const setCurrentRoute = currentRoute.set;
export const useCurrentRoute = currentRoute.use;
