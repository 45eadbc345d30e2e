// What the frame draws at this moment. /login sets it once; from then on the program does, at every move.
import type { ComponentType, ReactNode } from 'react';
import { createStore } from '#/client/createStore.ts';

export type ScreenProps = { params: Record<string, string | undefined> };

export type CurrentRoute = {
  path: string;
  params: ScreenProps['params'];
  screen: ComponentType<ScreenProps> | null;
  /** What the shell draws before and after the screen. */
  Header?: ComponentType;
  Overlays?: ComponentType;
  /** Stands in for a screen that broke while it was drawn. */
  renderError?(retry: () => void): ReactNode;
  /** A script failed before there was anything that could say so in passing. */
  hasLoadFailed?: boolean;
};

const currentRoute = createStore<CurrentRoute>({ path: '', params: {}, screen: null }, { isServed: true });

export const getCurrentRoute = currentRoute.now;
export const setCurrentRoute = currentRoute.set;
export const useCurrentRoute = currentRoute.use;
