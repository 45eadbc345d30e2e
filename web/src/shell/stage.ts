// What the frame draws at this moment. /login sets it once; from then on the program does, at every move.
import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';

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

let stage: Stage = { path: '', params: {}, screen: null };
const listeners = new Set<() => void>();

export const stageNow = () => stage;

export function setStage(next: Stage): void {
  stage = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useStage(): Stage {
  return useSyncExternalStore(subscribe, stageNow, stageNow);
}
