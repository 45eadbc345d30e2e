// What the frame draws at this moment. /login sets it once; from then on the program does, at every move.
import type { ComponentType, ReactNode } from 'react';
import { createStore } from '#/client/createStore.ts';

export type ScreenProps = { params: Record<string, string | undefined> };

export type Stage = {
  path: string;
  params: ScreenProps['params'];
  screen: ComponentType<ScreenProps> | null;
  /** What the shell draws before and after the screen. */
  Above?: ComponentType;
  Below?: ComponentType;
  /** Stands in for a screen that broke while it was drawn. */
  broken?(retry: () => void): ReactNode;
  /** A script failed before there was anything that could say so in passing. */
  hasFailed?: boolean;
};

const stage = createStore<Stage>({ path: '', params: {}, screen: null }, { isServed: true });

export const stageNow = stage.now;
export const setStage = stage.set;
export const useStage = stage.use;
